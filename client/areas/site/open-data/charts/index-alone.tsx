import { Tones } from '#client/areas/site/charts/marks/tones.tsx'
import { AverageIndex } from './average-index.tsx'
import { shownOf } from '#client/areas/site/open-data/shown-data.ts'
import type { ChartsProps } from '#client/areas/site/open-data/shown-data.ts'

/** What the landing tells of the index. */
export function IndexAlone({ page }: ChartsProps) {
  const data = shownOf(page)
  return (
    <>
      <Tones />
      <AverageIndex data={data} />
    </>
  )
}

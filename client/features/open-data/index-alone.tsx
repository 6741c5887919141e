import { Tones } from '#client/features/charts/tones.tsx'
import { AverageIndex } from './average-index.tsx'
import { shownOf } from './shown-data.ts'
import type { ChartsProps } from './shown-data.ts'

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

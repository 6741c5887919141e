import { BarList } from '#client/areas/site/charts/marks/bar-list.tsx'
import { marksOf } from '#client/areas/site/charts/marks/grid.ts'
import { Lines } from '#client/areas/site/charts/marks/lines.tsx'
import { averageFinding, averageGrid } from './average-figures.ts'
import { ChangeTable } from './change-table.tsx'
import { pointTicks } from './point-ticks.ts'
import { SetFrame } from '#client/areas/site/open-data/set-frame.tsx'
import { countsText, noticesOf } from '#client/areas/site/open-data/shown-data.ts'
import type { ShownData } from '#client/areas/site/open-data/shown-data.ts'

/** The mean of the index, by year. */
export function AverageIndex({ data }: { readonly data: ShownData }) {
  const reply = data.sets.averageIndex
  if (!reply) return null
  const { said, filter } = data
  const grid = averageGrid(reply, said)
  return (
    <SetFrame
      data={data}
      set="averageIndex"
      id="average-index"
      title={averageFinding(reply, said)}
      measure={said.t('indexMeasure', { n: countsText(reply.results, said), group: said.group(filter) })}
      notices={[...noticesOf(reply.results, said), ...(grid.series.length > 2 ? [said.t('notCompared')] : [])]}
      marks={grid.series.length === 0 ? [] : marksOf(grid)}
      wide={<Lines grid={grid} ticks={pointTicks} />}
      narrow={<BarList grid={grid} bySeries />}
    >
      <ChangeTable reply={reply} said={said} />
    </SetFrame>
  )
}

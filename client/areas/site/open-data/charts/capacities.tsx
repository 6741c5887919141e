import { openDimensions } from '#shared/open-data/model.ts'
import type { OpenDimension } from '#shared/open-data/model.ts'
import { Tones } from '#client/areas/site/charts/marks/tones.tsx'
import { dimensionWords } from '#shared/open-data/words.ts'
import { BarList } from '#client/areas/site/charts/marks/bar-list.tsx'
import { Bars } from '#client/areas/site/charts/marks/bars.tsx'
import { figureText } from '#client/features/figures/figures.ts'
import { marksOf } from '#client/areas/site/charts/marks/grid.ts'
import { Radials } from '#client/areas/site/charts/marks/radials.tsx'
import { ringsMost } from './rings.ts'
import { SetFrame } from '#client/areas/site/open-data/set-frame.tsx'
import { countsText, noticesOf, shownOf, smallNotice } from '#client/areas/site/open-data/shown-data.ts'
import type { ChartsProps } from '#client/areas/site/open-data/shown-data.ts'
import { capacitiesFinding, capacitiesGrid, dimensionFinding, dimensionGrid } from './capacity-figures.ts'

const dimensions = Object.keys(openDimensions) as readonly OpenDimension[]

/** Points of the three dimensions by capacity, and how much of each of the ten is achieved. */
export function Capacities({ page }: ChartsProps) {
  const data = shownOf(page)
  const reply = data.sets.keyCapability
  if (!reply) return null
  const { said, filter } = data
  const counts = Object.entries(reply.averageByYear).map(([year, { count }]) => ({ year: Number(year), count }))
  const isTold = ({ values }: (typeof reply.averageByYear)[string]): boolean => values.humanTalent !== null
  const some = { ...reply, averageByYear: Object.fromEntries(Object.entries(reply.averageByYear).filter(([, each]) => isTold(each))) }
  const has = Object.keys(some.averageByYear).length > 0
  const groups = Object.entries(reply.averageByYear).map(([year, each]) => ({ name: year, isHidden: each.count > 0 && !isTold(each) }))
  const told = { n: countsText(counts, said), group: said.group(filter) }
  const notices = [...noticesOf(counts, said), ...smallNotice(groups, said)]
  const achieved = capacitiesGrid(some, said)
  return (
    <>
      <Tones />
      {dimensions.map((dimension) => {
        const grid = dimensionGrid(some, dimension, said)
        const name = dimensionWords[dimension][said.language]
        return (
          <SetFrame
            key={dimension}
            data={data}
            set="keyCapability"
            id={`dimension-${dimension}`}
            title={dimensionFinding(reply, dimension, said)}
            measure={said.t('dimensionMeasure', told)}
            notices={notices}
            legend={grid.series.length > 1 ? grid.series : []}
            marks={has ? marksOf(grid) : []}
            wide={<Bars grid={grid} tickText={(value) => figureText(value, 0, said.language)} whole />}
            narrow={<BarList grid={grid} />}
            shows={(row) => row['dimension'] === name}
          />
        )
      })}
      <SetFrame
        data={data}
        set="keyCapability"
        id="key-capacities"
        title={capacitiesFinding(reply, said)}
        measure={said.t('capacitiesMeasure', told)}
        notices={notices}
        legend={achieved.series.length > 1 ? achieved.series : []}
        marks={has ? marksOf(achieved) : []}
        wide={
          achieved.series.length > ringsMost ? (
            <Bars grid={achieved} tickText={(value) => figureText(value, 0, said.language)} />
          ) : (
            <Radials grid={achieved} across={5} />
          )
        }
        narrow={<BarList grid={achieved} />}
        shows={(row) => row['capacity'] !== ''}
      />
    </>
  )
}

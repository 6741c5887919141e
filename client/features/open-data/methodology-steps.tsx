import { BarList } from '#client/features/charts/bar-list.tsx'
import { Bars } from '#client/features/charts/bars.tsx'
import { figureText } from '#client/features/charts/figures.ts'
import { marksOf } from '#client/features/charts/grid.ts'
import { Radials } from '#client/features/charts/radials.tsx'
import { partnersFinding, phasesFinding } from './findings.ts'
import { partnersGrid, phasesGrid } from './grids.ts'
import { ringsMost } from './rings.ts'
import { SetFrame } from './set-frame.tsx'
import { countsText, noticesOf, worksText } from './shown-data.ts'
import type { ShownData } from './shown-data.ts'

/** Initiatives by phase, and with whom institutions work in each, one chart for each year. */
export function MethodologySteps({ data }: { readonly data: ShownData }) {
  const reply = data.sets.methodologic
  if (!reply) return null
  const { said, filter } = data
  const grid = phasesGrid(reply, said)
  const group = said.group(filter)
  const works = reply.results.map(({ year, totalInitiative }) => ({ year, count: totalInitiative }))
  return (
    <>
      <SetFrame
        data={data}
        set="methodologic"
        id="phases"
        title={phasesFinding(reply, said)}
        measure={said.t('phasesMeasure', { n: worksText(works, said), group })}
        notices={noticesOf(works, said)}
        legend={grid.series.length > 1 ? grid.series : []}
        marks={marksOf(grid)}
        wide={(current) =>
          grid.series.length > ringsMost ? (
            <Bars grid={grid} tickText={(value) => said.share(value)} current={current} />
          ) : (
            <Radials grid={grid} across={3} current={current} />
          )
        }
        narrow={(current) => <BarList grid={grid} current={current} />}
      />
      {reply.results
        .filter(({ count }) => count > 0)
        .toReversed()
        .map((of) => {
          const partners = partnersGrid(of, said)
          return (
            <SetFrame
              key={of.year}
              data={data}
              set="methodologic"
              id={`partners-${of.year}`}
              title={partnersFinding(of, said)}
              measure={said.t('partnersMeasure', { year: of.year, n: countsText([of], said), group })}
              legend={partners.series}
              marks={marksOf(partners)}
              wide={(current) => <Bars grid={partners} tickText={(value) => figureText(value, 0, said.language)} whole current={current} />}
              narrow={(current) => <BarList grid={partners} current={current} />}
              shows={(row) => row['year'] === of.year}
            />
          )
        })}
    </>
  )
}

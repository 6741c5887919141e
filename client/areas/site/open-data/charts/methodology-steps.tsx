import { BarList } from '#client/areas/site/charts/marks/bar-list.tsx'
import { Tones } from '#client/areas/site/charts/marks/tones.tsx'
import { Bars } from '#client/areas/site/charts/marks/bars.tsx'
import { figureText } from '#client/features/figures/figures.ts'
import { marksOf } from '#client/areas/site/charts/marks/grid.ts'
import { Radials } from '#client/areas/site/charts/marks/radials.tsx'
import { ringsMost } from './rings.ts'
import { SetFrame } from '#client/areas/site/open-data/set-frame.tsx'
import { countsText, noticesOf, shownOf, smallNotice, worksText } from '#client/areas/site/open-data/shown-data.ts'
import type { ChartsProps } from '#client/areas/site/open-data/shown-data.ts'
import { partnersFinding, partnersGrid, phasesFinding, phasesGrid } from './phase-figures.ts'

/** Initiatives by phase, and with whom institutions work in each, one chart for each year. */
export function MethodologySteps({ page }: ChartsProps) {
  const data = shownOf(page)
  const reply = data.sets.methodologic
  if (!reply) return null
  const { said, filter } = data
  const grid = phasesGrid(reply, said)
  const group = said.group(filter)
  const hiddenWorks = reply.results.map(({ year, totalInitiative, set1 }) => ({
    name: String(year),
    isHidden: totalInitiative > 0 && set1.potencial === null,
  }))
  const works = reply.results.map(({ year, totalInitiative }) => ({ year, count: totalInitiative }))
  return (
    <>
      <Tones />
      <SetFrame
        data={data}
        set="methodologic"
        id="phases"
        title={phasesFinding(reply, said)}
        measure={said.t('phasesMeasure', { n: worksText(works, said), group })}
        notices={[...noticesOf(works, said), ...smallNotice(hiddenWorks, said)]}
        legend={grid.series.length > 1 ? grid.series : []}
        marks={grid.series.length === 0 ? [] : marksOf(grid)}
        wide={
          grid.series.length > ringsMost ? <Bars grid={grid} tickText={(value) => said.share(value)} /> : <Radials grid={grid} across={3} />
        }
        narrow={<BarList grid={grid} />}
      />
      {reply.results
        .filter(({ count }) => count > 0)
        .toReversed()
        .map((of) => {
          const partners = partnersGrid(of, said)
          const isHidden = of.set1.pu === null
          return (
            <SetFrame
              key={of.year}
              data={data}
              set="methodologic"
              id={`partners-${of.year}`}
              title={partnersFinding(of, said)}
              measure={said.t('partnersMeasure', { year: of.year, n: countsText([of], said), group })}
              notices={smallNotice([{ name: String(of.year), isHidden }], said)}
              legend={isHidden ? [] : partners.series}
              marks={isHidden ? [] : marksOf(partners)}
              wide={<Bars grid={partners} tickText={(value) => figureText(value, 0, said.language)} whole />}
              narrow={<BarList grid={partners} />}
              shows={(row) => row['year'] === of.year}
            />
          )
        })}
    </>
  )
}

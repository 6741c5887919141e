import { evolutionMeasure, indexMeasure } from '#shared/dashboards/measure.ts'
import type { Measure } from '#shared/dashboards/measure.ts'
import type { PublicInstitution } from '#shared/dashboards/view.ts'
import { BarList } from '#client/areas/site/charts/marks/bar-list.tsx'
import { Bars } from '#client/areas/site/charts/marks/bars.tsx'
import { Lines } from '#client/areas/site/charts/marks/lines.tsx'
import { Swatch } from '#client/areas/site/charts/marks/tones.tsx'
import { FigureFrame, shownNames } from './figure-frame.tsx'
import type { PageProps } from './page-props.ts'
import { maturityText } from './general-results.tsx'
import {
  brief,
  evolutionFinding,
  evolutionGrid,
  evolutionNotices,
  indexShort,
  measureUnit,
  namedBars,
  phasesFinding,
  phasesGrid,
  scaleText,
  tableOf,
  tickText,
  unnamed,
} from './said.ts'
import type { Said } from './said.ts'

/** Each institution by itself: its index over the years, its initiatives and the phases that they reached. */
export function InstitutionResults({ data, said }: PageProps) {
  const { t } = said
  if (data.chosen.length === 0)
    return (
      <div className="rounded-xl border border-dashed border-ink-300 bg-white px-6 py-12 text-center">
        <h2 className="text-xl">{t('chooseFirst')}</h2>
        <p className="mx-auto mt-2 max-w-xl text-ink-700">{t('chooseFirstBody')}</p>
      </div>
    )
  const years = evolutionGrid(data, said)
  // Of one measurement there is no line: each institution is a bar with its name.
  const isOne = years.groups.length === 1
  const grid = isOne ? namedBars(years) : years
  const phases = phasesGrid(data, said)
  const measure = evolutionMeasure(data)
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((part) => ({ value: part * measure.to, text: tickText(said)(part * measure.to) }))
  return (
    <>
      <FigureFrame
        data={data}
        said={said}
        id="evolution"
        title={evolutionFinding(data, said)}
        subtitle={t('evolutionMeasure', { scale: scaleText(measure, said) })}
        notices={evolutionNotices(data, said)}
        grid={grid}
        isNamed={isOne}
        table={tableOf(years, { first: t('institution'), unit: measureUnit(measure), decimals: 1 })}
        wide={isOne ? <Bars grid={grid} tickText={tickText(said)} /> : <Lines grid={unnamed(grid)} ticks={ticks} />}
        narrow={<BarList grid={brief(grid)} />}
      />
      <section aria-labelledby="initiatives">
        <h2 id="initiatives" className="site-heading mb-5">
          {t('initiatives')}
        </h2>
        <ul className="mb-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {data.chosen.map((each, tone) => (
            <li key={each.id}>
              <InstitutionCard own={each} measure={indexMeasure(data)} tone={tone} icon={data.icons['initiatives']} said={said} />
            </li>
          ))}
        </ul>
        {phases.groups.length > 0 && (
          <FigureFrame
            data={data}
            said={said}
            id="phases"
            level={3}
            title={phasesFinding(data, said)}
            subtitle={t('phasesMeasure', shownNames(data))}
            grid={phases}
            table={tableOf(phases, { first: t('institution'), unit: '', decimals: 0 })}
            wide={<Bars grid={phases} tickText={tickText(said)} whole icons={data.icons} />}
            narrow={<BarList grid={brief(phases)} icons={data.icons} />}
          />
        )}
      </section>
    </>
  )
}

interface CardProps {
  readonly own: PublicInstitution
  readonly measure: Measure
  readonly tone: number
  readonly icon: string | undefined
  readonly said: Said
}

function InstitutionCard({ own, measure, tone, icon, said }: CardProps) {
  const { t } = said
  const { name, maturity, initiatives } = own
  return (
    <article className="forced-edge h-full rounded-xl border border-ink-200 bg-white p-5 print:break-inside-avoid">
      <h3 className="flex items-start gap-2.5 text-lg">
        <Swatch tone={tone} className="mt-1.5" />
        <span className="min-w-0">{name}</span>
      </h3>
      <p className="mt-1 text-ink-700">
        <span className="tabular text-2xl font-semibold text-ink-950">{indexShort(measure, own, said)}</span> {maturityText(maturity, said)}
      </p>
      {initiatives !== null && (
        <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-ink-150 pt-3 font-semibold text-ink-950">
          {icon && <img src={icon} alt="" width={32} height={32} className="size-8 object-contain" />}
          {initiatives === 0 ? t('initiativesNone') : t('initiativesOf', { n: initiatives })}
        </p>
      )}
    </article>
  )
}

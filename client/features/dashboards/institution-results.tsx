import type { PublicInstitution, PublicResultsView } from '#shared/dashboards/view.ts'
import { BarList } from '#client/features/charts/bar-list.tsx'
import { Bars } from '#client/features/charts/bars.tsx'
import { figureText } from '#client/features/charts/figures.ts'
import { Lines } from '#client/features/charts/lines.tsx'
import { edgeOf, Swatch, toneFill } from '#client/features/charts/tones.tsx'
import { FigureFrame } from './figure-frame.tsx'
import type { PageProps } from './page-props.ts'
import { maturityText } from './general-results.tsx'
import { evolutionFinding, evolutionGrid, one, tableOf, unnamed } from './said.ts'
import type { Said } from './said.ts'

const ticks = [0, 25, 50, 75, 100].map((value) => ({ value, text: String(value) }))

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
  const grid = evolutionGrid(data, said)
  const most = Math.max(1, ...data.chosen.flatMap(({ phases }) => phases.map(({ count }) => count)))
  return (
    <>
      <FigureFrame
        data={data}
        said={said}
        id="evolution"
        title={evolutionFinding(data, said)}
        subtitle={t('evolutionMeasure')}
        grid={grid}
        table={tableOf(grid, { first: t('institution'), unit: '', decimals: 1 })}
        wide={grid.groups.length === 1 ? <Bars grid={grid} tickText={String} /> : <Lines grid={unnamed(grid)} ticks={ticks} />}
        narrow={<BarList grid={grid} />}
      />
      <section aria-labelledby="initiatives">
        <h2 id="initiatives" className="site-heading mb-5">
          {t('initiatives')}
        </h2>
        <ul className="grid gap-5 md:grid-cols-2">
          {data.chosen.map((each, tone) => (
            <li key={each.id}>
              <InstitutionCard own={each} tone={tone} most={most} icons={data.icons} said={said} />
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

interface CardProps {
  readonly own: PublicInstitution
  readonly tone: number
  /** Most initiatives in one phase among all that are shown: bars of all are of one measure. */
  readonly most: number
  readonly icons: PublicResultsView['icons']
  readonly said: Said
}

function InstitutionCard({ own, tone, most, icons, said }: CardProps) {
  const { t, language } = said
  const { name, points, maturity, initiatives, phases } = own
  return (
    <article className="forced-edge flex h-full flex-col rounded-xl border border-ink-200 bg-white p-5 sm:p-6 print:break-inside-avoid">
      <h3 className="flex items-start gap-2.5 text-xl">
        <Swatch tone={tone} className="mt-1.5" />
        <span className="min-w-0">{name}</span>
      </h3>
      <p className="mt-1 text-ink-700">
        <span className="tabular text-2xl font-semibold text-ink-950">{one(points, said)}</span> {maturityText(maturity, said)}
      </p>
      {initiatives !== null && (
        <p className="mt-4 flex items-center gap-3 border-t border-ink-150 pt-4 text-lg font-semibold text-ink-950">
          {icons['initiatives'] && <img src={icons['initiatives']} alt="" width={32} height={32} className="size-8 object-contain" />}
          {initiatives === 0 ? t('initiativesNone') : t('initiativesOf', { n: initiatives })}
        </p>
      )}
      {initiatives !== null && initiatives > 0 && phases.length > 0 && (
        <ul aria-label={t('phases')} className="mt-3 grid gap-2.5">
          {phases.map((phase) => (
            <li key={phase.id} className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-center gap-x-3">
              {icons[phase.id] ? <img src={icons[phase.id]} alt="" width={28} height={28} className="size-7 object-contain" /> : <span />}
              <span>
                <span className="flex items-baseline justify-between gap-3 text-sm">
                  <span className="min-w-0 text-ink-800">{phase.name}</span>
                  <span className="tabular font-semibold text-ink-950">{figureText(phase.count, 0, language)}</span>
                </span>
                <svg aria-hidden="true" focusable="false" width="100%" height="0.6rem" className="mt-0.5 block">
                  <rect x="0" y="0" width="100%" height="100%" rx="2" className="fill-ink-100 forced-colors:fill-[Canvas]" />
                  {phase.count > 0 && (
                    <rect
                      x="0"
                      y="0"
                      width={`${Math.round((phase.count / most) * 1000) / 10}%`}
                      height="100%"
                      rx="2"
                      fill={toneFill(tone)}
                      className={edgeOf(tone)}
                    />
                  )}
                </svg>
              </span>
            </li>
          ))}
        </ul>
      )}
    </article>
  )
}

import { indexMeasure } from '#shared/dashboards/measure.ts'
import type { ShownColumn } from '#shared/dashboards/view.ts'
import { maturities } from '#shared/results/maturities.ts'
import { BarList } from '#client/areas/site/charts/marks/bar-list.tsx'
import { Bars } from '#client/areas/site/charts/marks/bars.tsx'
import { CircleList, Circles } from '#client/areas/site/charts/marks/circles.tsx'
import { figureText } from '#client/features/figures/figures.ts'
import { Swatch } from '#client/areas/site/charts/marks/tones.tsx'
import { FigureFrame, shownNames } from './figure-frame.tsx'
import type { PageProps } from './page-props.ts'
import { brief, columnGrid, columnTable, indexFinding, indexGrid, measureUnit, namedBars, scaleText, tableOf, tickText } from './said.ts'
import type { Said } from './said.ts'

/** Index and columns of the general tab. */
export function GeneralResults({ data, said }: PageProps) {
  const { t } = said
  const grid = namedBars(indexGrid(data, said))
  const measure = indexMeasure(data)
  return (
    <>
      {grid.groups.length > 0 && (
        <FigureFrame
          data={data}
          said={said}
          id="index"
          title={indexFinding(data, said)}
          subtitle={t('indexMeasure', { ...shownNames(data), scale: scaleText(measure, said) })}
          grid={grid}
          isNamed
          table={tableOf(indexGrid(data, said), { first: t('institution'), unit: measureUnit(measure), decimals: 1 })}
          wide={<Bars grid={grid} tickText={tickText(said)} />}
          narrow={<BarList grid={brief(grid)} />}
        >
          {data.chosen.length > 0 && <Facts data={data} said={said} />}
        </FigureFrame>
      )}
      {data.general.length > 0 && (
        <section aria-labelledby="figures">
          <h2 id="figures" className="site-heading mb-5">
            {t('figures')}
          </h2>
          <ul className="grid gap-5 lg:grid-cols-2">
            {data.general.map((column) => (
              <li key={column.id} className="grid min-w-0">
                <ColumnCard data={data} column={column} said={said} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** Maturity and size of each institution, below its index. */
function Facts({ data, said }: PageProps) {
  const { t, language } = said
  return (
    <dl className="mt-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {data.chosen.map(({ id, name, maturity, workers }, tone) => (
        <div key={id} className="border-t border-ink-200 pt-3">
          <dt className="flex items-start gap-2 text-sm text-ink-700">
            <Swatch tone={tone} className="mt-0.5" />
            <span className="min-w-0">{name}</span>
          </dt>
          <dd>
            <span className="block text-lg font-semibold text-ink-950">{maturityText(maturity, said)}</span>
            {workers !== null && (
              <span className="block text-sm text-ink-700">{t('workers', { n: workers, text: figureText(workers, 0, language) })}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export const maturityText = (maturity: string, { t }: Said): string => {
  const known = maturities.find((each) => each === maturity)
  return known ? t(`maturity_${known}`) : maturity
}

/** One column: what it is, where it comes from, and its figure for each institution, of a percentage as bubbles where it says so. */
function ColumnCard({ data, column, said }: PageProps & { readonly column: ShownColumn }) {
  const own = columnGrid(data, column, said)
  const grid = column.isBouble ? own : namedBars(own)
  return (
    <FigureFrame
      data={data}
      said={said}
      id={`column-${column.id}`}
      level={3}
      title={column.name}
      subtitle={said.t('columnMeasure', { source: column.subtitle })}
      notices={column.isBouble ? [said.t('bubble')] : []}
      grid={grid}
      isNamed
      table={columnTable(data, column, said)}
      wide={column.isBouble ? <Circles grid={grid} as="bubble" /> : <Bars grid={grid} tickText={tickText(said)} />}
      narrow={column.isBouble ? <CircleList grid={grid} as="bubble" /> : <BarList grid={grid} />}
    />
  )
}

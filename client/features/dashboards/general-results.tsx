import type { ShownColumn } from '#shared/dashboards/view.ts'
import { BarList } from '#client/features/charts/bar-list.tsx'
import { Bars } from '#client/features/charts/bars.tsx'
import { figureText } from '#client/features/charts/figures.ts'
import { Swatch } from '#client/features/charts/tones.tsx'
import { PercentRow } from './percent-row.tsx'
import { FigureFrame, shownNames } from './figure-frame.tsx'
import type { PageProps } from './page-props.ts'
import { columnGrid, indexFinding, indexGrid, tableOf } from './said.ts'
import type { Said } from './said.ts'

/** Index and columns of the general tab. */
export function GeneralResults({ data, said }: PageProps) {
  const { t, language } = said
  const grid = indexGrid(data, said)
  return (
    <>
      {grid.groups.length > 0 && (
        <FigureFrame
          data={data}
          said={said}
          id="index"
          title={indexFinding(data, said)}
          subtitle={t('indexMeasure', shownNames(data))}
          grid={grid}
          table={tableOf(grid, { first: t('institution'), unit: '', decimals: 1 })}
          wide={<Bars grid={grid} tickText={(value) => figureText(value, 0, language)} />}
          narrow={<BarList grid={grid} />}
        >
          {data.chosen.length > 0 && <Facts data={data} said={said} />}
        </FigureFrame>
      )}
      {data.general.length > 0 && (
        <section aria-labelledby="figures">
          <h2 id="figures" className="site-heading mb-5">
            {t('figures')}
          </h2>
          <ul className="grid gap-5 md:grid-cols-2">
            {data.general.map((column) => (
              <li key={column.id}>
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

const maturities = ['Inicial', 'Creciente', 'Madura', 'Modelo'] as const
export const maturityText = (maturity: string, { t }: Said): string => {
  const known = maturities.find((each) => each === maturity)
  return known ? t(`maturity_${known}`) : maturity
}

/** One column: what it is, where it comes from, and its figure for each institution, of a percentage as bubbles where it says so. */
function ColumnCard({ data, column, said }: PageProps & { readonly column: ShownColumn }) {
  const { series, cells, most } = columnGrid(data, column, said)
  // One figure each: their names stand beside the bars, and the column's is the card's.
  const grid = {
    series: [{ id: column.id, label: column.name, tone: 0 }],
    groups: series,
    cells: [cells.flatMap(([cell]) => cell ?? [])],
    most,
    groupTones: series.map(({ tone }) => tone),
  }
  return (
    <figure
      aria-label={column.name}
      className="forced-edge flex h-full flex-col gap-4 rounded-xl border border-ink-200 bg-white p-5 sm:p-6 print:break-inside-avoid"
    >
      <figcaption>
        <h3 className="text-xl">{column.name}</h3>
        <p className="mt-0.5 text-sm text-ink-600">{said.t('columnMeasure', { source: column.subtitle })}</p>
      </figcaption>
      {column.isBouble ? <PercentRow data={data} column={column} said={said} as="bubble" /> : <BarList grid={grid} />}
    </figure>
  )
}

import type { ShownColumn } from '#shared/dashboards/view.ts'
import { BarList } from '#client/features/charts/bar-list.tsx'
import { Bars } from '#client/features/charts/bars.tsx'
import { figureText } from '#client/features/charts/figures.ts'
import { ticksTo } from '#client/features/charts/geometry.ts'
import type { Grid } from '#client/features/charts/grid.ts'
import { Lines } from '#client/features/charts/lines.tsx'
import { PercentRow } from './percent-row.tsx'
import { FigureFrame, shownNames } from './figure-frame.tsx'
import type { PageProps } from './page-props.ts'
import { columnGrid, dimensionFinding, dimensionsGrid, tableOf, unnamed } from './said.ts'

/** Points of each dimension, and beside each the columns that were configured for it. */
export function DimensionResults({ data, said }: PageProps) {
  const { t, language } = said
  const grid = dimensionsGrid(data, said)
  return (
    <>
      <FigureFrame
        data={data}
        said={said}
        id="dimensions"
        title={dimensionFinding(data, said)}
        subtitle={t('dimensionMeasure', shownNames(data))}
        grid={grid}
        table={tableOf(grid, { first: t('institution'), unit: '', decimals: 1 })}
        wide={<Bars grid={grid} tickText={(value) => figureText(value, 0, language)} />}
        narrow={<BarList grid={grid} />}
      />
      {data.dimensions.map(({ id, name }) => {
        const columns = data.byDimension.filter(({ dimensionId }) => dimensionId === id)
        return (
          columns.length > 0 && (
            <section key={id} aria-labelledby={`dimension-${id}`}>
              <h2 id={`dimension-${id}`} className="site-heading mb-5">
                {name}
              </h2>
              <div className="grid gap-6">
                {columns.map((column) => (
                  <ColumnFrame key={column.id} data={data} column={column} said={said} />
                ))}
              </div>
            </section>
          )
        )
      })}
    </>
  )
}

function ColumnFrame({ data, column, said }: PageProps & { readonly column: ShownColumn }) {
  const grid = columnGrid(data, column, said)
  return (
    <FigureFrame
      data={data}
      said={said}
      id={`column-${column.id}`}
      level={3}
      title={column.name}
      subtitle={said.t('columnMeasure', { source: column.subtitle })}
      grid={grid}
      table={tableOf(grid, { first: said.t('institution'), unit: column.isPercentual ? '%' : '', decimals: 1 })}
      wide={<Drawn data={data} grid={grid} column={column} said={said} />}
      narrow={<BarList grid={grid} />}
    />
  )
}

/** The chart that was chosen for a column; of figures that are no parts of a whole there is no dial. */
function Drawn({ data, grid, column, said }: PageProps & { readonly grid: Grid; readonly column: ShownColumn }) {
  const tickText = (value: number): string => figureText(value, Number.isInteger(value) ? 0 : 1, said.language)
  switch (column.chartType) {
    case 'radial':
      if (column.isPercentual && grid.most <= 100) return <PercentRow data={data} column={column} said={said} as="dial" />
      return <Bars grid={grid} tickText={tickText} />
    case 'line':
      return <Lines grid={unnamed(grid)} ticks={ticksTo(grid.most).map((value) => ({ value, text: tickText(value) }))} />
    case 'bar':
    case null:
      return <Bars grid={grid} tickText={tickText} />
  }
}

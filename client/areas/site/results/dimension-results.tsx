import type { ChartType } from '#shared/dashboards/model.ts'
import type { ShownColumn } from '#shared/dashboards/view.ts'
import { BarList } from '#client/areas/site/charts/marks/bar-list.tsx'
import { Bars } from '#client/areas/site/charts/marks/bars.tsx'
import { CircleList, Circles } from '#client/areas/site/charts/marks/circles.tsx'
import { ticksTo } from '#client/ui/geometry.ts'
import type { Grid } from '#client/areas/site/charts/marks/grid.ts'
import { Lines } from '#client/areas/site/charts/marks/lines.tsx'
import { FigureFrame, shownNames } from './figure-frame.tsx'
import type { PageProps } from './page-props.ts'
import { brief, columnGrid, columnTable, dimensionFinding, dimensionsGrid, namedBars, tableOf, tickText, unnamed } from './said.ts'

/** Points of each dimension, and beside each the columns that were configured for it. */
export function DimensionResults({ data, said }: PageProps) {
  const { t } = said
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
        wide={<Bars grid={grid} tickText={tickText(said)} />}
        narrow={<BarList grid={brief(grid)} />}
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
  const own = columnGrid(data, column, said)
  const as = drawnAs(column, own)
  const grid = as === 'bar' ? namedBars(own) : own
  return (
    <FigureFrame
      data={data}
      said={said}
      id={`column-${column.id}`}
      level={3}
      title={column.name}
      subtitle={said.t('columnMeasure', { source: column.subtitle })}
      grid={grid}
      isNamed={as !== 'line'}
      table={columnTable(data, column, said)}
      wide={<Drawn as={as} grid={grid} said={said} />}
      narrow={as === 'radial' ? <CircleList grid={grid} as="dial" /> : <BarList grid={grid} unheaded />}
    />
  )
}

/** The chart that was chosen for a column; of figures that are no parts of a whole there is no dial. */
const drawnAs = ({ chartType, isPercentual }: ShownColumn, { most }: Grid): ChartType =>
  chartType === null || (chartType === 'radial' && (!isPercentual || most > 100)) ? 'bar' : chartType

function Drawn({ as, grid, said }: Pick<PageProps, 'said'> & { readonly as: ChartType; readonly grid: Grid }) {
  switch (as) {
    case 'radial':
      return <Circles grid={grid} as="dial" />
    case 'line':
      return <Lines grid={unnamed(grid)} ticks={ticksTo(grid.most).map((value) => ({ value, text: tickText(said)(value) }))} />
    case 'bar':
      return <Bars grid={grid} tickText={tickText(said)} />
  }
}

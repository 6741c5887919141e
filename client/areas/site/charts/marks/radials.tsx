import { Drawing, drawingWidth, Lines } from '#client/areas/site/charts/drawing.tsx'
import { arcPath } from '#client/ui/geometry.ts'
import { cellOf, markId } from './grid.ts'
import type { Grid } from './grid.ts'
import { edgeOf, ink, strongInk, toneFill } from './tones.tsx'

interface Props {
  readonly grid: Grid
  /** Dials in a row. */
  readonly across: number
}

const step = 214
const outer = 74

/** One dial for each group, with a ring for each series, the last one outermost and written in the middle. */
export function Radials({ grid, across }: Props) {
  const width = drawingWidth / across
  const ring = Math.min(17, 38 / grid.series.length)
  return (
    <Drawing height={Math.ceil(grid.groups.length / across) * step}>
      {grid.groups.map((group, column) => {
        const x = (column % across) * width + width / 2
        const y = Math.floor(column / across) * step + outer + 10
        const last = cellOf(grid, grid.series.length - 1, column)
        return (
          <g key={group.id} transform={`translate(${x} ${y})`}>
            {grid.series.map((series, row) => {
              const { value } = cellOf(grid, row, column)
              const edge = outer - (grid.series.length - 1 - row) * (ring + 2)
              const id = markId(series, group)
              const share = value === null || grid.most <= 0 ? 0 : Math.min(1, value / grid.most)
              return (
                <g key={id} data-mark={id}>
                  <path
                    d={arcPath(0, 1, edge - ring, edge)}
                    className="fill-ink-100 forced-colors:fill-[Canvas] forced-colors:stroke-[GrayText]"
                  />
                  {share > 0 && (
                    <path d={arcPath(0, share, edge - ring, edge)} fill={toneFill(series.tone)} className={edgeOf(series.tone)} />
                  )}
                </g>
              )
            })}
            <text y={6} textAnchor="middle" fontSize={grid.series.length > 2 ? 14 : 17} className={strongInk}>
              {last.short}
            </text>
            <Lines text={group.label} x={0} y={outer + 24} letters={Math.floor(width / 7.6)} className={ink} />
          </g>
        )
      })}
    </Drawing>
  )
}

import { Drawing, drawingWidth } from '#client/areas/site/charts/drawing.tsx'
import { arcPath, onCircle } from '#client/ui/geometry.ts'
import type { Grid } from './grid.ts'
import { piecesOf } from './stacked.tsx'
import { edgeOf, ink, quietInk, strongInk, toneFill } from './tones.tsx'

interface Props {
  readonly grid: Grid
  /** What is written in the middle of each under its name. */
  readonly notes: readonly string[]
}

const step = 244
/** Figures stand beside a ring: of three in a row each leaves room for its own. */
const ringOf = (across: number): { readonly inner: number; readonly outer: number } =>
  across > 2 ? { inner: 50, outer: 76 } : { inner: 56, outer: 88 }

/** One ring for each group, whose parts are the series; each part says its figure beside it. */
export function Donuts({ grid, notes }: Props) {
  const across = Math.min(3, Math.max(1, grid.groups.length))
  const width = drawingWidth / across
  const { inner, outer } = ringOf(across)
  return (
    <Drawing height={Math.ceil(grid.groups.length / across) * step}>
      {grid.groups.map((group, column) => (
        <g key={group.id} transform={`translate(${(column % across) * width + width / 2} ${Math.floor(column / across) * step + 122})`}>
          {piecesOf(grid, column, 'sum').map(({ id, tone, short, from, share }) => {
            const [x, y] = onCircle(from + share / 2, outer + 12)
            return (
              <g key={id} data-mark={id}>
                <path d={arcPath(from, from + share, inner, outer)} fill={toneFill(tone)} className={edgeOf(tone)} />
                {share > 0.03 && (
                  <text x={x} y={y + 4.5} textAnchor={Math.abs(x) < 14 ? 'middle' : x > 0 ? 'start' : 'end'} fontSize={13} className={ink}>
                    {short}
                  </text>
                )}
              </g>
            )
          })}
          <text y={0} textAnchor="middle" fontSize={16} className={strongInk}>
            {group.label}
          </text>
          <text y={18} textAnchor="middle" fontSize={12.5} className={quietInk}>
            {notes[column] ?? ''}
          </text>
        </g>
      ))}
    </Drawing>
  )
}

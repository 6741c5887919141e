import { cx } from '#client/ui/cx.ts'
import { Drawing, drawingWidth, Lines } from '#client/areas/site/charts/drawing.tsx'
import { shortened, wrapped } from '#client/ui/geometry.ts'
import { cellOf, markId } from './grid.ts'
import type { Grid } from './grid.ts'
import { edgeOf, ink, quietInk, toneFill, wordsOn } from './tones.tsx'

interface Props {
  readonly grid: Grid
  /** What stands beside the name of each group: how many it is of. */
  readonly notes?: readonly string[] | undefined
}

interface Piece {
  readonly id: string
  readonly tone: number
  readonly short: string
  readonly from: number
  readonly share: number
}

/** Where each part of a group's bar begins and how wide it is, as shares of the whole bar: of the group's own sum, or of the largest. */
export function piecesOf(grid: Grid, column: number, of: 'sum' | 'most'): readonly Piece[] {
  const group = grid.groups[column]
  const values = grid.series.map((_, row) => cellOf(grid, row, column).value ?? 0)
  const whole = of === 'sum' ? values.reduce((sum, each) => sum + each, 0) : grid.most
  if (!group || whole <= 0) return []
  let from = 0
  return grid.series.flatMap((series, row) => {
    const share = (values[row] ?? 0) / whole
    const piece = { id: markId(series, group), tone: series.tone, short: cellOf(grid, row, column).short, from, share }
    from += share
    return share > 0 ? [piece] : []
  })
}

const left = 196
const barHeight = 34
/** Of a row with a name of one line, and of one whose name takes two and has a note below. */
const steps = { plain: 54, tall: 66 } as const
const letters = 27
const right = drawingWidth - 12

/** Lying bars made of parts. `of: 'sum'` gives every bar the whole width: what is compared are shares. */
export function Stacked({ grid, notes, of }: Props & { readonly of: 'sum' | 'most' }) {
  const isTall = notes !== undefined && grid.groups.some(({ label }) => wrapped(label, letters).length > 1)
  const step = isTall ? steps.tall : steps.plain
  return (
    <Drawing height={grid.groups.length * step + 12}>
      {grid.groups.map((group, column) => {
        const y = column * step + 8
        return (
          <g key={group.id}>
            <Lines text={group.label} x={left - 12} y={y + (notes ? 12 : 22)} letters={letters} anchor="end" className={ink} />
            {notes?.[column] !== undefined && (
              <text
                x={left - 12}
                y={y + 30 + (wrapped(group.label, letters).length - 1) * 16}
                textAnchor="end"
                fontSize={12.5}
                className={quietInk}
              >
                {notes[column]}
              </text>
            )}
            {grid.series.every((_, row) => cellOf(grid, row, column).value === null) && (
              <text x={left} y={y + 22} fontSize={13} className={quietInk}>
                {cellOf(grid, 0, column).text}
              </text>
            )}
            {piecesOf(grid, column, of).map(({ id, tone, short, from, share }) => {
              const x = shortened(left + from * (right - left) + 1.5)
              const width = shortened(Math.max(1, share * (right - left) - 3))
              return (
                <g key={id} data-mark={id}>
                  <rect x={x} y={y} width={width} height={barHeight} fill={toneFill(tone)} className={edgeOf(tone)} />
                  {width > short.length * 7.5 + 6 && (
                    <text
                      x={shortened(x + width / 2)}
                      y={y + 22}
                      textAnchor="middle"
                      fontSize={13}
                      strokeWidth={4}
                      strokeLinejoin="round"
                      className={cx(wordsOn(tone), 'font-semibold', haloOf(tone))}
                    >
                      {short}
                    </text>
                  )}
                </g>
              )
            })}
          </g>
        )
      })}
    </Drawing>
  )
}

/** Around words upon a pattern, so that its lines do not run through them. Upon a dark tone nothing is needed. */
export const haloOf = (tone: number): string =>
  tone % 2 === 1
    ? '[paint-order:stroke] stroke-white forced-colors:stroke-[Canvas]'
    : 'stroke-none forced-colors:stroke-[CanvasText] [paint-order:stroke]'

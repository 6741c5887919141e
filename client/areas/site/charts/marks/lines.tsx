import { partsOf } from '#shared/results/parts.ts'
import { Drawing, drawingWidth, Lines as Words, UpAxis } from '#client/areas/site/charts/drawing.tsx'
import { scaled, wrapped } from '#client/ui/geometry.ts'
import { cellOf, markId } from './grid.ts'
import type { Grid } from './grid.ts'
import { edgeOf, ink, strongInk, toneFill } from './tones.tsx'

interface Props {
  readonly grid: Grid
  readonly ticks: readonly { readonly value: number; readonly text: string }[]
  /** Of each figure, how far a whisker reaches to both sides: by series, then by group. */
  readonly spread?: readonly (readonly (number | null)[])[] | undefined
}

const top = 44
const floor = 250
const left = 44
/** Widths of a letter of a name and of a figure, at their sizes: what would run into its neighbour is wrapped or left out. */
const letterWidth = 7
const digitWidth = 7.8
const lineHeight = 15.6

/** One panel for each series, with the same axis: what is not comparable is not drawn in one. */
export function Lines({ grid, ticks, spread }: Props) {
  const most = ticks.at(-1)?.value ?? 1
  const width = (drawingWidth - left) / Math.max(1, grid.series.length)
  const inset = Math.min(34, (width - 16) / 4)
  const apart = (width - 16 - 2 * inset) / Math.max(1, grid.groups.length - 1)
  // A name at the end of a panel reaches as far beyond its figure as towards the middle.
  const room = Math.min(apart, 2 * inset + 16)
  // Where not all names have room the first and the last have half of the panel each.
  const isEach = grid.groups.length <= 5 && grid.groups.every(({ label }) => longest(label) * letterWidth <= room)
  const letters = Math.max(4, Math.floor((grid.groups.length === 1 ? width - 16 : isEach ? room : (width - 16) / 2) / letterWidth))
  const isLabelled = (column: number): boolean => isEach || column === 0 || column === grid.groups.length - 1
  const lines = Math.max(1, ...grid.groups.map(({ label }, column) => (isLabelled(column) ? wrapped(label, letters).length : 0)))
  const figure = Math.max(0, ...grid.cells.flatMap((row) => row.map(({ short }) => short.length))) * digitWidth
  const at = (value: number): number => scaled(Math.max(0, Math.min(most, value)), [0, most], [floor, top])
  return (
    <Drawing height={290 + (lines - 1) * lineHeight}>
      {grid.series.map((series, row) => {
        const from = left + row * width + (row === 0 ? 0 : 10)
        const to = left + (row + 1) * width - 6
        const x = (column: number): number =>
          grid.groups.length === 1 ? (from + to) / 2 : scaled(column, [0, grid.groups.length - 1], [from + inset, to - inset])
        const points = grid.groups.flatMap((group, column) => {
          const { value, short, apart: isApart = false } = cellOf(grid, row, column)
          return value === null ? [] : [{ group, column, value, short, isApart, x: x(column), y: at(value) }]
        })
        const parts = partsOf(points, ({ isApart }) => isApart)
        const isNamed = (index: number): boolean =>
          (points.length <= 4 && figure <= apart) || (index === 0 && !spread) || index === points.length - 1
        return (
          <g key={series.id}>
            <UpAxis ticks={row === 0 ? ticks : ticks.map((tick) => ({ ...tick, text: '' }))} at={at} from={from} to={to} />
            <text x={from} y={20} fontSize={15} className={strongInk}>
              {series.label}
            </text>
            {parts.map((part) => (
              <polyline
                key={part[0]?.group.id}
                points={part.map((point) => `${point.x},${point.y}`).join(' ')}
                fill="none"
                strokeWidth={2.5}
                className="stroke-brand-700 forced-colors:stroke-[CanvasText]"
              />
            ))}
            {points.map(({ group, column, value, short, x: along, y }, index) => {
              const id = markId(series, group)
              const reach = spread?.[row]?.[column] ?? null
              return (
                <g key={id} data-mark={id}>
                  {reach !== null && (
                    <path
                      d={`M${along} ${at(value - reach)}V${at(value + reach)}M${along - 7} ${at(value - reach)}h14M${along - 7} ${at(value + reach)}h14`}
                      fill="none"
                      strokeWidth={1.75}
                      className="stroke-ink-600 forced-colors:stroke-[CanvasText]"
                    />
                  )}
                  <circle cx={along} cy={y} r={6} fill={toneFill(series.tone)} className={edgeOf(series.tone)} />
                  <rect x={along - 12} y={y - 12} width={24} height={24} fill="transparent" />
                  {isNamed(index) && (
                    <text
                      x={reach === null ? along : along + 9}
                      y={reach === null ? y - 13 : y - 9}
                      textAnchor={reach === null ? 'middle' : 'start'}
                      fontSize={13}
                      strokeWidth={4}
                      className={`${strongInk} stroke-white [paint-order:stroke] forced-colors:stroke-[Canvas]`}
                    >
                      {short}
                    </text>
                  )}
                </g>
              )
            })}
            {grid.groups.map((group, column) =>
              isLabelled(column) ? (
                <Words
                  key={group.id}
                  text={group.label}
                  x={isEach || grid.groups.length === 1 ? x(column) : column === 0 ? from : to}
                  y={floor + 22}
                  letters={letters}
                  anchor={isEach || grid.groups.length === 1 ? 'middle' : column === 0 ? 'start' : 'end'}
                  size={13}
                  className={ink}
                />
              ) : null,
            )}
          </g>
        )
      })}
    </Drawing>
  )
}

/** Letters of the longest word: a line is no shorter. */
const longest = (label: string): number => Math.max(0, ...label.split(/\s+/).map((word) => word.length))

import { Drawing, drawingWidth, UpAxis } from './drawing.tsx'
import { scaled } from './geometry.ts'
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

/** One panel for each series, with the same axis: what is not comparable is not drawn in one. */
export function Lines({ grid, ticks, spread }: Props) {
  const most = ticks.at(-1)?.value ?? 1
  const width = (drawingWidth - left) / Math.max(1, grid.series.length)
  const at = (value: number): number => scaled(Math.max(0, Math.min(most, value)), [0, most], [floor, top])
  return (
    <Drawing height={290}>
      {grid.series.map((series, row) => {
        const from = left + row * width + (row === 0 ? 0 : 10)
        const to = left + (row + 1) * width - 6
        const inset = Math.min(34, (to - from) / 4)
        const x = (column: number): number =>
          grid.groups.length === 1 ? (from + to) / 2 : scaled(column, [0, grid.groups.length - 1], [from + inset, to - inset])
        const points = grid.groups.flatMap((group, column) => {
          const { value, short } = cellOf(grid, row, column)
          return value === null ? [] : [{ group, column, value, short, x: x(column), y: at(value) }]
        })
        const isNamed = (index: number): boolean => points.length <= 4 || (index === 0 && !spread) || index === points.length - 1
        return (
          <g key={series.id}>
            <UpAxis ticks={row === 0 ? ticks : ticks.map((tick) => ({ ...tick, text: '' }))} at={at} from={from} to={to} />
            <text x={from} y={20} fontSize={15} className={strongInk}>
              {series.label}
            </text>
            <polyline
              points={points.map((point) => `${point.x},${point.y}`).join(' ')}
              fill="none"
              strokeWidth={2.5}
              className="stroke-brand-700 forced-colors:stroke-[CanvasText]"
            />
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
              grid.groups.length <= 5 || column === 0 || column === grid.groups.length - 1 ? (
                <text key={group.id} x={x(column)} y={floor + 22} textAnchor="middle" fontSize={13} className={ink}>
                  {group.label}
                </text>
              ) : null,
            )}
          </g>
        )
      })}
    </Drawing>
  )
}

import { bandsOf, scaled, ticksTo, wrapped } from '#client/ui/geometry.ts'
import { Drawing, drawingWidth, Lines, UpAxis } from '#client/areas/site/charts/drawing.tsx'
import { cellOf, markId } from './grid.ts'
import type { Grid } from './grid.ts'
import { edgeOf, ink, strongInk, toneFill } from './tones.tsx'

interface Props {
  readonly grid: Grid
  readonly tickText: (value: number) => string
  /** What is counted has no halves: neither has the axis. */
  readonly whole?: boolean | undefined
  /** Pictures of groups as addresses, by the group's id: above its name. */
  readonly icons?: Readonly<Record<string, string>> | undefined
}

const left = 52
const top = 26
const floor = 300
const iconSize = 28

/** Groups of standing bars, with what each group can reach at most where that is said. */
export function Bars({ grid, tickText, whole = false, icons = {} }: Props) {
  const named = grid.groups.some(({ id }) => icons[id]) ? iconSize + 6 : 0
  const ticks = ticksTo(grid.most, { whole }).map((value) => ({ value, text: tickText(value) }))
  const at = (value: number): number => scaled(value, [0, ticks.at(-1)?.value ?? 1], [floor, top])
  const groups = bandsOf(grid.groups.length, [left, drawingWidth - 8], 0.22)
  const letters = Math.max(8, Math.floor((groups[0]?.width ?? 100) / 6.2))
  return (
    <Drawing height={floor + 14 + named + Math.max(...grid.groups.map(({ label }) => wrapped(label, letters).length)) * 17}>
      <UpAxis ticks={ticks} at={at} from={left} to={drawingWidth - 8} />
      {grid.groups.map((group, column) => {
        const band = groups[column]
        if (!band) return null
        const bars = bandsOf(grid.series.length, [band.at, band.at + band.width], grid.series.length === 1 ? 0.25 : 0.12)
        const limit = grid.limits?.[column]
        return (
          <g key={group.id}>
            {grid.series.map((series, row) => {
              const { value, short } = cellOf(grid, row, column)
              const bar = bars[row]
              if (value === null || !bar) return null
              const id = markId(series, group)
              return (
                <g key={series.id} data-mark={id}>
                  <rect
                    x={bar.at}
                    y={value === 0 ? floor : Math.min(at(value), floor - 1)}
                    width={bar.width}
                    height={value === 0 ? 0 : Math.max(1, floor - at(value))}
                    fill={toneFill(grid.groupTones?.[column] ?? series.tone)}
                    className={edgeOf(grid.groupTones?.[column] ?? series.tone)}
                  />
                  {bar.width >= short.length * 7.6 + 2 && (
                    <text x={bar.at + bar.width / 2} y={at(value) - 7} textAnchor="middle" fontSize={13} className={strongInk}>
                      {short}
                    </text>
                  )}
                </g>
              )
            })}
            {limit && (
              <g>
                <line
                  x1={band.at - 6}
                  x2={band.at + band.width + 6}
                  y1={at(limit.value)}
                  y2={at(limit.value)}
                  strokeWidth={2}
                  strokeDasharray="6 4"
                  className="stroke-ink-700 forced-colors:stroke-[CanvasText]"
                />
                <text x={band.at + band.width + 6} y={at(limit.value) - 6} textAnchor="end" fontSize={12.5} className={ink}>
                  {limit.text}
                </text>
              </g>
            )}
            {icons[group.id] && (
              <image href={icons[group.id]} x={band.at + band.width / 2 - iconSize / 2} y={floor + 8} width={iconSize} height={iconSize} />
            )}
            <Lines text={group.label} x={band.at + band.width / 2} y={floor + 21 + named} letters={letters} className={ink} />
          </g>
        )
      })}
    </Drawing>
  )
}

import { cellOf, markId } from './grid.ts'
import type { Grid } from './grid.ts'
import { edgeOf, toneFill } from './tones.tsx'

interface Props {
  readonly grid: Grid
  /** A part for each series, not for each group: what of a series changes is read from line to line. */
  readonly bySeries?: boolean | undefined
  /** The chart's own name says what its one group is. */
  readonly unheaded?: boolean | undefined
  /** Pictures of groups as addresses, by the group's id: before its name. */
  readonly icons?: Readonly<Record<string, string>> | undefined
}

interface BarProps {
  readonly share: number
  readonly tone: number
  readonly limit?: number | undefined
}

/** A lying bar as wide as its column: its height grows with the text. */
function Bar({ share, tone, limit }: BarProps) {
  const width = `${Math.max(0.5, Math.min(100, share * 100))}%`
  return (
    <svg aria-hidden="true" focusable="false" width="100%" height="0.95rem" className="block overflow-visible">
      <rect
        x="0"
        y="0"
        width="100%"
        height="100%"
        rx="2"
        className="fill-ink-100 forced-colors:fill-[Canvas] forced-colors:stroke-[GrayText]"
      />
      {share > 0 && <rect x="0" y="0" width={width} height="100%" rx="2" fill={toneFill(tone)} className={edgeOf(tone)} />}
      {limit !== undefined && (
        <line
          x1={`${limit * 100}%`}
          x2={`${limit * 100}%`}
          y1="0"
          y2="100%"
          strokeWidth="2"
          strokeDasharray="4 2"
          className="stroke-ink-700 forced-colors:stroke-[CanvasText]"
        />
      )}
    </svg>
  )
}

/** The same figures for a narrow screen: a list of lying bars, in which names have as many lines as they need. */
export function BarList({ grid, bySeries = false, unheaded = false, icons = {} }: Props) {
  const { series, groups, most } = grid
  const every = series.flatMap((each, row) => groups.map((group, column) => ({ series: each, group, row, column })))
  const isOnePart = series.length === 1
  const parts = isOnePart || unheaded ? [null] : bySeries ? series : groups
  const shareOf = (value: number): number => (most > 0 ? value / most : 0)
  return (
    <div className="grid gap-5">
      {parts.map((part) => (
        <div key={part?.id ?? 'all'}>
          {part && (
            <p className="mb-1.5 flex items-center gap-2.5 font-semibold text-ink-950">
              {icons[part.id] && <img src={icons[part.id]} alt="" width={28} height={28} className="size-7 shrink-0 object-contain" />}
              <span className="min-w-0">{part.label}</span>
            </p>
          )}
          <ul className="grid gap-2.5">
            {every
              .filter((each) => part === null || (bySeries ? each.series : each.group).id === part.id)
              .map((each) => {
                const { value, text } = cellOf(grid, each.row, each.column)
                const limit = grid.limits?.[each.column]
                const id = markId(each.series, each.group)
                return (
                  <li key={id} data-mark={id} className="rounded-sm data-current:bg-brand-50">
                    <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
                      <span className="min-w-0 text-ink-800">{(isOnePart || bySeries ? each.group : each.series).label}</span>
                      <span className="tabular font-semibold text-ink-950">{text}</span>
                    </span>
                    {value !== null && (
                      <Bar
                        share={shareOf(value)}
                        tone={grid.groupTones?.[each.column] ?? each.series.tone}
                        limit={limit === undefined ? undefined : shareOf(limit.value)}
                      />
                    )}
                  </li>
                )
              })}
          </ul>
        </div>
      ))}
    </div>
  )
}

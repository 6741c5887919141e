import { Drawing, drawingWidth, Lines } from '#client/areas/site/charts/drawing.tsx'
import { arcPath, shortened, wrapped } from '#client/ui/geometry.ts'
import { cellOf, markId } from './grid.ts'
import type { Grid } from './grid.ts'
import { edgeOf, ink, strongInk, toneFill } from './tones.tsx'

interface Props {
  /** Of one group, in percent. */
  readonly grid: Grid
  /** bubble: a circle whose area is the percentage · dial: a ring of which it is the drawn part. */
  readonly as: 'bubble' | 'dial'
}

interface CircleProps extends Pick<Props, 'as'> {
  readonly value: number | null
  readonly tone: number
  readonly radius: number
}

/** One percentage around the middle of where it is drawn, within the circle that a hundred would be. */
function Circle({ value, tone, radius, as }: CircleProps) {
  const share = Math.max(0, Math.min(1, (value ?? 0) / 100))
  const ring = radius * 0.3
  const ground = 'fill-ink-100 forced-colors:fill-[Canvas] forced-colors:stroke-[GrayText]'
  if (as === 'dial')
    return (
      <>
        <path d={arcPath(0, 1, radius - ring, radius)} className={ground} />
        {share > 0 && <path d={arcPath(0, share, radius - ring, radius)} fill={toneFill(tone)} className={edgeOf(tone)} />}
      </>
    )
  return (
    <>
      <circle r={radius} fill="none" strokeWidth={1} className="stroke-ink-300 forced-colors:stroke-[GrayText]" />
      {share > 0 && <circle r={shortened(Math.sqrt(share) * radius)} fill={toneFill(tone)} className={edgeOf(tone)} />}
    </>
  )
}

const radius = 58

/** Percentages side by side, each a circle with its figure and its name below. */
export function Circles({ grid, as }: Props) {
  const width = drawingWidth / Math.max(3, grid.series.length)
  const letters = Math.floor(width / 8)
  const lines = Math.max(1, ...grid.series.map(({ label }) => wrapped(label, letters).length))
  const [group] = grid.groups
  return (
    <Drawing height={radius * 2 + 58 + lines * 17}>
      {grid.series.map((series, row) => {
        const { value, short } = cellOf(grid, row, 0)
        return (
          group && (
            <g key={series.id} data-mark={markId(series, group)} transform={`translate(${row * width + width / 2} ${radius + 8})`}>
              <Circle value={value} tone={series.tone} radius={radius} as={as} />
              <text y={radius + 24} textAnchor="middle" fontSize={17} className={strongInk}>
                {short}
              </text>
              <Lines text={series.label} x={0} y={radius + 45} letters={letters} className={ink} />
            </g>
          )
        )
      })}
    </Drawing>
  )
}

/** The same for a narrow screen: as many in a row as there is room for. */
export function CircleList({ grid, as }: Props) {
  const [group] = grid.groups
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-x-3 gap-y-5">
      {grid.series.map((series, row) => {
        const { value, text } = cellOf(grid, row, 0)
        return (
          group && (
            <li
              key={series.id}
              data-mark={markId(series, group)}
              className="flex flex-col items-center rounded-sm text-center data-current:bg-brand-50"
            >
              <svg viewBox="-50 -50 100 100" aria-hidden="true" focusable="false" className="block h-auto w-24">
                <Circle value={value} tone={series.tone} radius={46} as={as} />
              </svg>
              <span className="tabular mt-1 text-lg font-semibold text-ink-950">{text}</span>
              <span className="text-sm text-ink-700">{series.label}</span>
            </li>
          )
        )
      })}
    </ul>
  )
}

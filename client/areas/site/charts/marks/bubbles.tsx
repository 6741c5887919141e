import { Drawing, drawingWidth, Lines, UpAxis } from '#client/areas/site/charts/drawing.tsx'
import { bandsOf, scaled, shortened, wrapped } from '#client/ui/geometry.ts'
import { cellOf, markId } from './grid.ts'
import type { Grid } from './grid.ts'
import { edgeOf, ink, strongInk, toneFill } from './tones.tsx'

interface Props {
  readonly grid: Grid
  readonly ticks: readonly { readonly value: number; readonly text: string }[]
  /** How large each bubble is: by series, then by group. Areas are in proportion, so that twice as much is twice as much ink. */
  readonly sizes: readonly (readonly number[])[]
}

const top = 30
const floor = 320
const left = 52

/** Bubbles over their groups, those of several series side by side. */
export function Bubbles({ grid, ticks, sizes }: Props) {
  const most = ticks.at(-1)?.value ?? 1
  const at = (value: number): number => scaled(value, [0, most], [floor, top])
  const groups = bandsOf(grid.groups.length, [left, drawingWidth - 8], 0.1)
  const largest = Math.max(1, ...sizes.flat())
  const room = ((groups[0]?.width ?? 80) / Math.max(1, grid.series.length)) * 0.55
  const radiusOf = (size: number): number => shortened(Math.max(3.5, Math.sqrt(size / largest) * Math.min(34, room)))
  const letters = Math.max(8, Math.floor((groups[0]?.width ?? 100) / 6.4))
  return (
    <Drawing height={floor + 14 + Math.max(...grid.groups.map(({ label }) => wrapped(label, letters).length)) * 17}>
      <UpAxis ticks={ticks} at={at} from={left} to={drawingWidth - 8} />
      {grid.groups.map((group, column) => {
        const band = groups[column]
        if (!band) return null
        const places = bandsOf(grid.series.length, [band.at, band.at + band.width], 0)
        return (
          <g key={group.id}>
            {grid.series.map((series, row) => {
              const { value, short } = cellOf(grid, row, column)
              const place = places[row]
              if (value === null || !place) return null
              const id = markId(series, group)
              const radius = radiusOf(sizes[row]?.[column] ?? 0)
              const x = place.at + place.width / 2
              return (
                <g key={id} data-mark={id}>
                  <circle cx={x} cy={at(value)} r={radius} fill={toneFill(series.tone)} className={edgeOf(series.tone)} />
                  {place.width >= 34 && (
                    <text x={x} y={at(value) - radius - 6} textAnchor="middle" fontSize={13} className={strongInk}>
                      {short}
                    </text>
                  )}
                </g>
              )
            })}
            <Lines text={group.label} x={band.at + band.width / 2} y={floor + 22} letters={letters} size={13.5} className={ink} />
          </g>
        )
      })}
    </Drawing>
  )
}

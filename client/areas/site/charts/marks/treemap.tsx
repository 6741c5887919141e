import { cx } from '#client/ui/cx.ts'
import { Drawing, drawingWidth } from '#client/areas/site/charts/drawing.tsx'
import { tilesOf, wrapped } from '#client/ui/geometry.ts'
import type { Named } from './grid.ts'
import { haloOf } from './stacked.tsx'
import { edgeOf, ink, toneFill, wordsOn } from './tones.tsx'

export interface Tile extends Named {
  readonly value: number
  readonly short: string
  readonly tone: number
}

interface Props {
  /** The largest first, each above nothing. */
  readonly tiles: readonly Tile[]
}

const height = 400

/** Areas in proportion to figures. A tile too small for its name has a letter, and the names of the letters stand below. */
export function Treemap({ tiles }: Props) {
  const boxes = tilesOf(
    tiles.map(({ value }) => value),
    { x: 0, y: 0, width: drawingWidth, height },
  )
  const fits = tiles.map(({ label, short }, at) => {
    const box = boxes[at]
    if (!box) return false
    const lines = wrapped(label, Math.floor((box.width - 16) / 8.3))
    return Math.max(...lines.map((line) => line.length), short.length) * 8.3 <= box.width - 14 && (lines.length + 1) * 17 <= box.height - 10
  })
  const small = tiles.filter((_, at) => !fits[at])
  const letterOf = (tile: Tile): string => String.fromCodePoint(97 + small.indexOf(tile))
  return (
    <Drawing height={height + (small.length > 0 ? 14 + Math.ceil(small.length / 2) * 20 : 0)}>
      {tiles.map((tile, at) => {
        const box = boxes[at]
        if (!box) return null
        const lines = fits[at] ? [...wrapped(tile.label, Math.floor((box.width - 16) / 8.3)), tile.short] : [letterOf(tile)]
        return (
          <g key={tile.id} data-mark={tile.id}>
            <rect
              x={box.x + 1.5}
              y={box.y + 1.5}
              width={Math.max(1, box.width - 3)}
              height={Math.max(1, box.height - 3)}
              fill={toneFill(tile.tone)}
              className={edgeOf(tile.tone)}
            />
            <text
              x={fits[at] ? box.x + 9 : box.x + box.width / 2}
              y={fits[at] ? box.y + 22 : box.y + box.height / 2 + 4}
              textAnchor={fits[at] ? 'start' : 'middle'}
              fontSize={13.5}
              strokeWidth={4}
              strokeLinejoin="round"
              className={cx(wordsOn(tile.tone), haloOf(tile.tone), 'font-semibold')}
            >
              {lines.map((line, index) => (
                <tspan key={line} x={fits[at] ? box.x + 9 : box.x + box.width / 2} dy={index === 0 ? 0 : 17}>
                  {line}
                </tspan>
              ))}
            </text>
          </g>
        )
      })}
      {small.map((tile, index) => (
        <text
          key={tile.id}
          x={(index % 2) * (drawingWidth / 2) + 2}
          y={height + 22 + Math.floor(index / 2) * 20}
          fontSize={13.5}
          className={ink}
        >
          {`${letterOf(tile)}: ${tile.label}, ${tile.short}`}
        </text>
      ))}
    </Drawing>
  )
}

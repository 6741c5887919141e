/** Geometry of the drawings, in units of the drawing, from its upper left corner. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Two decimals: what a drawing needs, and the same text wherever it is drawn. */
export const shortened = (value: number): number => Math.round(value * 100) / 100

/** Where a value stands between two ends. */
export const scaled = (value: number, [from, to]: readonly [number, number], [start, end]: readonly [number, number]): number =>
  shortened(to === from ? start : start + ((value - from) / (to - from)) * (end - start))

/** So many parts side by side between two ends, with a gap between them that is a share of a part. */
export function bandsOf(
  count: number,
  [start, end]: readonly [number, number],
  gapShare: number,
): readonly { at: number; width: number }[] {
  const step = (end - start) / Math.max(1, count)
  const width = step * (1 - gapShare)
  return Array.from({ length: count }, (_, index) => ({
    at: shortened(start + step * index + (step - width) / 2),
    width: shortened(width),
  }))
}

/** Round figures from nothing to at least the largest, in four to six steps; `whole`: of things that are counted, which have no halves. */
export function ticksTo(most: number, { whole = false } = {}): readonly number[] {
  if (most <= 0) return [0, 1]
  const rough = most / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const steps = [1, 2, 2.5, 5, 10].map((each) => each * power)
  const step = steps.find((each) => each >= rough && (!whole || Number.isInteger(each))) ?? 1
  const count = Math.ceil(most / step - 1e-9)
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

const point = (centre: number, radius: number, angle: number): readonly [number, number] => [
  shortened(centre + radius * Math.sin(angle)),
  shortened(centre - radius * Math.cos(angle)),
]

/**
 * A part of a ring about (0, 0), as a path. Angles are shares of the whole, from the top, clockwise. A whole ring is drawn as two circles: an
 * arc that ends where it begins draws nothing.
 */
export function arcPath(from: number, to: number, inner: number, outer: number): string {
  if (to - from >= 0.9999) return `${circlePath(outer, 1)}${circlePath(inner, 0)}`
  const [start, end] = [from * 2 * Math.PI, to * 2 * Math.PI]
  const large = to - from > 0.5 ? 1 : 0
  const [a, b, c, d] = [point(0, outer, start), point(0, outer, end), point(0, inner, end), point(0, inner, start)]
  return `M${a.join(' ')}A${outer} ${outer} 0 ${large} 1 ${b.join(' ')}L${c.join(' ')}A${inner} ${inner} 0 ${large} 0 ${d.join(' ')}Z`
}

/** A circle about (0, 0), one way about or the other: of two, the inner is a hole in the outer. */
const circlePath = (radius: number, way: 0 | 1): string =>
  `M0 ${-radius}A${radius} ${radius} 0 1 ${way} 0 ${radius}A${radius} ${radius} 0 1 ${way} 0 ${-radius}Z`

/** Where something at an angle (a share of the whole) stands, so far from (0, 0). */
export const onCircle = (share: number, radius: number): readonly [number, number] => point(0, radius, share * 2 * Math.PI)

/**
 * Tiles whose areas are as the values, as nearly square as can be, the largest first: rows are filled along the shorter side for as long as
 * that makes their worst tile squarer. Values are positive and come largest first; the tiles stand in the same order.
 */
export function tilesOf(values: readonly number[], box: Box): readonly Box[] {
  const total = values.reduce((sum, each) => sum + each, 0)
  if (total <= 0) return []
  const areas = values.map((each) => (each / total) * box.width * box.height)
  const tiles: Box[] = []
  let rest = box
  for (let at = 0; at < areas.length;) {
    const side = Math.min(rest.width, rest.height)
    let count = 1
    while (at + count < areas.length && worst(areas.slice(at, at + count + 1), side) <= worst(areas.slice(at, at + count), side)) count += 1
    const row = areas.slice(at, at + count)
    const depth = row.reduce((sum, each) => sum + each, 0) / side
    let along = 0
    for (const area of row) {
      const length = area / depth
      tiles.push(
        rest.width >= rest.height
          ? { x: rest.x, y: rest.y + along, width: depth, height: length }
          : { x: rest.x + along, y: rest.y, width: length, height: depth },
      )
      along += length
    }
    rest =
      rest.width >= rest.height
        ? { ...rest, x: rest.x + depth, width: rest.width - depth }
        : { ...rest, y: rest.y + depth, height: rest.height - depth }
    at += count
  }
  return tiles.map(({ x, y, width, height }) => ({ x: shortened(x), y: shortened(y), width: shortened(width), height: shortened(height) }))
}

/** How far the least square tile of a row is from a square: 1 is one. */
function worst(areas: readonly number[], side: number): number {
  const depth = areas.reduce((sum, each) => sum + each, 0) / side
  return Math.max(...areas.map((area) => Math.max(depth / (area / depth), area / depth / depth)))
}

/**
 * How far each of some points in a line steps aside so that none covers another: `at` are their places along the line, ascending. Each takes
 * the nearest free place, to both sides in turn, no farther than `most`; where there is none it stands on the line's edge.
 */
export function swarmOf(at: readonly number[], size: number, most: number): readonly number[] {
  const placed: { readonly along: number; readonly aside: number }[] = []
  for (const along of at) {
    const near = placed.filter((each) => Math.abs(each.along - along) < size)
    const free = (aside: number): boolean => near.every((each) => Math.hypot(each.along - along, each.aside - aside) >= size)
    let aside = 0
    for (let step = 0; !free(aside) && Math.abs(aside) <= most; step += 1)
      aside = ((step % 2 === 0 ? 1 : -1) * Math.ceil((step + 1) / 2) * size) / 2
    placed.push({ along, aside: Math.max(-most, Math.min(most, aside)) })
  }
  return placed.map(({ aside }) => shortened(aside))
}

/** Words in lines of at most so many letters; a longer word has a line to itself. */
export function wrapped(text: string, letters: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= letters) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

import type { Mark } from './marks/grid.ts'

interface Written {
  readonly text: string
  readonly marks: readonly Mark[]
  readonly byId: ReadonlyMap<string, Mark>
  readonly isAlone: boolean
}
/** What was read of each place: a pointer that moves over thousands of marks has them read once. */
const read = new WeakMap<object, Written>()

/** The marks that stand written in a place of the page, by their order and by their id. */
export function marksWritten(place: Pick<Element, 'getAttribute'>): Written {
  const text = place.getAttribute('data-marks') ?? '[]'
  const known = read.get(place)
  if (known?.text === text) return known
  const rows: readonly (readonly [string, string, string, string])[] = JSON.parse(text)
  const marks = rows.map(([id, series, label, value]) => ({ id, series, label, value }))
  const found: Written = {
    ...{ text, marks },
    byId: new Map(marks.map((mark) => [mark.id, mark])),
    isAlone: new Set(marks.map(({ series }) => series)).size === 1,
  }
  read.set(place, found)
  return found
}

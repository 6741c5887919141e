import type { Orientation } from '../institutions/model.ts'
import { shownFrom, type OpenCategory, type OpenInstitution, type PublicSector } from './model.ts'

/** Of whom a figure of one year is: what is not said is not chosen by. */
export interface GroupOf {
  readonly category?: OpenCategory | null
  readonly orientation?: Orientation | null
  readonly sector?: PublicSector | null
}

/** By what calls tell groups of a year apart, what is asked for most first: of two that cannot both be told the earlier one is. */
const divisions = [
  [],
  ['category'],
  ['orientation'],
  ['sector'],
  ['category', 'orientation'],
  ['category', 'sector'],
  ['orientation', 'sector'],
] as const satisfies readonly (readonly (keyof GroupOf)[])[]

export const groupKey = ({ category, orientation, sector }: GroupOf): string => `${category ?? ''}|${orientation ?? ''}|${sector ?? ''}`

/**
 * Which groups of those who are counted in a year may be told, by `groupKey`: groups of three or more, from all of which together nothing
 * can be worked out of one or two institutions, by whatever sums and differences. All of a year stand first, then categories,
 * orientations, sectors and where two of these meet, larger groups before smaller ones (OD3).
 */
export function toldGroups(institutions: readonly OpenInstitution[]): ReadonlySet<string> {
  // Whoever is in the same groups is not told apart by any of them.
  const cells = [...Map.groupBy(institutions, groupKey).values()]
  const sizes = cells.map((members) => members.length)
  let sums = new Sums(sizes)
  const told = new Set<string>()
  for (const division of divisions) {
    for (const { key, at, size } of groupsBy(division, cells)) {
      if (size < shownFrom) continue
      const more = sums.with(at)
      if (more.tellsOfFew) continue
      sums = more
      told.add(key)
    }
  }
  return told
}

interface CellsOfGroup {
  readonly key: string
  /** Places of its cells. */
  readonly at: ReadonlySet<number>
  readonly size: number
}

function groupsBy(division: readonly (keyof GroupOf)[], cells: readonly (readonly OpenInstitution[])[]): readonly CellsOfGroup[] {
  const found = new Map<string, { at: Set<number>; size: number }>()
  for (const [at, members] of cells.entries()) {
    const [one] = members
    if (!one || division.some((each) => one[each] === null)) continue
    const key = groupKey(Object.fromEntries(division.map((each) => [each, one[each]])))
    const group = found.get(key) ?? { at: new Set(), size: 0 }
    group.at.add(at)
    group.size += members.length
    found.set(key, group)
  }
  return [...found]
    .map(([key, group]) => ({ key, ...group }))
    .toSorted((left, right) => right.size - left.size || (left.key < right.key ? -1 : 1))
}

/** Arithmetic is that of the remainders by this prime: exact, and a product of two of them is still a whole number. */
const prime = 67_108_859
const modulo = (value: number): number => ((value % prime) + prime) % prime
function inverse(value: number): number {
  let [high, low, over, under] = [prime, modulo(value), 0, 1]
  while (low !== 0) {
    const times = Math.floor(high / low)
    ;[high, low] = [low, high - times * low]
    ;[over, under] = [under, over - times * under]
  }
  return modulo(over)
}

/** A sum that is told, with the others taken out of it: a one in the cell of its pivot, in which no other row has anything. */
interface Row {
  readonly pivot: number
  readonly row: readonly number[]
}

/** Sums over cells that are known, and with them every sum and difference of these. Rows are in reduced echelon form. */
class Sums {
  readonly #sizes: readonly number[]
  readonly #rows: readonly Row[]

  constructor(sizes: readonly number[], rows: readonly Row[] = []) {
    this.#sizes = sizes
    this.#rows = rows
  }

  /** What is known when the sum over some cells is told, too. */
  with(cells: ReadonlySet<number>): Sums {
    let added = this.#sizes.map((_, at): number => (cells.has(at) ? 1 : 0))
    for (const { pivot, row } of this.#rows) added = less(added, row, added[pivot] ?? 0)
    const pivot = added.findIndex((each) => each !== 0)
    if (pivot === -1) return this
    const by = inverse(added[pivot] ?? 1)
    const row = added.map((each) => modulo(each * by))
    const others = this.#rows.map((each) => ({ pivot: each.pivot, row: less(each.row, row, each.row[pivot] ?? 0) }))
    return new Sums(this.#sizes, [...others, { pivot, row }])
  }

  /**
   * Whether something can be worked out of a cell of one or two institutions, or of two cells of one. Each cell has a direction in the space
   * of what stays unknown: without one it is known, and two cells of the same direction are known together.
   */
  get tellsOfFew(): boolean {
    const pivots = new Map(this.#rows.map(({ pivot, row }) => [pivot, row]))
    const free = this.#sizes.flatMap((_, at) => (pivots.has(at) ? [] : [at]))
    const ofOne = new Set<string>()
    for (const [at, size] of this.#sizes.entries()) {
      if (size >= shownFrom) continue
      const row = pivots.get(at)
      const unknown = free.flatMap((column): [number, number][] => {
        const value = row ? (row[column] ?? 0) : column === at ? 1 : 0
        return value === 0 ? [] : [[column, value]]
      })
      const [first] = unknown
      if (!first) return true
      if (size > 1) continue
      const by = inverse(first[1])
      const direction = unknown.map(([column, value]) => `${column}:${modulo(value * by)}`).join(' ')
      if (ofOne.has(direction)) return true
      ofOne.add(direction)
    }
    return false
  }
}

const less = (from: readonly number[], row: readonly number[], times: number): number[] =>
  times === 0 ? [...from] : from.map((each, at) => modulo(each - times * (row[at] ?? 0)))

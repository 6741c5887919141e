/** A source of numbers in [0, 1), and what seeds ask of it. The same seed tells the same story. */
export interface Random {
  /** Next number in [0, 1). */
  next(): number
  /** Whole number from `from` to `to`, both included. */
  between(from: number, to: number): number
  /** True with that probability. */
  chance(probability: number): boolean
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T
  /** That many different entries, in the list's own order. */
  sample<T>(list: readonly T[], count: number): T[]
}

/** The mulberry32 generator (public domain): 32 bits of state, enough for a story. */
export function randomOf(seed: number | string): Random {
  let state = typeof seed === 'number' ? seed >>> 0 : hashOf(seed)
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (list) => pickAt(list, between(0, list.length - 1)),
    sample: (list, count) => {
      const keyed = list.map((entry, at) => ({ entry, at, key: next() }))
      const chosen = keyed.toSorted((left, right) => left.key - right.key).slice(0, count)
      return chosen.toSorted((left, right) => left.at - right.at).map(({ entry }) => entry)
    },
  }
}

/** FNV-1a of a text, 32 bits: a number that stays the same for a name. */
export function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93)
  return hash >>> 0
}

function pickAt<T>(list: readonly T[], at: number): T {
  const found = list[at]
  if (found === undefined) throw new Error('nothing to pick from an empty list')
  return found
}

/** What of an institution tells with others which one it is. */
export interface Quasi {
  readonly key: string
  readonly category: string
  readonly orientation: string
}

/** The same as it is told: null where it is held back. */
export interface Told {
  readonly category: string | null
  readonly orientation: string | null
}

export interface Generalised {
  /** Institutions that are told of, by key; of those that are not here only the count is told. */
  readonly told: ReadonlyMap<string, Told>
  readonly figures: {
    readonly k: number
    /** Told with both, with the category alone, with neither, and not told at all. */
    readonly whole: number
    readonly withoutOrientation: number
    readonly withoutBoth: number
    readonly suppressed: number
    /** Institutions of the smallest group that is told of; 0 where there is none. */
    readonly smallest: number
  }
}

/** Fewest institutions of which more than the count is told (OD3). */
export const fewest = 3

/**
 * Makes every institution one of at least `k` that are told alike: first by category and orientation, then by category alone, then by
 * neither; whoever is left then, being fewer, is counted and not told of. Source: SPEC KV8.
 */
export function generalise(all: readonly Quasi[], k: number): Generalised {
  const told = new Map<string, Told>()
  const counts: number[] = []
  let left = all
  let smallest = Infinity
  const steps: readonly ((each: Quasi) => Told)[] = [
    ({ category, orientation }) => ({ category, orientation }),
    ({ category }) => ({ category, orientation: null }),
    () => ({ category: null, orientation: null }),
  ]
  for (const step of steps) {
    const groups = [...Map.groupBy(left, (each) => JSON.stringify(step(each))).values()].filter((group) => group.length >= k)
    for (const group of groups) {
      smallest = Math.min(smallest, group.length)
      for (const each of group) told.set(each.key, step(each))
    }
    counts.push(groups.reduce((sum, group) => sum + group.length, 0))
    left = left.filter(({ key }) => !told.has(key))
  }
  const [whole = 0, withoutOrientation = 0, withoutBoth = 0] = counts
  return {
    told,
    figures: { k, whole, withoutOrientation, withoutBoth, suppressed: left.length, smallest: Number.isFinite(smallest) ? smallest : 0 },
  }
}

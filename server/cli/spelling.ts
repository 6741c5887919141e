/** Fewest letters of a name of which one other letter is a slip, and of which two are: short names of other programs are near to anything. */
const oneFrom = 6
const twoFrom = 9
/** What begins the names of settings of this program alone. */
const ours = /^(?:OIDC|LAB|IIP)_/
/** Of this program, and no settings. */
const others: ReadonlySet<string> = new Set(['IIP_DEV_VIEWS', 'IIP_DEV_API'])

export interface Misspelt {
  readonly name: string
  /** The setting that it is nearest to. */
  readonly nearest: string
}

/** Variables of an environment that look like a setting and are none. `files`: settings that a file may hold. */
export function misspeltIn(
  environment: readonly string[],
  { settings, files }: { readonly settings: readonly string[]; readonly files: ReadonlySet<string> },
): readonly Misspelt[] {
  const known = new Set([...settings, ...[...files].map((name) => `${name}_FILE`), ...others])
  return environment.flatMap((name) => {
    if (known.has(name) || !/^[A-Z][A-Z\d_]*$/i.test(name)) return []
    const [best] = [...known]
      .map((setting) => ({ nearest: setting, far: distance(name.toUpperCase(), setting) }))
      .toSorted((left, right) => left.far - right.far)
    if (!best) return []
    const most = best.nearest.length >= twoFrom ? 2 : best.nearest.length >= oneFrom ? 1 : 0
    return best.far <= most || ours.test(name) ? [{ name, nearest: best.nearest }] : []
  })
}

/** Letters to put in, take out, change or swap with the one beside it, between two words. */
export function distance(left: string, right: string): number {
  let before: number[] = []
  let row = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let at = 1; at <= left.length; at += 1) {
    const next = [at]
    for (let to = 1; to <= right.length; to += 1) {
      const same = left[at - 1] === right[to - 1]
      const cost = [(row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, (row[to - 1] ?? 0) + (same ? 0 : 1)]
      if (at > 1 && to > 1 && left[at - 1] === right[to - 2] && left[at - 2] === right[to - 1]) cost.push((before[to - 2] ?? 0) + 1)
      next.push(Math.min(...cost))
    }
    before = row
    row = next
  }
  return row[right.length] ?? 0
}

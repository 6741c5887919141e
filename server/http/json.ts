/** Whether no array or object lies deeper than `max` inside others. `value` is of JSON; it is never followed deeper than that. */
export function isWithinDepth(value: unknown, max: number): boolean {
  if (value === null || typeof value !== 'object') return true
  if (max <= 0) return false
  for (const each of Array.isArray(value) ? value : Object.values(value)) {
    if (each !== null && typeof each === 'object' && !isWithinDepth(each, max - 1)) return false
  }
  return true
}

/**
 * Whether every string that JSON writes is text: no NUL, which PostgreSQL does not hold, and no half of a surrogate pair, which becomes
 * another character in either database. Only escapes can write them: what was read as UTF-8 holds neither.
 */
export function isOfText(json: string): boolean {
  for (let at = json.indexOf('\\'); at >= 0; at = json.indexOf('\\', at + 2)) {
    if (json[at + 1] !== 'u') continue
    const code = Number.parseInt(json.slice(at + 2, at + 6), 16)
    if (code === 0 || (code >= 0xdc_00 && code <= 0xdf_ff)) return false
    if (code < 0xd8_00 || code > 0xdb_ff) continue
    if (!/^\\ud[c-f]/i.test(json.slice(at + 6, at + 10))) return false
    at += 6
  }
  return true
}

/** What was parsed from JSON as JSON again, however deep it nests: JSON.stringify runs out of stack. */
export function jsonTextOf(value: unknown): string {
  const parts: string[] = []
  const open: ({ readonly text: string } | { readonly value: unknown })[] = [{ value }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ('text' in next) parts.push(next.text)
    else if (next.value === null || typeof next.value !== 'object') parts.push(JSON.stringify(next.value) ?? 'null')
    else {
      const isList = Array.isArray(next.value)
      const inner = Object.entries(next.value)
      parts.push(isList ? '[' : '{')
      open.push({ text: isList ? ']' : '}' })
      for (const [at, [name, each]] of [...inner.entries()].toReversed()) {
        const before = `${at > 0 ? ',' : ''}${isList ? '' : `${JSON.stringify(name)}:`}`
        open.push({ value: each }, { text: before })
      }
    }
  }
  return parts.join('')
}

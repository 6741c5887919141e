/** Whether no array or object lies deeper than `max` inside others. `value` is of JSON; it is never followed deeper than that. */
export function isWithinDepth(value: unknown, max: number): boolean {
  if (value === null || typeof value !== 'object') return true
  if (max <= 0) return false
  for (const each of Array.isArray(value) ? value : Object.values(value)) {
    if (each !== null && typeof each === 'object' && !isWithinDepth(each, max - 1)) return false
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

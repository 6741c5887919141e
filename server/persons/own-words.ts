/** What stands where a mutation described somebody else. */
const other = '—'

/**
 * What somebody asked for, without other people: wherever it describes one who is not them, the name and the address go and the id stays.
 * What they wrote themselves stays as it is. `emails`: theirs, lower case. Source: SPEC LW9.
 */
export function withoutOthers(value: unknown, self: { readonly id: string; readonly emails: readonly string[] }): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutOthers(each, self))
  if (value === null || typeof value !== 'object') return value
  const at = (key: string): unknown => Reflect.get(value, key)
  const email = at('email')
  const isPerson = typeof email === 'string' || (typeof at('surname') === 'string' && typeof at('name') === 'string')
  const isOwn = typeof email === 'string' ? self.emails.includes(email.trim().toLowerCase()) : at('userId') === self.id
  // Of an account that is changed the arguments say from what to what: whose it is stands beside these.
  const isAboutSelf = at('userId') === self.id
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      if (isPerson && !isOwn && (key === 'name' || key === 'surname' || key === 'email')) return [key, other]
      const inner = isAboutSelf && (key === 'from' || key === 'to' || key === 'seen') ? each : withoutOthers(each, self)
      return [key, inner]
    }),
  )
}

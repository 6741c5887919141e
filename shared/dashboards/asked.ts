/** Institutions that stand beside each other at most. */
export const chosenMost = 4

/** What a visitor asks for; null where they say nothing. */
export interface AskedResults {
  readonly form: string | null
  readonly category: string | null
  /** Each once, in the order in which they were chosen. */
  readonly institutions: readonly string[]
}
/** An address's query as it came: its pairs, or by name. */
export type AskedQuery = Iterable<readonly [string, string]> | Readonly<Record<string, string | undefined>>

const wellFormed = /^[\w-]{1,64}$/
/** Categories of old were called by their name. */
const wellFormedCategory = /^[\p{L}\p{N} _-]{1,100}$/u
/** Most characters of a query's value that are read. */
const valueMost = 400
/** Fields of a form of four choices, for who has no script. */
const fieldsOfForm = ['institutions', 'i1', 'i2', 'i3', 'i4'] as const

/** What a query asks for; what is none of a choice's is passed over (DB10). */
export function askedResultsOf(query: AskedQuery): AskedResults {
  const pairs: readonly (readonly [string, string | undefined])[] = isPairs(query) ? [...query] : Object.entries(query)
  const values = (name: string): string[] =>
    pairs.flatMap(([key, value]) => (key === name && value !== undefined ? [value.slice(0, valueMost)] : []))
  const first = (name: string, pattern: RegExp): string | null => values(name).find((value) => pattern.test(value)) ?? null
  const institutions = fieldsOfForm.flatMap(values).flatMap((value) => value.split(','))
  return {
    form: first('form', wellFormed),
    category: first('category', wellFormedCategory),
    institutions: [...new Set(institutions.filter((id) => wellFormed.test(id)))].slice(0, chosenMost),
  }
}
const isPairs = (query: AskedQuery): query is Iterable<readonly [string, string]> => Symbol.iterator in query

/** The one way in which a choice stands in an address, with its `?`; '' where nothing was chosen (DB10). */
export function queryOfResults({ form, category, institutions }: AskedResults): string {
  const parts = [
    ...(form === null ? [] : [`form=${form}`]),
    ...(category === null ? [] : [`category=${encodeURIComponent(category)}`]),
    ...(institutions.length === 0 ? [] : [`institutions=${institutions.join(',')}`]),
  ]
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

/** Institutions that stand beside each other at most. */
export const chosenMost = 4

/** What a visitor asks for; null where they say nothing. */
export interface AskedResults {
  readonly form: string | null
  readonly category: string | null
  /** Each once, in the order in which they were chosen. */
  readonly institutions: readonly string[]
}
const nothingAsked: AskedResults = { form: null, category: null, institutions: [] }
/** An address's query as it came: its pairs, or by name. */
export type AskedQuery = Iterable<readonly [string, string]> | Readonly<Record<string, string | undefined>>

/** In an address, in the place of a form that is not public, whichever was asked for: what is said of all of them is the same. */
const notPublic = '-'
const wellFormed = /^[\w-]{1,64}$/
/** Categories of old were called by their name. */
const wellFormedCategory = /^[\p{L}\p{N} _-]{1,100}$/u
/** Most characters of a query's value that are read. */
const valueMost = 400
/** Fields of a form of four choices, for who has no script. */
const fieldsOfForm = ['institutions', 'i1', 'i2', 'i3', 'i4'] as const

/** What a query asks for; what is none of a choice's is passed over, but for a form: whoever names one means no other (DB10). */
export function askedResultsOf(query: AskedQuery): AskedResults {
  const pairs: readonly (readonly [string, string | undefined])[] = isPairs(query) ? [...query] : Object.entries(query)
  const values = (name: string): string[] =>
    pairs.flatMap(([key, value]) => (key === name && value !== undefined ? [value.slice(0, valueMost)] : []))
  const first = (name: string, pattern: RegExp): string | null => values(name).find((value) => pattern.test(value)) ?? null
  const institutions = fieldsOfForm.flatMap(values).flatMap((value) => value.split(','))
  return {
    form: first('form', wellFormed) ?? (values('form').some((value) => value !== '') ? notPublic : null),
    category: first('category', wellFormedCategory),
    institutions: [...new Set(institutions.filter((id) => wellFormed.test(id)))].slice(0, chosenMost),
  }
}
const isPairs = (query: AskedQuery): query is Iterable<readonly [string, string]> => Symbol.iterator in query

/** What can be asked for of a form: its categories in their order, and the category of each institution with public results. */
export interface AskableForm {
  readonly id: string
  readonly categories: readonly string[]
  readonly institutions: ReadonlyMap<string, string>
}

/**
 * What is shown of what is asked, every part of it said: nothing of a form that is not public, whatever else is not public is as if nobody
 * had asked for it, and whoever asks for institutions alone means their category. `forms`: the newest first, which is shown where none is
 * named (DB10).
 */
export function shownResults({ form, category, institutions }: AskedResults, forms: readonly AskableForm[]): AskedResults {
  const shown = form === null ? forms[0] : forms.find(({ id }) => id === form)
  if (!shown) return nothingAsked
  const known = institutions.filter((id) => shown.institutions.has(id))
  const [usual = null] = shown.categories
  const said = shown.categories.find((id) => id === category)
  const meant = said ?? (known[0] === undefined ? usual : (shown.institutions.get(known[0]) ?? usual))
  return { form: shown.id, category: meant, institutions: known.filter((id) => shown.institutions.get(id) === meant).slice(0, chosenMost) }
}

/**
 * The one query of what is shown of what is asked: every other that shows the same has it, too; '' of what is shown to who asks for nothing.
 * That a form is not public is one page, whichever was asked for (DB10).
 */
export function canonicalResults(asked: AskedResults, forms: readonly AskableForm[]): string {
  if (forms.length > 0 && shownResults(asked, forms).form === null) return queryOfResults({ ...nothingAsked, form: notPublic })
  const [query, usual] = [asked, nothingAsked].map((each) => queryOfResults(shownResults(each, forms)))
  return query === undefined || query === usual ? '' : query
}

/** The one way in which a choice stands in an address, with its `?`; '' where nothing was chosen (DB10). */
export function queryOfResults({ form, category, institutions }: AskedResults): string {
  const parts = [
    ...(form === null ? [] : [`form=${form}`]),
    ...(category === null ? [] : [`category=${encodeURIComponent(category)}`]),
    ...(institutions.length === 0 ? [] : [`institutions=${institutions.join(',')}`]),
  ]
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

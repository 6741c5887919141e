import type { Orientation } from '../institutions/model.ts'
import { openCategories, defaultYear, type OpenCategory } from './model.ts'
import { orientationNames } from './words.ts'

/** What a visitor chose. Of a category and an orientation one at most is chosen. */
export interface OpenFilter {
  /** Ascending, each once, only such as there are. */
  readonly years: readonly number[]
  readonly category: OpenCategory | null
  readonly orientation: Orientation | null
}

/** As a call or an address says it. */
export interface AskedFilter {
  readonly years?: string | undefined
  readonly category?: string | undefined
  readonly orientation?: string | undefined
}

/** The fields of an address's query. */
interface Query {
  get(name: string): string | null
  getAll(name: string): readonly string[]
}
/** What an address's query asks of open data; a form that was sent without a script names the field once for each year. */
export const askedFilterIn = (query: Query): AskedFilter => ({
  years: query.getAll('years').join(','),
  category: query.get('category') ?? undefined,
  orientation: query.get('orientation') ?? undefined,
})

/** Header of a reply that says of which report it is told: of two reports nothing is shown together. */
export const reportHeader = 'X-Report'

/** Longest `years` that is read, characters. */
export const yearsTextMost = 200

const yearsIn = (text: string): ReadonlySet<number> =>
  new Set(
    text
      .slice(0, yearsTextMost)
      .split(',')
      .filter((year) => /^\d{4}$/.test(year))
      .map(Number),
  )

/**
 * The filter that is meant, in the one form in which it is kept: years that are none of the data's are dropped, and none left means the
 * default one, or the first that there is; 'Todas' and an unknown name are no choice; beside a category an orientation is dropped.
 */
export function filterOf({ years = '', category, orientation }: AskedFilter, available: readonly number[]): OpenFilter {
  const asked = yearsIn(years)
  const known = available.toSorted((left, right) => left - right)
  const found = known.filter((year) => asked.has(year))
  const usual = known.includes(defaultYear) ? [defaultYear] : known.slice(0, 1)
  const chosen = openCategories.find((each) => each === category) ?? null
  return {
    years: found.length > 0 ? found : usual,
    category: chosen,
    orientation: chosen === null ? (orientationNames.find((each) => each === orientation) ?? null) : null,
  }
}

/** Years without data that are told at most of those that an address names. */
const missingMost = 5

/** Years that are asked for and that the data does not have, ascending: what shows others in their place says so (OD12). */
export function missingYears({ years = '' }: AskedFilter, available: readonly number[]): readonly number[] {
  const missing = [...yearsIn(years)].filter((year) => !available.includes(year))
  return missing.toSorted((left, right) => left - right).slice(0, missingMost)
}

/** Whether every year that is asked for is one that the data does not have: whoever asks so is shown no other year's figures (OD12). */
export const namesNoYear = (asked: AskedFilter, available: readonly number[]): boolean =>
  missingYears(asked, available).length > 0 && !available.some((year) => yearsIn(asked.years ?? '').has(year))

/** The same as a query with its `?`; '' for the filter that nobody chose. `missing`: years that an address names and that there are not. */
export function queryOf(filter: OpenFilter, available: readonly number[], missing: readonly number[] = []): string {
  const usual = filterOf({}, available)
  const isUsual = filter.years.join(',') === usual.years.join(',')
  const years = [...missing, ...(isUsual ? [] : filter.years)].toSorted((left, right) => left - right)
  const parts = [
    ...(years.length === 0 ? [] : [`years=${years.join(',')}`]),
    ...(filter.category === null ? [] : [`category=${encodeURIComponent(filter.category)}`]),
    ...(filter.orientation === null ? [] : [`orientation=${encodeURIComponent(filter.orientation)}`]),
  ]
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

import type { Grid } from '#client/areas/site/charts/marks/grid.ts'
import type { OpenFilter } from '#shared/open-data/filter.ts'
import type { OpenDataView } from '#shared/open-data/view.ts'
import type { OpenReply } from '#shared/open-data/replies.ts'
import type { Language } from '#client/i18n/language.ts'
import { missingText } from './chosen-text.ts'
import { saidIn } from './said.ts'
import type { Said } from './said.ts'

/** What a page's charts are drawn from. */
export interface PageData {
  readonly report: NonNullable<OpenDataView['report']>
  readonly filter: OpenFilter
  readonly sets: OpenDataView['sets']
  readonly language: Language
  readonly tablesOpen: boolean
}
export interface ChartsProps {
  readonly page: PageData
}

/** The same, with how it is said. */
export interface ShownData extends PageData {
  readonly said: Said
}
export const shownOf = (page: PageData): ShownData => ({ ...page, said: saidIn(page.language) })

interface Counted {
  readonly year: number
  readonly count: number
}

/** `37 instituciones en 2024`, or of several years `instituciones: 37 en 2023 y 40 en 2024`; years without any are left out. */
export const countsText = (counts: readonly Counted[], said: Said): string => perYear(counts, said, 'nIn', 'nOfYears')
/** The same of initiatives. */
export const worksText = (counts: readonly Counted[], said: Said): string => perYear(counts, said, 'worksIn', 'worksOfYears')

function perYear(counts: readonly Counted[], { t, list }: Said, one: 'nIn' | 'worksIn', several: 'nOfYears' | 'worksOfYears'): string {
  const some = counts.filter(({ count }) => count > 0)
  const [first] = some
  if (!first) return t(one, { n: 0, year: list(counts.map(({ year }) => year)) })
  if (some.length === 1) return t(one, { n: first.count, year: first.year })
  return t(several, { list: list(some.map(({ year, count }) => t('countIn', { n: count, year }))) })
}

/** What has to be known about years without data and groups too small to tell of (CH7). */
export function noticesOf(counts: readonly Counted[], { language }: Said): readonly string[] {
  const missing = counts.filter(({ count }) => count === 0).map(({ year }) => year)
  return missing.length === 0 ? [] : [missingText(missing, language)]
}

/** Tenths of a share, as it is shown. */
const tenths = (share: number): number => Math.round(share * 10)

/** That shares of a whole, as they are shown, do not add up to a hundred, where that is so. `wholes`: the shares of each. */
export function roundingNotice(wholes: readonly (readonly number[])[], { t }: Said): readonly string[] {
  const isOff = wholes.some((shares) => {
    const shown = shares.reduce((sum, share) => sum + tenths(share), 0)
    // Shares of something else than a whole are far from it.
    return shown !== 1000 && Math.abs(shares.reduce((sum, share) => sum + share, 0) - 100) <= 0.05 * shares.length
  })
  return isOff ? [t('rounding')] : []
}

/** The shares of each group of a grid. */
export const wholesOf = ({ groups, cells }: Pick<Grid, 'groups' | 'cells'>): readonly (readonly number[])[] =>
  groups.map((_, at) => cells.flatMap((row) => row[at]?.value ?? []))

/** Groups of which only the count is told, by name, as a notice. */
export const smallNotice = (
  groups: readonly { readonly name: string; readonly isHidden: boolean }[],
  { t, list }: Said,
): readonly string[] => {
  const small = [...new Set(groups.filter(({ isHidden }) => isHidden).map(({ name }) => name))]
  return small.length === 0 ? [] : [t('small', { groups: list(small) })]
}

/** Institutions of each year, of the set that counts them. */
export const countsOfScores = ({ reorder }: OpenReply<'scoreDistribution'>): readonly Counted[] =>
  Object.entries(reorder)
    .map(([year, { totalInstitutions }]) => ({ year: Number(year), count: totalInstitutions }))
    .toSorted((left, right) => left.year - right.year)

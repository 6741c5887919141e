import { openCategories } from '#shared/open-data/model.ts'
import type { OpenCategory, OpenDataset } from '#shared/open-data/model.ts'

/** What a workbook holds of one year. */
export interface YearSummary {
  readonly year: number
  readonly institutions: number
  readonly byCategory: Readonly<Record<OpenCategory, number>>
  readonly initiatives: number
}

/** What a workbook holds, year by year, for who is about to send it. */
export function summaryOf({ institutions, initiatives }: OpenDataset): readonly YearSummary[] {
  const years = [...new Set([...institutions, ...initiatives].map(({ year }) => year))].toSorted((left, right) => left - right)
  return years.map((year) => {
    const ofYear = institutions.filter((each) => each.year === year)
    const counted = openCategories.map((category): [OpenCategory, number] => [
      category,
      ofYear.filter((each) => each.category === category).length,
    ])
    return {
      year,
      institutions: ofYear.length,
      // Every category is counted above.
      byCategory: Object.fromEntries(counted) as Record<OpenCategory, number>,
      initiatives: initiatives.filter((each) => each.year === year).length,
    }
  })
}

import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { filterOf, type AskedFilter, type OpenFilter } from '#shared/open-data/filter.ts'
import type { OpenDataset } from '#shared/open-data/model.ts'
import { yearsOf } from '#shared/open-data/statistics.ts'

/**
 * The filter that a call means. 'Todas' and nothing are no choice. Years that the data does not have are left out while one that it has
 * is asked for. Fails: open_years_unknown, where it has none of them.
 */
export function askedFilter(asked: AskedFilter, dataset: OpenDataset): Result<OpenFilter> {
  const available = yearsOf(dataset)
  const years = (asked.years ?? '').split(',').filter((each) => each !== '')
  if (years.length > 0 && !available.some((year) => years.includes(String(year))))
    return fail('open_years_unknown', { years: available.join(', ') })
  return done(filterOf(asked, available))
}

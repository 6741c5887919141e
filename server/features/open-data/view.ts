import { filterOf, missingYears, namesNoYear, type AskedFilter, type OpenFilter } from '#shared/open-data/filter.ts'
import type { OpenDataset } from '#shared/open-data/model.ts'
import type { OpenReply } from '#shared/open-data/replies.ts'
import type { OpenSet } from '#shared/open-data/model.ts'
import { dayText } from '#shared/kernel/moment-words.ts'
import { openSetOf, yearsOf } from '#shared/open-data/statistics.ts'
import type { OpenDataView } from '#shared/open-data/view.ts'
import { partnerWords } from '#shared/open-data/words.ts'
import type { SiteLanguage } from '#shared/site/model.ts'
import type { SiteView } from '#shared/site/view.ts'
import type { Server } from '../../server.ts'

type OpenPage = Extract<SiteView, { kind: 'openData' }>['at']

/** What each page of open data shows. */
const setsOf: Readonly<Record<OpenPage, readonly OpenSet[]>> = {
  openData: ['averageIndex'],
  descriptiveStats: ['averageIndex', 'scoreDistribution', 'classDistribution', 'maturityLevels', 'publicSectorIndex'],
  capacities: ['keyCapability'],
  methodologySteps: ['methodologic'],
  initiatives: ['initiativeTypes', 'scopeChange', 'initiativeOrigin', 'directedInitiatives'],
}

/**
 * What a page of open data is drawn from: the filter that an address means, where junk means nothing, and the page's sets by it. The page
 * that leads to the others tells the index of every year. Of years that there are not nothing is told (OD12). Throws while the workbook cannot be read for now: what was shown before stands.
 */
export async function openDataViewOf(
  { openData }: Pick<Server, 'openData'>,
  at: OpenPage,
  asked: AskedFilter,
  language: SiteLanguage,
): Promise<OpenDataView> {
  const published = await openData.published()
  if (!published.ok) {
    if (published.failure.code !== 'open_data_none') throw new Error(`open data is not to be read: ${published.failure.code}`)
    return { report: null, filter: filterOf({}, []), years: [], missing: [], sets: {} }
  }
  const { report, dataset } = published.value
  const years = yearsOf(dataset)
  const filter = at === 'openData' ? { years, category: null, orientation: null } : filterOf(asked, years)
  const missing = at === 'openData' ? [] : missingYears(asked, years)
  const isNone = at !== 'openData' && namesNoYear(asked, years)
  const sets = Object.fromEntries((isNone ? [] : setsOf[at]).map((name) => [name, setIn(name, dataset, filter, language)]))
  const { id, title, description, at: since } = report
  return { report: { id, title, description, at: since, day: dayText(since, language, 'short') }, filter, years, missing, sets }
}

/** A set with what it says of itself in a language. */
export function setIn<Of extends OpenSet>(name: Of, dataset: OpenDataset, filter: OpenFilter, language: SiteLanguage): OpenReply<Of> {
  const found = openSetOf(name, dataset, filter)
  if (!('symbols' in found)) return found
  return { ...found, symbols: { pu: partnerWords.pu[language], ci: partnerWords.ci[language], ge: partnerWords.ge[language] } }
}

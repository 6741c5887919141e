import { sumPoints } from '../forms/round-points.ts'
import { bandsOf, sinceBefore, statisticsOf, type Statistics } from '../results/statistics.ts'
import { maturities } from '../results/maturities.ts'
import type { Orientation } from '../institutions/model.ts'
import type { OpenFilter } from './filter.ts'
import {
  capacities,
  capacityMax,
  directedTo,
  initiativeTypes,
  openCategories,
  openDimensions,
  origins,
  originYears,
  partners,
  phases,
  publicSectors,
  scopes,
} from './model.ts'
import type { Capacity, OpenBreak, OpenCategory, OpenDataset, OpenDimension, OpenInitiative, OpenInstitution } from './model.ts'
import type { OpenReply } from './replies.ts'
import type { OpenSet } from './model.ts'
import { groupKey, toldGroups, type GroupOf } from './told-groups.ts'
import { partnerWords } from './words.ts'

/** Years of a dataset, ascending. */
export const yearsOf = ({ institutions }: OpenDataset): readonly number[] =>
  [...new Set(institutions.map(({ year }) => year))].toSorted((left, right) => left - right)

/** Orientations that some institution of a dataset has, in their usual order. */
export const orientationsOf = ({ institutions }: OpenDataset, all: readonly Orientation[]): readonly Orientation[] =>
  all.filter((each) => institutions.some(({ orientation }) => orientation === each))

/** The index of an institution in a year, 0 to 100: the sum of its capacities (OD1). */
export const indexOf = ({ points }: OpenInstitution): number => sumPoints(capacities.map((each) => points[each]))

const isDimension = (part: OpenDimension | Capacity): part is OpenDimension => Object.hasOwn(openDimensions, part)
const capacitiesOf = (part: OpenDimension | Capacity): readonly Capacity[] => (isDimension(part) ? openDimensions[part] : [part])
/** Dimensions and capacities in their order, each dimension before its own. */
export const openParts: readonly (OpenDimension | Capacity)[] = (Object.keys(openDimensions) as OpenDimension[]).flatMap((each) => [
  each,
  ...openDimensions[each],
])
/** Most points of a dimension or a capacity. */
export const partMax = (part: OpenDimension | Capacity): number => sumPoints(capacitiesOf(part).map((each) => capacityMax[each]))

/** A score as it is told: to four decimals it would be somebody's name (OD3). */
const shownScore = (score: number): number => Math.round(score * 10) / 10

/** Who is counted: institutions, those that have initiatives, those that say whom theirs are directed at. */
type Counted = 'institutions' | 'initiatives' | 'directed'
type Within = Pick<GroupOf, 'category' | 'sector'>

/** What a filter leaves of a dataset: all years of the category or orientation, and which of them are told. */
interface Group {
  readonly filter: OpenFilter
  /** Years of the whole dataset. */
  readonly available: readonly number[]
  /** What an administrator declared of the whole dataset. */
  readonly breaks: readonly OpenBreak[]
  institutions(year: number, within?: Within): readonly OpenInstitution[]
  initiatives(year: number, within?: Within): readonly Found[]
  /** Whether more is told of it in a year than how many they are (OD3). */
  isTold(counted: Counted, year: number, within?: Within): boolean
}
/** An initiative and whose it is. */
interface Found {
  readonly initiative: OpenInitiative
  readonly institution: OpenInstitution
}

function groupOf(dataset: OpenDataset, filter: OpenFilter): Group {
  const { category, orientation } = filter
  const kept = dataset.institutions.filter(
    (each) => (category === null || each.category === category) && (orientation === null || each.orientation === orientation),
  )
  const byKey = new Map(kept.map((each) => [keyOf(each), each]))
  const byYear = Map.groupBy(kept, ({ year }) => year)
  const found = dataset.initiatives.flatMap((initiative): Found[] => {
    const institution = byKey.get(keyOf(initiative))
    return institution ? [{ initiative, institution }] : []
  })
  const foundByYear = Map.groupBy(found, ({ initiative }) => initiative.year)
  const told = toldOf(dataset)
  const institutions: Group['institutions'] = (year, within = {}) => (byYear.get(year) ?? []).filter((one) => isWithin(one, within))
  const initiatives: Group['initiatives'] = (year, within = {}) =>
    (foundByYear.get(year) ?? []).filter(({ institution }) => isWithin(institution, within))
  const isNobody: Readonly<Record<Counted, (year: number, within: Within) => boolean>> = {
    institutions: (year, within) => institutions(year, within).length === 0,
    initiatives: (year, within) => initiatives(year, within).length === 0,
    directed: (year, within) => initiatives(year, within).every(({ initiative }) => initiative.directedTo.length === 0),
  }
  return {
    filter,
    available: yearsOf(dataset),
    breaks: dataset.breaks ?? [],
    institutions,
    initiatives,
    isTold: (counted, year, within = {}) =>
      isNobody[counted](year, within) ||
      told[counted].get(year)?.has(groupKey({ ...within, ...(category && { category }), orientation })) === true,
  }
}
const keyOf = ({ year, code }: { readonly year: number; readonly code: string }): string => `${year} ${code}`
const isWithin = (one: OpenInstitution, { category, sector }: Within): boolean =>
  (category === undefined || one.category === category) && (sector === undefined || one.sector === sector)

type Told = Readonly<Record<Counted, ReadonlyMap<number, ReadonlySet<string>>>>
/** Which groups are told is the same for every filter, and worked out once. */
const toldKept = new WeakMap<OpenDataset, Told>()

function toldOf(dataset: OpenDataset): Told {
  const known = toldKept.get(dataset)
  if (known) return known
  const having = new Set(dataset.initiatives.map(keyOf))
  const directing = new Set(dataset.initiatives.filter((each) => each.directedTo.length > 0).map(keyOf))
  const groups = (counted: readonly OpenInstitution[]): ReadonlyMap<number, ReadonlySet<string>> =>
    new Map([...Map.groupBy(counted, ({ year }) => year)].map(([year, all]) => [year, toldGroups(all)]))
  const told: Told = {
    institutions: groups(dataset.institutions),
    initiatives: groups(dataset.institutions.filter((one) => having.has(keyOf(one)))),
    directed: groups(dataset.institutions.filter((one) => directing.has(keyOf(one)))),
  }
  toldKept.set(dataset, told)
  return told
}

/** What is told of the scores of a group: how many they are, and the rest only where it may be (OD3). */
function toldStatistics(group: Group, year: number, within: Within = {}): Statistics {
  const all = group.institutions(year, within)
  if (!group.isTold('institutions', year, within)) return { count: all.length, mean: null, median: null, deviation: null }
  const told = statisticsOf(all.map(indexOf))
  // Levels are counted from unrounded scores: the median is theirs, too, and is rounded once it is told.
  return { ...told, median: told.median !== null && isListed(group, year) ? shownScore(told.median) : null }
}

/**
 * Whether scores themselves are told, one by one or by the one in the middle. Who stands in the list of a category and in that of an
 * orientation, or in the one and not in the other, is known by the score: an orientation's are told only where what it has of each category
 * is a group that is told itself (OD3).
 */
function isListed(group: Group, year: number): boolean {
  if (!group.isTold('institutions', year)) return false
  return group.filter.orientation === null || openCategories.every((category) => group.isTold('institutions', year, { category }))
}

/** Values by a key that is one of a list. */
const each = <Key extends string, Value>(keys: readonly Key[], value: (key: Key) => Value): Readonly<Record<Key, Value>> =>
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<Key, Value>
const byYear = <Value>(years: readonly number[], value: (year: number) => Value): Readonly<Record<string, Value>> =>
  Object.fromEntries(years.map((year) => [String(year), value(year)]))
const countWhere = <Item>(items: readonly Item[], is: (item: Item) => boolean): number => items.filter(is).length

/** A part of a whole in percent; null of nothing. */
const percentOf = (part: number, whole: number): number | null => (whole === 0 ? null : (100 * part) / whole)

const averageNames = { catPilars: 'Pilares', catCentralized: 'Centralizadas', catNews: 'Nuevas' } as const
const differenceNames = { indexDiff: 'avgIndex', pilarsDiff: 'catPilars', centralizedDiff: 'catCentralized', newsDiff: 'catNews' } as const
type Average = 'avgIndex' | keyof typeof averageNames
type Averages = Readonly<Record<Average, number | null>>
type Differences = Readonly<Record<keyof typeof differenceNames, number | null>>

function averagesOf(group: Group, year: number): Averages {
  const of = (category: OpenCategory): number | null => toldStatistics(group, year, { category }).mean
  return {
    avgIndex: toldStatistics(group, year).mean,
    catPilars: of(averageNames.catPilars),
    catCentralized: of(averageNames.catCentralized),
    catNews: of(averageNames.catNews),
  }
}

const differencesBy = (of: (average: Average) => number | null): Differences => ({
  indexDiff: of(differenceNames.indexDiff),
  pilarsDiff: of(differenceNames.pilarsDiff),
  centralizedDiff: of(differenceNames.centralizedDiff),
  newsDiff: of(differenceNames.newsDiff),
})

/** Whether a dataset declares a break of a set. */
export const hasBreaks = ({ breaks = [] }: Pick<OpenDataset, 'breaks'>, set: OpenSet): boolean =>
  breaks.some(({ sets }) => sets.includes(set))

/** Breaks of a set that lie between two years: after the earlier one, and up to the later one with it. */
const breaksBetween = ({ breaks }: Pick<Group, 'breaks'>, set: OpenSet, one: number, other: number): readonly OpenBreak[] =>
  breaks.filter(({ year, sets }) => sets.includes(set) && year > Math.min(one, other) && year <= Math.max(one, other))

/** Breaks as a reply says them: nothing of a set of which none was declared, so that its shape is the same whatever is chosen. */
function toldBreaks({ breaks }: Pick<Group, 'breaks'>, set: OpenSet, found: readonly OpenBreak[]): Pick<OpenReply<OpenSet>, 'breaks'> {
  if (!hasBreaks({ breaks }, set)) return {}
  return { breaks: breaks.filter((each) => found.includes(each)).map(({ year, reason }) => ({ year, ...reason })) }
}

/** By how much each mean of a year is above or below that of another one; null where one of them has none, or where a break lies between. */
export function differencesOf(
  dataset: OpenDataset,
  filter: OpenFilter,
  from: number,
  to: number,
): Differences & Pick<OpenReply<OpenSet>, 'breaks'> {
  const group = groupOf(dataset, filter)
  const broken = breaksBetween(group, 'averageIndex', from, to)
  const [before, after] = [averagesOf(group, from), averagesOf(group, to)]
  const differences = differencesBy((average) => {
    const [was, is] = [before[average], after[average]]
    return was === null || is === null || broken.length > 0 ? null : is - was
  })
  return { ...differences, ...toldBreaks(group, 'averageIndex', broken) }
}

function averageIndex(group: Group): OpenReply<'averageIndex'> {
  const means = new Map(group.available.map((year) => [year, averagesOf(group, year)]))
  const known = (average: Average): ReadonlyMap<number, number> =>
    new Map(
      [...means].flatMap(([year, all]): [number, number][] => {
        const mean = all[average]
        return mean === null ? [] : [[year, mean]]
      }),
    )
  const byAverage = {
    avgIndex: known('avgIndex'),
    catPilars: known('catPilars'),
    catCentralized: known('catCentralized'),
    catNews: known('catNews'),
  }
  // A change that is kept back for a break has its reason, also where the year before is not shown.
  const kept: OpenBreak[] = []
  const since = (average: Average, year: number): number | null => {
    const found = sinceBefore(byAverage[average], year)
    const broken = found ? breaksBetween(group, 'averageIndex', found.year, year) : []
    kept.push(...broken)
    return found && broken.length === 0 ? found.by : null
  }
  const results = group.filter.years.map((year) => ({
    year,
    count: group.institutions(year).length,
    ...averagesOf(group, year),
    ...differencesBy((average) => since(average, year)),
  }))
  return { results, ...toldBreaks(group, 'averageIndex', [...kept, ...shownBreaks(group, 'averageIndex', group.filter.years)]) }
}

/** Breaks of a set that begin with a year that is shown, or lie between two of them. */
const shownBreaks = (group: Group, set: OpenSet, years: readonly number[]): readonly OpenBreak[] =>
  group.breaks.filter(
    ({ year, sets }) =>
      sets.includes(set) && (years.includes(year) || (years.some((each) => each < year) && years.some((each) => each > year))),
  )

function scoreDistribution(group: Group): OpenReply<'scoreDistribution'> {
  const { years } = group.filter
  return {
    results: years.map((year) => {
      const scores = group.institutions(year).map((one) => shownScore(indexOf(one)))
      return { year, scores: isListed(group, year) ? scores.toSorted((left, right) => left - right) : [] }
    }),
    reorder: byYear(years, (year) => {
      const { count, median, deviation } = toldStatistics(group, year)
      return { totalInstitutions: count, median, stddev: isListed(group, year) ? deviation : null }
    }),
  }
}

function classDistribution(group: Group): OpenReply<'classDistribution'> {
  const { years, category } = group.filter
  const shown = category === null ? openCategories : [category]
  return {
    results: years.flatMap((year) =>
      shown.map((name) => {
        const { count, mean, median, deviation } = toldStatistics(group, year, { category: name })
        return { year, category: name, totalInstitutions: count, mean, median, stddev: deviation }
      }),
    ),
  }
}

function maturityLevels(group: Group): OpenReply<'maturityLevels'> {
  return {
    results: group.filter.years.map((year) => {
      const bands = bandsOf(group.institutions(year).map(indexOf))
      const isTold = group.isTold('institutions', year)
      return maturities.map((level) => ({ year, level, count: isTold ? bands[level] : null }))
    }),
    totals: byYear(group.filter.years, (year) => group.institutions(year).length),
  }
}

function publicSectorIndex(group: Group): OpenReply<'publicSectorIndex'> {
  const { years } = group.filter
  return {
    years,
    publicSectors,
    result: byYear(years, (year) =>
      each(publicSectors, (sector) => {
        const { count, mean, deviation } = toldStatistics(group, year, { sector })
        return { avgIndex: mean, stdIndex: deviation, count }
      }),
    ),
  }
}

function keyCapability(group: Group): OpenReply<'keyCapability'> {
  const maxScoreDimensions = each(openParts, partMax)
  return {
    averageByYear: byYear(group.filter.years, (year) => {
      const all = group.institutions(year)
      const told = group.isTold('institutions', year) ? all : []
      const values = each(
        openParts,
        (part) => statisticsOf(told.map(({ points }) => sumPoints(capacitiesOf(part).map((one) => points[one])))).mean,
      )
      const percents = each(openParts, (part) => {
        const mean = values[part]
        return mean === null ? null : (100 * mean) / maxScoreDimensions[part]
      })
      return { count: all.length, values, percents }
    }),
    maxScoreDimensions,
  }
}

const setNames = ['set1', 'set2', 'set3', 'set4', 'set5', 'set6'] as const

function methodologic(group: Group): OpenReply<'methodologic'> {
  return {
    results: group.filter.years.map((year) => {
      const found = group.initiatives(year)
      const all = group.institutions(year)
      const [tellsOfWorks, tellsOfPartners] = [group.isTold('initiatives', year), group.isTold('institutions', year)]
      const sets = each(setNames, (name) => {
        const phase = phases[setNames.indexOf(name)]
        const reached = countWhere(found, ({ initiative }) => initiative.phases.some((one) => one === phase))
        const workedWith = each(partners, (partner) =>
          tellsOfPartners ? countWhere(all, (one) => phase !== undefined && one.partners[phase].includes(partner)) : null,
        )
        return { potencial: tellsOfWorks ? reached : null, ...workedWith }
      })
      return { year, totalInitiative: found.length, count: all.length, ...sets }
    }),
    symbols: each(partners, (partner) => partnerWords[partner].es),
  }
}

/** Initiatives of the chosen years, and those of them whose shares are told: a year that is not told by itself is no part of joined ones. */
function inYears(group: Group, within: Within = {}): { readonly total: number; readonly told: readonly Found[] } {
  const { years } = group.filter
  const count = years.reduce((sum, year) => sum + group.initiatives(year, within).length, 0)
  const told = years.filter((year) => group.isTold('initiatives', year, within))
  return { total: count, told: told.flatMap((year) => group.initiatives(year, within)) }
}

function typesOfInitiatives(group: Group): OpenReply<'initiativeTypes'> {
  const { total, told } = inYears(group)
  return {
    years: group.filter.years,
    total,
    hidden: total - told.length,
    graphData: each(Object.keys(initiativeTypes), (type) =>
      percentOf(
        countWhere(told, ({ initiative }) => initiative.type === type),
        told.length,
      ),
    ),
  }
}

function scopeChange(group: Group): OpenReply<'scopeChange'> {
  const bySector = each(publicSectors, (sector) => inYears(group, { sector }))
  return {
    years: group.filter.years,
    graphData: each(scopes, (scope) =>
      each(publicSectors, (sector) => {
        const { told } = bySector[sector]
        return percentOf(
          countWhere(told, ({ initiative }) => initiative.scope === scope),
          told.length,
        )
      }),
    ),
    totals: each(publicSectors, (sector) => bySector[sector].total),
    hidden: each(publicSectors, (sector) => bySector[sector].total - bySector[sector].told.length),
  }
}

/** Years of which the origin is told, whatever was chosen: the fixed ones, or those of the data where it has none of them (OD2). */
export const originYearsOf = (available: readonly number[]): readonly number[] =>
  originYears.some((year) => available.includes(year)) ? originYears : available

/** Null in a year that is none of the data's, which is not a year without initiatives. */
function initiativeOrigin(group: Group, years = originYearsOf(group.available)): OpenReply<'initiativeOrigin'> {
  return {
    results: years.map((year) => {
      const found = group.initiatives(year)
      const isMeasured = group.available.includes(year)
      const isTold = isMeasured && group.isTold('initiatives', year)
      const counts = each(origins, (origin) => (isTold ? countWhere(found, ({ initiative }) => initiative.origins.includes(origin)) : null))
      return { year, total: isMeasured ? found.length : null, ...counts }
    }),
  }
}

function directedInitiatives(group: Group): OpenReply<'directedInitiatives'> {
  return {
    graphData: group.filter.years.map((year) => {
      const found = group.initiatives(year).filter(({ initiative }) => initiative.directedTo.length > 0)
      const isTold = group.isTold('directed', year)
      const mentions = found.reduce((sum, { initiative }) => sum + initiative.directedTo.length, 0)
      const percents = each(directedTo, (to) =>
        percentOf(
          countWhere(found, ({ initiative }) => initiative.directedTo.includes(to)),
          isTold ? mentions : 0,
        ),
      )
      return {
        year,
        total: found.length,
        entityUsersPercent: percents.entityUsers,
        otherEntityUsersPercent: percents.otherEntityUsers,
        entityOfficialsPercent: percents.entityOfficials,
        otherOrientationPercent: percents.otherOrientation,
      }
    }),
  }
}

const makers: { readonly [Of in OpenSet]: (group: Group) => OpenReply<Of> } = {
  averageIndex,
  scoreDistribution,
  classDistribution,
  maturityLevels,
  publicSectorIndex,
  keyCapability,
  methodologic,
  initiativeTypes: typesOfInitiatives,
  scopeChange,
  initiativeOrigin,
  directedInitiatives,
}

/**
 * A set of open data, of what the filter leaves: years as chosen, but the origin of initiatives, which is of fixed years, and changes,
 * which are since the newest earlier year of all. Whatever the order of its rows a dataset says the same (OD1, OD2, OD3).
 */
export const openSetOf = <Of extends OpenSet>(name: Of, dataset: OpenDataset, filter: OpenFilter): OpenReply<Of> => {
  const group = groupOf(dataset, filter)
  return withBreaks(name, group, makers[name](group), name === 'initiativeOrigin' ? originYearsOf(group.available) : filter.years)
}

function withBreaks<Of extends OpenSet>(name: Of, group: Group, reply: OpenReply<Of>, years: readonly number[]): OpenReply<Of> {
  return { ...toldBreaks(group, name, shownBreaks(group, name, years)), ...reply }
}

/**
 * The same for a file that was asked for without years, which holds them all: what charts join over the chosen years stands in it year by
 * year, and the origin is told of each year of the data (OD11). `filter` has the years of the data.
 */
export function everyYearOf<Of extends OpenSet>(name: Of, dataset: OpenDataset, filter: OpenFilter): readonly OpenReply<Of>[] {
  if (joinedSets.has(name)) return filter.years.map((year) => openSetOf(name, dataset, { ...filter, years: [year] }))
  const group = groupOf(dataset, filter)
  const every: typeof makers = { ...makers, initiativeOrigin: () => initiativeOrigin(group, group.available) }
  return [withBreaks(name, group, every[name](group), filter.years)]
}
const joinedSets: ReadonlySet<OpenSet> = new Set<OpenSet>(['initiativeTypes', 'scopeChange'])

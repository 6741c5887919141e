import { sumPoints } from '../forms/round-points.ts'
import { bandsOf, sinceBefore, statisticsOf } from '../results/statistics.ts'
import { maturities } from '../results/model.ts'
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
  shownFrom,
} from './model.ts'
import type { Capacity, OpenCategory, OpenDataset, OpenDimension, OpenInitiative, OpenInstitution } from './model.ts'
import type { OpenReply, OpenSet } from './replies.ts'
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

/** What a filter leaves of a dataset: all years of the category or orientation, and which of them are told. */
interface Group {
  readonly filter: OpenFilter
  /** Years of the whole dataset. */
  readonly available: readonly number[]
  institutions(year: number): readonly OpenInstitution[]
  initiatives(year: number): readonly Found[]
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
  return {
    filter,
    available: yearsOf(dataset),
    institutions: (year) => byYear.get(year) ?? [],
    initiatives: (year) => foundByYear.get(year) ?? [],
  }
}
const keyOf = ({ year, code }: { readonly year: number; readonly code: string }): string => `${year} ${code}`

/** Values by a key that is one of a list. */
const each = <Key extends string, Value>(keys: readonly Key[], value: (key: Key) => Value): Readonly<Record<Key, Value>> =>
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<Key, Value>
const byYear = <Value>(years: readonly number[], value: (year: number) => Value): Readonly<Record<string, Value>> =>
  Object.fromEntries(years.map((year) => [String(year), value(year)]))
const countWhere = <Item>(items: readonly Item[], is: (item: Item) => boolean): number => items.filter(is).length

/** A part of a whole in percent; null of nothing, and where it would tell of fewer than three institutions (OD3). */
const percentOf = (part: number, whole: number, of: ReadonlySet<string>): number | null =>
  whole === 0 || of.size < shownFrom ? null : (100 * part) / whole
const whoseOf = (found: readonly Found[]): ReadonlySet<string> => new Set(found.map(({ institution }) => institution.code))

const averageNames = { catPilars: 'Pilares', catCentralized: 'Centralizadas', catNews: 'Nuevas' } as const
const differenceNames = { indexDiff: 'avgIndex', pilarsDiff: 'catPilars', centralizedDiff: 'catCentralized', newsDiff: 'catNews' } as const
type Average = 'avgIndex' | keyof typeof averageNames
type Averages = Readonly<Record<Average, number | null>>
type Differences = Readonly<Record<keyof typeof differenceNames, number | null>>

const meanOf = (institutions: readonly OpenInstitution[]): number | null => statisticsOf(institutions.map(indexOf)).mean

function averagesOf(group: Group, year: number): Averages {
  const all = group.institutions(year)
  const of = (category: OpenCategory): number | null => meanOf(all.filter((one) => one.category === category))
  return {
    avgIndex: meanOf(all),
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

/** By how much each mean of a year is above or below that of another one; null where one of them has none. */
export function differencesOf(dataset: OpenDataset, filter: OpenFilter, from: number, to: number): Differences {
  const group = groupOf(dataset, filter)
  const [before, after] = [averagesOf(group, from), averagesOf(group, to)]
  return differencesBy((average) => {
    const [was, is] = [before[average], after[average]]
    return was === null || is === null ? null : is - was
  })
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
  return {
    results: group.filter.years.map((year) => ({
      year,
      count: group.institutions(year).length,
      ...averagesOf(group, year),
      ...differencesBy((average) => sinceBefore(byAverage[average], year)?.by ?? null),
    })),
  }
}

function scoreDistribution(group: Group): OpenReply<'scoreDistribution'> {
  const { years } = group.filter
  const scoresOf = (year: number): readonly number[] =>
    group
      .institutions(year)
      .map(indexOf)
      .toSorted((left, right) => left - right)
  return {
    results: years.map((year) => {
      const scores = scoresOf(year)
      return { year, scores: scores.length < shownFrom ? [] : scores }
    }),
    reorder: byYear(years, (year) => {
      const { count, median, deviation } = statisticsOf(scoresOf(year))
      return { totalInstitutions: count, median, stddev: deviation }
    }),
  }
}

function classDistribution(group: Group): OpenReply<'classDistribution'> {
  const { years, category } = group.filter
  const shown = category === null ? openCategories : [category]
  return {
    results: years.flatMap((year) =>
      shown.map((name) => {
        const { count, mean, median, deviation } = statisticsOf(
          group
            .institutions(year)
            .filter((one) => one.category === name)
            .map(indexOf),
        )
        return { year, category: name, totalInstitutions: count, mean, median, stddev: deviation }
      }),
    ),
  }
}

function maturityLevels(group: Group): OpenReply<'maturityLevels'> {
  return {
    results: group.filter.years.map((year) => {
      const bands = bandsOf(group.institutions(year).map(indexOf))
      return maturities.map((level) => ({ year, level, count: bands[level] }))
    }),
  }
}

function publicSectorIndex(group: Group): OpenReply<'publicSectorIndex'> {
  const { years } = group.filter
  return {
    years,
    publicSectors,
    result: byYear(years, (year) =>
      each(publicSectors, (name) => {
        const { count, mean, deviation } = statisticsOf(
          group
            .institutions(year)
            .filter(({ sector }) => sector === name)
            .map(indexOf),
        )
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
      const values = each(
        openParts,
        (part) => statisticsOf(all.map(({ points }) => sumPoints(capacitiesOf(part).map((one) => points[one])))).mean,
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
      const sets = each(setNames, (name) => {
        const phase = phases[setNames.indexOf(name)]
        const reached = countWhere(found, ({ initiative }) => initiative.phases.some((one) => one === phase))
        const workedWith = each(partners, (partner) =>
          countWhere(all, (one) => phase !== undefined && one.partners[phase].includes(partner)),
        )
        return { potencial: reached, ...workedWith }
      })
      return { year, totalInitiative: found.length, count: all.length, ...sets }
    }),
    symbols: each(partners, (partner) => partnerWords[partner].es),
  }
}

const inYears = (group: Group): readonly Found[] => group.filter.years.flatMap((year) => group.initiatives(year))

function typesOfInitiatives(group: Group): OpenReply<'initiativeTypes'> {
  const found = inYears(group)
  const whose = whoseOf(found)
  return {
    total: found.length,
    graphData: each(Object.keys(initiativeTypes), (type) =>
      percentOf(
        countWhere(found, ({ initiative }) => initiative.type === type),
        found.length,
        whose,
      ),
    ),
  }
}

function scopeChange(group: Group): OpenReply<'scopeChange'> {
  const all = inYears(group)
  const bySector = each(publicSectors, (sector) => all.filter(({ institution }) => institution.sector === sector))
  return {
    graphData: each(scopes, (scope) =>
      each(publicSectors, (sector) => {
        const found = bySector[sector]
        return percentOf(
          countWhere(found, ({ initiative }) => initiative.scope === scope),
          found.length,
          whoseOf(found),
        )
      }),
    ),
    totals: each(publicSectors, (sector) => bySector[sector].length),
  }
}

/** Years of which the origin is told, whatever was chosen: the fixed ones, or those of the data where it has none of them (OD2). */
export const originYearsOf = (available: readonly number[]): readonly number[] =>
  originYears.some((year) => available.includes(year)) ? originYears : available

function initiativeOrigin(group: Group): OpenReply<'initiativeOrigin'> {
  return {
    results: originYearsOf(group.available).map((year) => {
      const found = group.initiatives(year)
      const counts = each(origins, (origin) => countWhere(found, ({ initiative }) => initiative.origins.includes(origin)))
      return { year, total: found.length, ...counts }
    }),
  }
}

function directedInitiatives(group: Group): OpenReply<'directedInitiatives'> {
  return {
    graphData: group.filter.years.map((year) => {
      const found = group.initiatives(year).filter(({ initiative }) => initiative.directedTo.length > 0)
      const whose = whoseOf(found)
      const mentions = found.reduce((sum, { initiative }) => sum + initiative.directedTo.length, 0)
      const percents = each(directedTo, (to) =>
        percentOf(
          countWhere(found, ({ initiative }) => initiative.directedTo.includes(to)),
          mentions,
          whose,
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
export const openSetOf = <Of extends OpenSet>(name: Of, dataset: OpenDataset, filter: OpenFilter): OpenReply<Of> =>
  makers[name](groupOf(dataset, filter))

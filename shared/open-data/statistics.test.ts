import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { orientations } from '../institutions/model.ts'
import { assertProperty } from '../testing/properties.ts'
import { openDatasets } from '../testing/random-open-data.ts'
import { filterOf, type OpenFilter } from './filter.ts'
import { capacities, openCategories, phases, publicSectors, scopes } from './model.ts'
import type { Capacity, OpenCategory, OpenDataset, OpenInitiative, OpenInstitution } from './model.ts'
import { openSets } from './replies.ts'
import { openSetNames, type OpenSet } from './model.ts'
import { differencesOf, everyYearOf, indexOf, openSetOf, yearsOf } from './statistics.ts'

const nobody: OpenInstitution['partners'] = { design: [], prototype: [], adjustment: [], pilot: [], implementation: [], evaluation: [] }
const withPoints = (of: Partial<Record<Capacity, number>>): OpenInstitution['points'] => ({
  humanTalent: 0,
  institucionalFramework: 0,
  digitalResources: 0,
  strategyGovernance: 0,
  activitiesPractices: 0,
  procedures: 0,
  processes: 0,
  userParticipation: 0,
  interinstitutionalCoordination: 0,
  environmentManagement: 0,
  ...of,
})
let made = 0
const anInstitution = (of: Partial<OpenInstitution> = {}): OpenInstitution => ({
  year: 2022,
  code: `I${(made += 1)}`,
  category: 'Pilares',
  orientation: 'Institucional',
  sector: 'health',
  points: withPoints({}),
  partners: nobody,
  ...of,
})
const anInitiative = (of: Pick<OpenInstitution, 'year' | 'code'>, rest: Partial<OpenInitiative> = {}): OpenInitiative => ({
  year: of.year,
  code: of.code,
  type: 'processes',
  scope: 'operation',
  origins: ['People'],
  directedTo: ['entityUsers'],
  phases: [],
  ...rest,
})
/** Points that come to a score: what the first capacities can hold of it. */
const scoring = (score: number): OpenInstitution['points'] => withPoints({ processes: score })
const everything: OpenFilter = { years: [2022], category: null, orientation: null }
const times = <T>(count: number, of: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => of(at))

/** Services by category, and how many of each had training: first edition of the index, technical note and open data. */
const first = { Pilares: [15, 10], Centralizadas: [7, 2], Nuevas: [15, 6] } as const
const trained: OpenDataset = {
  institutions: openCategories.flatMap((category) =>
    times(first[category][0], (at) => anInstitution({ category, points: withPoints({ humanTalent: at < first[category][1] ? 1.5 : 0 }) })),
  ),
  initiatives: [],
}

test('[OD1] points for training of the first edition have the means and sample deviations that were published of each category', () => {
  const { results } = openSetOf('classDistribution', trained, everything)
  expect(
    results.map(({ category, totalInstitutions, mean, stddev }) => [category, totalInstitutions, mean?.toFixed(6), stddev?.toFixed(6)]),
  ).toEqual([
    ['Pilares', 15, '1.000000', '0.731925'],
    ['Centralizadas', 7, '0.428571', '0.731925'],
    ['Nuevas', 15, '0.600000', '0.760639'],
  ])
})

test('[OD1] the published means of the categories come to the published mean of all, and its bands to the published counts', () => {
  const means: Record<OpenCategory, number> = { Pilares: 33.64, Centralizadas: 24.63, Nuevas: 26.66 }
  const averages = openSetOf(
    'averageIndex',
    {
      institutions: openCategories.flatMap((category) =>
        times(first[category][0], () => anInstitution({ category, points: scoring(means[category]) })),
      ),
      initiatives: [],
    },
    everything,
  ).results[0]
  expect([averages?.count, averages?.avgIndex?.toFixed(3)]).toEqual([37, '29.106'])
  expect([averages?.catPilars, averages?.catCentralized, averages?.catNews].map((each) => each?.toFixed(2))).toEqual([
    '33.64',
    '24.63',
    '26.66',
  ])

  const scores = [...times(18, (at) => at), ...times(12, (at) => 25 + at), ...times(6, (at) => 51 + at), 76]
  const levels = openSetOf(
    'maturityLevels',
    { institutions: scores.map((score) => anInstitution({ points: scoring(score) })), initiatives: [] },
    everything,
  )
  expect(levels.results[0]).toEqual([
    { year: 2022, level: 'Inicial', count: 18 },
    { year: 2022, level: 'Creciente', count: 12 },
    { year: 2022, level: 'Madura', count: 6 },
    { year: 2022, level: 'Modelo', count: 1 },
  ])
})

test('[OD2] a change is since the newest earlier year of the data that has a mean, whichever years were chosen', () => {
  const three = (of: Partial<OpenInstitution>): OpenInstitution[] => times(3, () => anInstitution(of))
  const dataset: OpenDataset = {
    institutions: [
      ...three({ year: 2020, points: scoring(10) }),
      ...three({ year: 2022, points: scoring(14), category: 'Nuevas' }),
      ...three({ year: 2023, points: scoring(13) }),
    ],
    initiatives: [],
  }
  const { results } = openSetOf('averageIndex', dataset, { ...everything, years: [2020, 2023] })
  expect(
    results.map(({ year, avgIndex, indexDiff, catPilars, pilarsDiff, newsDiff }) => ({
      year,
      avgIndex,
      indexDiff,
      catPilars,
      pilarsDiff,
      newsDiff,
    })),
  ).toEqual([
    { year: 2020, avgIndex: 10, indexDiff: null, catPilars: 10, pilarsDiff: null, newsDiff: null },
    // Of all since 2022; of Pilares, which had nobody in 2022, since 2020.
    { year: 2023, avgIndex: 13, indexDiff: -1, catPilars: 13, pilarsDiff: 3, newsDiff: null },
  ])
  expect(differencesOf(dataset, everything, 2020, 2022)).toEqual({ indexDiff: 4, pilarsDiff: null, centralizedDiff: null, newsDiff: null })
})

test('[OD2] the origin of initiatives is of 2022 to 2024 whatever was chosen, and of the data’s years where it has none of them; a year that was not measured has none, which is not zero', () => {
  const early = times(3, () => anInstitution({ year: 2023 }))
  const late = times(3, () => anInstitution({ year: 2026 }))
  const dataset = {
    institutions: [...early, ...late],
    initiatives: [
      ...early.map((each) => anInitiative(each, { origins: ['People', 'Citizens'] })),
      ...late.map((each) => anInitiative(each)),
    ],
  }
  const none = { total: null, People: null, Authority: null, Citizens: null, PublicEntity: null, Other: null }
  expect(openSetOf('initiativeOrigin', dataset, { ...everything, years: [2026] }).results).toEqual([
    { year: 2022, ...none },
    { year: 2023, total: 3, People: 3, Authority: 0, Citizens: 3, PublicEntity: 0, Other: 0 },
    { year: 2024, ...none },
  ])
  const lone = { institutions: late, initiatives: late.map((each) => anInitiative(each)) }
  expect(openSetOf('initiativeOrigin', lone, { ...everything, years: [2026] }).results.map(({ year, total }) => [year, total])).toEqual([
    [2026, 3],
  ])
})

test('[OD11] a file of every year tells the origin of each year of the data, and year by year what charts join', () => {
  const all = [2023, 2024, 2025].flatMap((year) => times(3, () => anInstitution({ year })))
  const dataset = { institutions: all, initiatives: all.map((each) => anInitiative(each)) }
  const filter = { years: [2023, 2024, 2025], category: null, orientation: null }
  expect(everyYearOf('initiativeOrigin', dataset, filter).flatMap(({ results }) => results.map(({ year }) => year))).toEqual(filter.years)
  for (const name of ['initiativeTypes', 'scopeChange'] as const)
    expect(everyYearOf(name, dataset, filter).map(({ years }) => years)).toEqual([[2023], [2024], [2025]])
  expect(everyYearOf('maturityLevels', dataset, filter)).toEqual([openSetOf('maturityLevels', dataset, filter)])
})

test('[OD1] phases count the initiatives that reached them and the institutions that worked in them with each partner', () => {
  const one = anInstitution({ partners: { ...nobody, design: ['pu', 'ge'], pilot: ['ci'] } })
  const two = anInstitution({ partners: { ...nobody, design: ['pu'] } })
  const third = anInstitution()
  const dataset = {
    institutions: [one, two, third],
    initiatives: [anInitiative(one, { phases: ['design', 'pilot'] }), anInitiative(two, { phases: ['design'] }), anInitiative(third)],
  }
  expect(openSetOf('methodologic', dataset, everything).results[0]).toMatchObject({
    year: 2022,
    totalInitiative: 3,
    count: 3,
    set1: { potencial: 2, pu: 2, ci: 0, ge: 1 },
    set2: { potencial: 0, pu: 0, ci: 0, ge: 0 },
    set4: { potencial: 1, pu: 0, ci: 1, ge: 0 },
  })
})

test('[OD1] a dimension is the sum of its capacities, and achievement the part of the most that can be obtained', () => {
  const dataset = {
    institutions: times(3, () => anInstitution({ points: withPoints({ humanTalent: 3, strategyGovernance: 7 }) })),
    initiatives: [],
  }
  const reply = openSetOf('keyCapability', dataset, everything)
  expect(reply.averageByYear['2022']).toMatchObject({
    count: 3,
    values: { institucionalResources: 10, humanTalent: 3, strategyGovernance: 7, processes: 0 },
    percents: { institucionalResources: 50, humanTalent: 50, strategyGovernance: 87.5, processes: 0 },
  })
  expect(reply.maxScoreDimensions).toMatchObject({ institucionalResources: 20, practicesProcesess: 40, collaborationOpenness: 40 })
})

test('[OD3] of fewer than three institutions it is told how many they are and how many initiatives they have, and nothing of their results', () => {
  const two = times(2, (at) => anInstitution({ points: scoring(10 + at), partners: { ...nobody, design: ['pu'] } }))
  const few = { institutions: two, initiatives: two.map((each) => anInitiative(each, { phases: ['design'] })) }
  expect(openSetOf('averageIndex', few, everything).results).toEqual([
    {
      year: 2022,
      count: 2,
      avgIndex: null,
      catPilars: null,
      catCentralized: null,
      catNews: null,
      indexDiff: null,
      pilarsDiff: null,
      centralizedDiff: null,
      newsDiff: null,
    },
  ])
  expect(openSetOf('scoreDistribution', few, everything)).toEqual({
    results: [{ year: 2022, scores: [] }],
    reorder: { '2022': { totalInstitutions: 2, median: null, stddev: null } },
  })
  expect(openSetOf('publicSectorIndex', few, everything).result['2022']?.health).toEqual({ avgIndex: null, stdIndex: null, count: 2 })
  expect(openSetOf('classDistribution', few, everything).results[0]).toMatchObject({
    totalInstitutions: 2,
    mean: null,
    median: null,
    stddev: null,
  })
  const levels = openSetOf('maturityLevels', few, everything)
  expect([levels.totals, levels.results[0]?.map(({ count }) => count)]).toEqual([{ '2022': 2 }, [null, null, null, null]])
  const { count, values, percents } = openSetOf('keyCapability', few, everything).averageByYear['2022'] ?? {}
  expect([count, new Set([...Object.values(values ?? {}), ...Object.values(percents ?? {})])]).toEqual([2, new Set([null])])
  expect(openSetOf('methodologic', few, everything).results[0]).toMatchObject({
    totalInitiative: 2,
    count: 2,
    set1: { potencial: null, pu: null, ci: null, ge: null },
  })
  const { total, hidden, graphData } = openSetOf('initiativeTypes', few, everything)
  expect([total, hidden, new Set(Object.values(graphData))]).toEqual([2, 2, new Set([null])])
  expect(openSetOf('scopeChange', few, everything)).toMatchObject({ totals: { health: 2 }, graphData: { operation: { health: null } } })
  expect(openSetOf('initiativeOrigin', few, everything).results[0]).toMatchObject({ year: 2022, total: 2, People: null })
  expect(openSetOf('directedInitiatives', few, everything).graphData).toMatchObject([{ total: 2, entityUsersPercent: null }])

  const third = anInstitution({ points: scoring(12) })
  const three = { institutions: [...two, third], initiatives: [...few.initiatives, anInitiative(third)] }
  expect(openSetOf('scoreDistribution', three, everything).results[0]?.scores).toEqual([10, 11, 12])
  expect(openSetOf('initiativeTypes', three, everything).graphData['processes']).toBe(100)
  // Initiatives of two institutions are told of two, however many others have none.
  const idle = { ...three, initiatives: few.initiatives }
  expect(openSetOf('initiativeTypes', idle, everything).graphData['processes']).toBeNull()
  expect(openSetOf('initiativeOrigin', idle, everything).results[0]?.People).toBeNull()
})

test('[OD3] of groups of three one is kept back where the others would leave two: their scores cannot be had by taking lists from each other', () => {
  const all = (['Pilares', 'Pilares', 'Pilares', 'Centralizadas', 'Centralizadas', 'Centralizadas', 'Nuevas', 'Nuevas'] as const).map(
    (category, at) => anInstitution({ year: 2024, category, points: scoring(5 + at / 8) }),
  )
  const dataset = { institutions: all, initiatives: [] }
  const listed = (category: OpenCategory | null): number =>
    openSetOf('scoreDistribution', dataset, { years: [2024], category, orientation: null }).results[0]?.scores.length ?? 0
  expect(listed(null)).toBe(8)
  expect([listed('Centralizadas'), listed('Pilares'), listed('Nuevas')]).toEqual([3, 0, 0])
})

test('[OD3] a year of two institutions is no part of joined years, and how many initiatives that leaves out is told', () => {
  const [early, late] = [times(2, () => anInstitution({ year: 2023 })), times(3, () => anInstitution({ year: 2024 }))]
  const dataset = {
    institutions: [...early, ...late],
    initiatives: [...early.map((each) => anInitiative(each, { type: 'technology' })), ...late.map((each) => anInitiative(each))],
  }
  const { total, hidden, graphData } = openSetOf('initiativeTypes', dataset, { ...everything, years: [2023, 2024] })
  expect([total, hidden, graphData['processes'], graphData['technology']]).toEqual([5, 2, 100, 0])
  const change = openSetOf('scopeChange', dataset, { ...everything, years: [2023, 2024] })
  expect([change.totals.health, change.hidden.health, change.graphData.operation.health]).toEqual([5, 2, 100])
})

test('[OD3] scores have one decimal, and an orientation lists none where one or two of a category would be found by standing in both lists, or in one alone', () => {
  const social = 'Ciudadana con Foco Social'
  const all = [
    ...times(3, (at) => anInstitution({ points: scoring(10.1234 + at) })),
    ...times(3, (at) => anInstitution({ category: 'Nuevas', points: scoring(15.5678 + at / 4) })),
    ...times(3, (at) => anInstitution({ orientation: social, points: scoring(5 + at) })),
    anInstitution({ category: 'Nuevas', orientation: social, points: scoring(12.3456) }),
  ]
  const told = (orientation: OpenFilter['orientation']) =>
    openSetOf('scoreDistribution', { institutions: all, initiatives: [] }, { years: [2022], category: null, orientation })
  expect(told(null).results[0]?.scores).toEqual([5, 6, 7, 10.1, 11.1, 12.1, 12.3, 15.6, 15.8, 16.1])
  expect([told(social).results[0]?.scores, told(social).reorder['2022']]).toEqual([
    [],
    { totalInstitutions: 4, median: null, stddev: null },
  ])
  // Whoever of the new ones does not stand in it is the one of the other orientation.
  expect(told('Institucional').results[0]?.scores).toEqual([])
})

/** Every set of a dataset with a filter. */
const allSets = (dataset: OpenDataset, filter: OpenFilter): Record<OpenSet, unknown> =>
  Object.fromEntries(openSetNames.map((name) => [name, openSetOf(name, dataset, filter)])) as Record<OpenSet, unknown>
const choices = fc.record({
  years: fc.subarray([2020, 2021, 2022, 2023, 2024, 2025]).map((years) => years.join(',')),
  category: fc.constantFrom(undefined, ...openCategories),
  orientation: fc.constantFrom(undefined, ...orientations),
})

test('[OD1] every set of whatever data is of the shape that its call says, and the same whatever the order of its rows', () =>
  assertProperty(
    fc.property(openDatasets, choices, (dataset, asked) => {
      const filter = filterOf(asked, yearsOf(dataset))
      const sets = allSets(dataset, filter)
      for (const name of openSetNames) expect(v.parse(openSets[name], sets[name])).toEqual(sets[name])
      const turned = { institutions: dataset.institutions.toReversed(), initiatives: dataset.initiatives.toReversed() }
      expect(allSets(turned, filter)).toEqual(sets)
    }),
  ))

/** The same, as far as both tell it. */
function agree(left: unknown, right: unknown): boolean {
  if (left === null || right === null) return true
  if (typeof left === 'number' && typeof right === 'number') return Math.abs(left - right) < 1e-9
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === 0 || right.length === 0 || (left.length === right.length && left.every((each, at) => agree(each, right[at])))
  if (typeof left !== 'object' || typeof right !== 'object') return left === right
  const other: Readonly<Record<string, unknown>> = { ...right }
  return Object.entries(left).every(([key, value]) => key === 'hidden' || agree(value, other[key]))
}

test('[OD1] what a filter tells is what the data would without everybody else', () =>
  assertProperty(
    fc.property(openDatasets, choices, (dataset, asked) => {
      const filter = filterOf(asked, yearsOf(dataset))
      const kept = dataset.institutions.filter(
        ({ category, orientation }) => [null, category].includes(filter.category) && [null, orientation].includes(filter.orientation),
      )
      // Years stay: whoever chose one without anybody reads that there is nobody.
      const alone = {
        institutions: kept,
        initiatives: dataset.initiatives.filter((each) => kept.some((one) => one.year === each.year && one.code === each.code)),
      }
      const whole = { ...filter, category: null, orientation: null }
      const isJoined = (name: OpenSet): boolean => name === 'initiativeTypes' || name === 'scopeChange'
      for (const name of openSetNames.filter((each) => each !== 'initiativeOrigin' && each !== 'classDistribution' && !isJoined(each)))
        expect(agree(openSetOf(name, alone, whole), openSetOf(name, dataset, filter)), name).toBe(true)
      for (const name of openSetNames.filter(isJoined))
        for (const year of filter.years)
          expect(agree(openSetOf(name, alone, { ...whole, years: [year] }), openSetOf(name, dataset, { ...filter, years: [year] }))).toBe(
            true,
          )
      const classes = openSetOf('classDistribution', alone, whole).results.filter(({ category }) =>
        [null, category].includes(filter.category),
      )
      expect(agree(classes, openSetOf('classDistribution', dataset, filter).results)).toBe(true)
    }),
  ))

const addsUp = (parts: readonly (number | null | undefined)[]): boolean =>
  parts.every((part) => part === null) || Math.abs(parts.reduce<number>((sum, part) => sum + (part ?? Number.NaN), 0) - 100) < 1e-9

test('[OD1] shares add up to a hundred or none is told, counts to those who are counted, and means lie between zero and the most', () =>
  assertProperty(
    fc.property(openDatasets, choices, (dataset, asked) => {
      const filter = filterOf(asked, yearsOf(dataset))
      expect(addsUp(Object.values(openSetOf('initiativeTypes', dataset, filter).graphData))).toBe(true)
      const change = openSetOf('scopeChange', dataset, filter).graphData
      for (const sector of publicSectors) expect(addsUp(scopes.map((scope) => change[scope][sector]))).toBe(true)
      for (const each of openSetOf('directedInitiatives', dataset, filter).graphData)
        expect(
          addsUp([each.entityUsersPercent, each.otherEntityUsersPercent, each.entityOfficialsPercent, each.otherOrientationPercent]),
        ).toBe(true)
      const counts = new Map(openSetOf('averageIndex', dataset, filter).results.map(({ year, count }) => [year, count]))
      for (const levels of openSetOf('maturityLevels', dataset, filter).results)
        expect([null, counts.get(levels[0]?.year ?? 0)]).toContain(
          levels.reduce<number | null>((sum, { count }) => (count === null || sum === null ? null : sum + count), 0),
        )
      const { averageByYear, maxScoreDimensions } = openSetOf('keyCapability', dataset, filter)
      for (const { values } of Object.values(averageByYear))
        for (const capacity of capacities) {
          const value = values[capacity]
          expect(value === null || (value >= 0 && value <= maxScoreDimensions[capacity] + 1e-9)).toBe(true)
        }
      for (const { totalInitiative, set1, set2, set3, set4, set5, set6 } of openSetOf('methodologic', dataset, filter).results)
        expect(
          [set1, set2, set3, set4, set5, set6].length === phases.length &&
            Math.max(set1.potencial ?? 0, set6.potencial ?? 0) <= totalInitiative,
        ).toBe(true)
    }),
  ))

/** Two years with many institutions in few groups, of which some are small. */
const crowded: fc.Arbitrary<OpenDataset> = fc
  .array(
    fc.record({
      year: fc.constantFrom(2022, 2023),
      category: fc.constantFrom(...openCategories),
      orientation: fc.constantFrom(...orientations),
      sector: fc.constantFrom(null, 'health' as const, 'economicAffairs' as const),
      initiatives: fc.constantFrom(0, 1, 1, 2),
    }),
    { minLength: 3, maxLength: 28 },
  )
  .map((all) => {
    const institutions = all.map(({ year, category, orientation, sector }, at) =>
      anInstitution({ year, category, orientation, sector, code: `C${at}` }),
    )
    return { institutions, initiatives: institutions.flatMap((each, at) => times(all[at]?.initiatives ?? 0, () => anInitiative(each))) }
  })

/** Rank of rows of whole numbers. */
function rankOf(rows: readonly (readonly number[])[]): number {
  const left = rows.map((row) => [...row])
  let rank = 0
  for (let column = 0; column < (rows[0]?.length ?? 0); column += 1) {
    const best = left.slice(rank).reduce((most, row, at) => {
      const size = Math.abs(row[column] ?? 0)
      return size > Math.abs(left[most]?.[column] ?? 0) ? at + rank : most
    }, rank)
    const [pivot, first] = [left[best], left[rank]]
    if (!pivot || !first || Math.abs(pivot[column] ?? 0) < 1e-9) continue
    ;[left[rank], left[best]] = [pivot, first]
    for (const [at, row] of left.entries()) {
      const by = at === rank ? 0 : (row[column] ?? 0) / (pivot[column] ?? 1)
      if (by !== 0) for (const place of row.keys()) row[place] = (row[place] ?? 0) - by * (pivot[place] ?? 0)
    }
    rank += 1
  }
  return rank
}

/**
 * Whose results can be worked out of sums that are told: nobody's alone, and no two's together. What two know together is a sum of told
 * rows that has nothing of anybody else: without their columns the rows have a smaller rank.
 */
function workedOut(rows: readonly (readonly number[])[]): readonly string[] {
  const distinct = [...new Map(rows.map((row) => [row.join(''), row])).values()]
  const people = [...(distinct[0] ?? []).keys()]
  const rank = rankOf(distinct)
  return people.flatMap((one) =>
    people.flatMap((other) => {
      if (other < one) return []
      const without = distinct.map((row) => row.filter((_, at) => at !== one && at !== other))
      return rankOf(without) < rank ? [`${one} and ${other}`] : []
    }),
  )
}

const everyFilter = (years: readonly number[]): readonly OpenFilter[] => [
  { years, category: null, orientation: null },
  ...openCategories.map((category) => ({ years, category, orientation: null })),
  ...orientations.map((orientation) => ({ years, category: null, orientation })),
]

test('[OD3] of nobody’s and of no two’s results anything can be worked out of all replies together, whatever is added to or taken from whatever', () =>
  assertProperty(
    fc.property(crowded, (dataset) => {
      const years = yearsOf(dataset)
      const ofIndex = new Map<number, number[][]>()
      const has = new Set(dataset.initiatives.map(({ year, code }) => `${year} ${code}`))
      const ofInitiatives: number[][] = []
      const inYear = (year: number): readonly OpenInstitution[] => dataset.institutions.filter((each) => each.year === year)
      const tell = (year: number, is: (one: OpenInstitution) => boolean): void => {
        ofIndex.set(year, [...(ofIndex.get(year) ?? []), inYear(year).map((one) => (is(one) ? 1 : 0))])
      }
      const listed: { readonly year: number; readonly is: (one: OpenInstitution) => boolean }[] = []
      for (const filter of everyFilter(years)) {
        const isMeant = ({ category, orientation }: OpenInstitution): boolean =>
          [null, category].includes(filter.category) && [null, orientation].includes(filter.orientation)
        for (const each of openSetOf('averageIndex', dataset, filter).results) if (each.avgIndex !== null) tell(each.year, isMeant)
        for (const { year, scores } of openSetOf('scoreDistribution', dataset, filter).results)
          if (scores.length > 0) {
            tell(year, isMeant)
            listed.push({ year, is: isMeant })
          }
        for (const { year, mean, category } of openSetOf('classDistribution', dataset, filter).results)
          if (mean !== null) tell(year, (one) => isMeant(one) && one.category === category)
        for (const levels of openSetOf('maturityLevels', dataset, filter).results)
          for (const { year, count } of levels) if (count !== null) tell(year, isMeant)
        for (const [year, { values }] of Object.entries(openSetOf('keyCapability', dataset, filter).averageByYear))
          if (values.humanTalent !== null) tell(Number(year), isMeant)
        for (const { year, set1 } of openSetOf('methodologic', dataset, filter).results) if (set1.pu !== null) tell(year, isMeant)
        for (const [year, sectors] of Object.entries(openSetOf('publicSectorIndex', dataset, filter).result))
          for (const sector of publicSectors)
            if (sectors[sector].avgIndex !== null) tell(Number(year), (one) => isMeant(one) && one.sector === sector)
      }
      // Who stands in two lists is known by the score, which few share.
      for (const one of listed)
        for (const other of listed) if (one.year === other.year) tell(one.year, (each) => one.is(each) && other.is(each))
      for (const rows of ofIndex.values()) expect(workedOut(rows)).toEqual([])

      // Of joined years a percent and their count say the sum.
      const working = dataset.institutions.filter(({ year, code }) => has.has(`${year} ${code}`))
      const tellWorks = (within: readonly number[], is: (one: OpenInstitution) => boolean): void => {
        ofInitiatives.push(working.map((one) => (within.includes(one.year) && is(one) ? 1 : 0)))
      }
      for (const chosen of [...years.map((year) => [year]), years])
        for (const filter of everyFilter(chosen)) {
          const isMeant = ({ category, orientation }: OpenInstitution): boolean =>
            [null, category].includes(filter.category) && [null, orientation].includes(filter.orientation)
          const types = openSetOf('initiativeTypes', dataset, filter)
          if (types.graphData['processes'] !== null) {
            // Which years are left out is known by their counts.
            const told = chosen.filter(
              (year) => openSetOf('initiativeTypes', dataset, { ...filter, years: [year] }).graphData['processes'] !== null,
            )
            tellWorks(told, isMeant)
          }
          for (const { year, set1 } of openSetOf('methodologic', dataset, filter).results)
            if (set1.potencial !== null) tellWorks([year], isMeant)
          for (const { year, People } of openSetOf('initiativeOrigin', dataset, filter).results)
            if (People !== null) tellWorks([year], isMeant)
          const change = openSetOf('scopeChange', dataset, filter)
          for (const sector of publicSectors)
            if (chosen.length === 1 && change.graphData.operation[sector] !== null)
              tellWorks(chosen, (one) => isMeant(one) && one.sector === sector)
        }
      expect(workedOut(ofInitiatives.filter((row) => row.includes(1)))).toEqual([])
    }),
    { runs: 25 },
  ))

test('[OD3] a median is that of the unrounded scores by which levels are counted, rounded once', () => {
  const institutions = [5, 12.34, 12.44, 15].map((score) => anInstitution({ points: scoring(score) }))
  const told = openSetOf('scoreDistribution', { institutions, initiatives: [] }, everything)
  expect(told.reorder['2022']?.median).toBe(12.4)
})

test('[OD3] a group that is told has three or more, and with enough of each everything is told', () => {
  const all = openCategories.flatMap((category) =>
    orientations.flatMap((orientation) => times(3, (at) => anInstitution({ category, orientation, points: scoring(at) }))),
  )
  const dataset = { institutions: all, initiatives: all.map((each) => anInitiative(each)) }
  for (const filter of everyFilter([2022])) {
    const { results, reorder } = openSetOf('scoreDistribution', dataset, filter)
    expect(results[0]?.scores).toHaveLength(reorder['2022']?.totalInstitutions ?? 0)
    expect(reorder['2022']?.median).toBe(1)
    const classes = openSetOf('classDistribution', dataset, filter).results
    expect(classes.every(({ totalInstitutions, mean }) => totalInstitutions === 0 || mean === 1)).toBe(true)
    expect(openSetOf('initiativeTypes', dataset, filter)).toMatchObject({ hidden: 0, graphData: { processes: 100 } })
  }
})

test('[OD1] the index is the sum of the ten capacities at four decimals', () => {
  expect(indexOf(anInstitution({ points: withPoints({ humanTalent: 0.1, processes: 0.2 }) }))).toBe(0.3)
})

/** A dataset of two or three years, each drawn by itself so that it is mostly told, with breaks of some of its sets. */
const brokenDatasets = fc.array(openDatasets, { minLength: 2, maxLength: 3 }).chain((drawn) => {
  const inYear = <Of extends { readonly year: number; readonly code: string }>(of: Of, at: number): Of => ({
    ...of,
    year: 2020 + at,
    code: `${of.year} ${of.code}`,
  })
  const dataset: OpenDataset = {
    institutions: drawn.flatMap(({ institutions }, at) => institutions.map((each) => inYear(each, at))),
    initiatives: drawn.flatMap(({ initiatives }, at) => initiatives.map((each) => inYear(each, at))),
  }
  const aBreak = fc.record({
    year: fc.constantFrom(...yearsOf(dataset)),
    sets: fc.subarray([...openSetNames], { minLength: 1 }),
    reason: fc.constantFrom({ es: 'Se renovó.', en: 'It was renewed.' }, { es: 'Cambió la regla.', en: 'The rule changed.' }),
  })
  return fc.array(aBreak, { minLength: 1, maxLength: 3 }).map((breaks) => ({ ...dataset, breaks }))
})

test('[OD14] over a declared break no change is told, its reason is, and nothing else of the data is another', () =>
  assertProperty(
    fc.property(brokenDatasets, fc.oneof(choices, fc.constant({ years: '2020,2021,2022' })), ({ breaks, ...dataset }, asked) => {
      const filter = filterOf(asked, yearsOf(dataset))
      const broken: OpenDataset = { ...dataset, breaks }
      for (const name of openSetNames) {
        const { breaks: told, ...reply } = openSetOf(name, broken, filter)
        expect(v.parse(openSets[name], { breaks: told, ...reply })).toEqual({ breaks: told, ...reply })
        expect(told !== undefined, name).toBe(breaks.some(({ sets }) => sets.includes(name)))
        if (name !== 'averageIndex') expect(reply, name).toEqual(openSetOf(name, dataset, filter))
      }
      const own = breaks.filter(({ sets }) => sets.includes('averageIndex')).map(({ year }) => year)
      const isOpen = (from: number, to: number): boolean => own.some((year) => year > Math.min(from, to) && year <= Math.max(from, to))
      const whole = openSetOf('averageIndex', dataset, { ...filter, years: yearsOf(dataset) }).results
      const told = openSetOf('averageIndex', broken, filter)
      for (const each of told.results)
        for (const [mean, diff] of pairs) {
          const before = whole.findLast((one) => one.year < each.year && one[mean] !== null)
          const exact = whole.find(({ year }) => year === each.year)?.[diff] ?? null
          const isBroken = before !== undefined && isOpen(before.year, each.year)
          expect([each[mean], each[diff]]).toEqual([whole.find(({ year }) => year === each.year)?.[mean] ?? null, isBroken ? null : exact])
          if (isBroken && exact !== null) expect((told.breaks ?? []).some(({ year }) => year > before.year && year <= each.year)).toBe(true)
        }
      const [from = 0, to = 0] = [yearsOf(dataset)[0], yearsOf(dataset).at(-1)]
      const { breaks: between, ...differences } = differencesOf(broken, filter, from, to)
      if (isOpen(from, to))
        expect([Object.values(differences).every((each) => each === null), between?.length]).toEqual([true, expect.any(Number)])
      else expect(differences).toEqual(differencesOf(dataset, filter, from, to))
    }),
  ))
const pairs = [
  ['avgIndex', 'indexDiff'],
  ['catPilars', 'pilarsDiff'],
  ['catCentralized', 'centralizedDiff'],
  ['catNews', 'newsDiff'],
] as const

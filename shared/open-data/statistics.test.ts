import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { orientations } from '../institutions/model.ts'
import { assertProperty } from '../testing/properties.ts'
import { openDatasets } from '../testing/random-open-data.ts'
import { filterOf, type OpenFilter } from './filter.ts'
import { capacities, openCategories, phases, publicSectors, scopes, shownFrom } from './model.ts'
import type { Capacity, OpenCategory, OpenDataset, OpenInitiative, OpenInstitution } from './model.ts'
import { openSetNames, openSets, type OpenSet } from './replies.ts'
import { differencesOf, indexOf, openSetOf, yearsOf } from './statistics.ts'

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
  const dataset: OpenDataset = {
    institutions: [
      anInstitution({ year: 2020, points: scoring(10) }),
      anInstitution({ year: 2022, points: scoring(14), category: 'Nuevas' }),
      anInstitution({ year: 2023, points: scoring(13) }),
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

test('[OD2] the origin of initiatives is of 2022 to 2024 whatever was chosen, and of the data’s years where it has none of them', () => {
  const [early, late] = [anInstitution({ year: 2023 }), anInstitution({ year: 2026 })]
  const dataset = {
    institutions: [early, late],
    initiatives: [anInitiative(early, { origins: ['People', 'Citizens'] }), anInitiative(late)],
  }
  expect(openSetOf('initiativeOrigin', dataset, { ...everything, years: [2026] }).results).toEqual([
    { year: 2022, total: 0, People: 0, Authority: 0, Citizens: 0, PublicEntity: 0, Other: 0 },
    { year: 2023, total: 1, People: 1, Authority: 0, Citizens: 1, PublicEntity: 0, Other: 0 },
    { year: 2024, total: 0, People: 0, Authority: 0, Citizens: 0, PublicEntity: 0, Other: 0 },
  ])
  const lone = { institutions: [late], initiatives: [anInitiative(late)] }
  expect(openSetOf('initiativeOrigin', lone, { ...everything, years: [2026] }).results.map(({ year, total }) => [year, total])).toEqual([
    [2026, 1],
  ])
})

test('[OD1] phases count the initiatives that reached them and the institutions that worked in them with each partner', () => {
  const one = anInstitution({ partners: { ...nobody, design: ['pu', 'ge'], pilot: ['ci'] } })
  const two = anInstitution({ partners: { ...nobody, design: ['pu'] } })
  const dataset = {
    institutions: [one, two],
    initiatives: [anInitiative(one, { phases: ['design', 'pilot'] }), anInitiative(two, { phases: ['design'] })],
  }
  expect(openSetOf('methodologic', dataset, everything).results[0]).toMatchObject({
    year: 2022,
    totalInitiative: 2,
    count: 2,
    set1: { potencial: 2, pu: 2, ci: 0, ge: 1 },
    set2: { potencial: 0, pu: 0, ci: 0, ge: 0 },
    set4: { potencial: 1, pu: 0, ci: 1, ge: 0 },
  })
})

test('[OD1] a dimension is the sum of its capacities, and achievement the part of the most that can be obtained', () => {
  const dataset = { institutions: [anInstitution({ points: withPoints({ humanTalent: 3, strategyGovernance: 7 }) })], initiatives: [] }
  const reply = openSetOf('keyCapability', dataset, everything)
  expect(reply.averageByYear['2022']).toMatchObject({
    count: 1,
    values: { institucionalResources: 10, humanTalent: 3, strategyGovernance: 7, processes: 0 },
    percents: { institucionalResources: 50, humanTalent: 50, strategyGovernance: 87.5, processes: 0 },
  })
  expect(reply.maxScoreDimensions).toMatchObject({ institucionalResources: 20, practicesProcesess: 40, collaborationOpenness: 40 })
})

test('[OD3] of fewer than three institutions how many there are and their mean is told: no scores, median, deviation nor shares of their initiatives', () => {
  const two = times(2, (at) => anInstitution({ points: scoring(10 + at) }))
  const few = { institutions: two, initiatives: two.map((each) => anInitiative(each)) }
  expect(openSetOf('scoreDistribution', few, everything)).toEqual({
    results: [{ year: 2022, scores: [] }],
    reorder: { '2022': { totalInstitutions: 2, median: null, stddev: null } },
  })
  expect(openSetOf('publicSectorIndex', few, everything).result['2022']?.health).toEqual({ avgIndex: 10.5, stdIndex: null, count: 2 })
  expect(openSetOf('classDistribution', few, everything).results[0]).toMatchObject({
    totalInstitutions: 2,
    mean: 10.5,
    median: null,
    stddev: null,
  })
  const { total, graphData } = openSetOf('initiativeTypes', few, everything)
  expect([total, new Set(Object.values(graphData))]).toEqual([2, new Set([null])])
  expect(openSetOf('scopeChange', few, everything)).toMatchObject({ totals: { health: 2 }, graphData: { operation: { health: null } } })
  expect(openSetOf('directedInitiatives', few, everything).graphData).toMatchObject([{ total: 2, entityUsersPercent: null }])

  const third = anInstitution({ points: scoring(12) })
  const three = { institutions: [...two, third], initiatives: [...few.initiatives, anInitiative(third)] }
  expect(openSetOf('scoreDistribution', three, everything).results[0]?.scores).toEqual([10, 11, 12])
  expect(openSetOf('initiativeTypes', three, everything).graphData['processes']).toBe(100)
  // Initiatives of two institutions are told of two, however many others have none.
  const idle = { ...three, initiatives: few.initiatives }
  expect(openSetOf('initiativeTypes', idle, everything).graphData['processes']).toBeNull()
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
      for (const name of openSetNames.filter((each) => each !== 'initiativeOrigin' && each !== 'classDistribution'))
        expect(openSetOf(name, alone, whole), name).toEqual(openSetOf(name, dataset, filter))
      const classes = openSetOf('classDistribution', alone, whole).results.filter(({ category }) =>
        [null, category].includes(filter.category),
      )
      expect(classes).toEqual(openSetOf('classDistribution', dataset, filter).results)
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
        expect(levels.reduce((sum, { count }) => sum + count, 0)).toBe(counts.get(levels[0]?.year ?? 0))
      const { averageByYear, maxScoreDimensions } = openSetOf('keyCapability', dataset, filter)
      for (const { values } of Object.values(averageByYear))
        for (const capacity of capacities) {
          const value = values[capacity]
          expect(value === null || (value >= 0 && value <= maxScoreDimensions[capacity] + 1e-9)).toBe(true)
        }
      for (const { totalInitiative, set1, set2, set3, set4, set5, set6 } of openSetOf('methodologic', dataset, filter).results)
        expect(
          [set1, set2, set3, set4, set5, set6].length === phases.length && Math.max(set1.potencial, set6.potencial) <= totalInitiative,
        ).toBe(true)
    }),
  ))

test('[OD3] whatever is chosen, nothing of a group of fewer than three is told but how many there are and their mean', () =>
  assertProperty(
    fc.property(openDatasets, choices, (dataset, asked) => {
      const filter = filterOf(asked, yearsOf(dataset))
      const { results, reorder } = openSetOf('scoreDistribution', dataset, filter)
      for (const { year, scores } of results) {
        const told = reorder[String(year)]
        const isSmall = (told?.totalInstitutions ?? 0) < shownFrom
        expect([scores.length === 0, told?.median === null, told?.stddev === null]).toEqual([isSmall, isSmall, isSmall])
      }
      for (const { totalInstitutions, median, stddev } of openSetOf('classDistribution', dataset, filter).results)
        expect([median === null, stddev === null]).toEqual([totalInstitutions < shownFrom, totalInstitutions < shownFrom])
      for (const sectors of Object.values(openSetOf('publicSectorIndex', dataset, filter).result))
        for (const { count, stdIndex } of Object.values(sectors)) expect(stdIndex === null).toBe(count < shownFrom)
    }),
  ))

test('[OD1] the index is the sum of the ten capacities at four decimals', () => {
  expect(indexOf(anInstitution({ points: withPoints({ humanTalent: 0.1, processes: 0.2 }) }))).toBe(0.3)
})

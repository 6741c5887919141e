import { orientations } from '#shared/institutions/model.ts'
import { capacityMax, openCategories, originYears, publicSectors, type Capacity, type OpenCategory } from '#shared/open-data/model.ts'
import { indexOf, openSetOf, yearsOf } from '#shared/open-data/statistics.ts'
import { readOpenWorkbook, writeOpenWorkbook } from '#shared/open-data/workbook.ts'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../testing/databases.ts'
import { WorkbookReader } from '../workbooks/workbook-reader.ts'
import { inventedStatistics, inventedWorkbook, seedOpenStatistics } from './open-statistics.ts'

const dataset = inventedStatistics()
const everything = { years: originYears, category: null, orientation: null }

const meanOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length
/** How two capacities go together over all institutions, −1 to 1. */
function together(one: Capacity, other: Capacity): number {
  const apart = (capacity: Capacity): number[] => {
    const values = dataset.institutions.map(({ points }) => points[capacity])
    return values.map((each) => each - meanOf(values))
  }
  const [left, right] = [apart(one), apart(other)]
  const product = (x: readonly number[], y: readonly number[]): number => meanOf(x.map((each, at) => each * (y[at] ?? 0)))
  return product(left, right) / Math.sqrt(product(left, left) * product(right, right))
}

test('[OD10] the demonstration tells of 2022 to 2024, with 57 to 65 institutions a year, every category and every sector, the same in every run', () => {
  expect(yearsOf(dataset)).toEqual([2022, 2023, 2024])
  for (const year of originYears) {
    const ofYear = dataset.institutions.filter((each) => each.year === year)
    expect([ofYear.length >= 57, ofYear.length <= 65, new Set(ofYear.map(({ code }) => code)).size]).toEqual([true, true, ofYear.length])
    expect(new Set(ofYear.map(({ category }) => category))).toEqual(new Set(openCategories))
    expect(new Set(ofYear.map(({ sector }) => sector))).toEqual(new Set(publicSectors))
  }
  expect(inventedStatistics()).toEqual(dataset)
  expect(Buffer.from(inventedWorkbook()).equals(Buffer.from(inventedWorkbook()))).toBe(true)
})

test('[OD10] its figures are such as the first edition had: means about a third of the points, each year a little more, and practices that go together', () => {
  const { results } = openSetOf('averageIndex', dataset, everything)
  const means = results.map(({ avgIndex }) => avgIndex ?? 0)
  expect(means.every((mean, at) => mean > 25 && mean < 45 && (at === 0 || mean > (means[at - 1] ?? 0)))).toBe(true)
  for (const each of dataset.institutions) {
    expect(indexOf(each) >= 0 && indexOf(each) <= 100).toBe(true)
    for (const [capacity, points] of Object.entries(each.points)) expect(points <= capacityMax[capacity as Capacity]).toBe(true)
  }
  const practices = together('activitiesPractices', 'procedures')
  const outside = together('activitiesPractices', 'environmentManagement')
  expect([practices > 0.55, outside > 0 && outside < 0.5, practices > outside]).toEqual([true, true, true])
  // Every sector is told; inside a category some are small, so that what is not told of it is seen.
  const isHidden = ({ count, avgIndex }: { count: number; avgIndex: number | null }): boolean => count > 0 && avgIndex === null
  const sectorsOf = (category: OpenCategory | null) =>
    Object.values(openSetOf('publicSectorIndex', dataset, { ...everything, category }).result).flatMap((year) => Object.values(year))
  expect([sectorsOf(null).some(isHidden), openCategories.some((category) => sectorsOf(category).some(isHidden))]).toEqual([false, true])
})

test('[OD10] whatever category or orientation is chosen, each of its years is told: scores, levels, capacities, phases and initiatives', () => {
  const chosen = [
    { category: null, orientation: null },
    ...openCategories.map((category) => ({ category, orientation: null })),
    ...orientations.map((orientation) => ({ category: null, orientation })),
  ]
  for (const choice of chosen) {
    const filter = { years: originYears, ...choice }
    const told = {
      scores: openSetOf('scoreDistribution', dataset, filter).results.map(({ scores }) => scores.length > 0),
      levels: openSetOf('maturityLevels', dataset, filter).results.map(([level]) => level?.count !== null),
      capacities: Object.values(openSetOf('keyCapability', dataset, filter).averageByYear).map(({ values }) => values.humanTalent !== null),
      phases: openSetOf('methodologic', dataset, filter).results.map(({ set1 }) => set1.potencial !== null && set1.pu !== null),
      origins: openSetOf('initiativeOrigin', dataset, filter).results.map(({ People }) => People !== null),
      directed: openSetOf('directedInitiatives', dataset, filter).graphData.map((each) => each.entityUsersPercent !== null),
    }
    for (const [name, years] of Object.entries(told)) expect(years, `${name} of ${JSON.stringify(choice)}`).toEqual([true, true, true])
    expect(openSetOf('initiativeTypes', dataset, filter).hidden).toBe(0)
  }
})

test('[OD10] its workbook is read without a problem, and says that nothing in it is true', async () => {
  expect(await new WorkbookReader().readOpenData(inventedWorkbook())).toEqual({ ok: true, value: { dataset, problems: [], more: 0 } })
  const sheets = writeOpenWorkbook(dataset).map(({ name, rows }) => ({
    name,
    merged: [],
    rows: rows.map((cells, at) => ({ row: at + 1, cells })),
  }))
  expect(readOpenWorkbook(sheets).dataset).toEqual(dataset)
})

onEachDatabase((start) => {
  test('[OD10] the demonstration brings it and publishes it as an administrator would, and everybody reads it', async () => {
    const server = await start()
    const { files, log } = server.app.server
    await seedOpenStatistics({ db: server.db, files, log, now: server.clock.now() }, 'root')
    expect((await server.call('GET', 'publicReports/openstatistics')).data).toEqual({ status: true })
    expect((await server.call('GET', 'publicReports/openstatistics/yearsavailable')).data).toEqual([2022, 2023, 2024])
    const { data } = await server.call('GET', 'openstatistics', { token: await server.token('root') })
    expect(data).toMatchObject([
      { title: 'Datos de demostración, inventados', public: true, description: expect.stringContaining('inventadas') },
    ])
  })
})

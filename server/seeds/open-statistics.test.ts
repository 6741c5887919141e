import { capacityMax, openCategories, originYears, publicSectors, type Capacity } from '#shared/open-data/model.ts'
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

test('[OD10] the demonstration tells of 2022 to 2024, with 36 to 44 institutions a year, every category and every sector, the same in every run', () => {
  expect(yearsOf(dataset)).toEqual([2022, 2023, 2024])
  for (const year of originYears) {
    const ofYear = dataset.institutions.filter((each) => each.year === year)
    expect([ofYear.length >= 36, ofYear.length <= 44, new Set(ofYear.map(({ code }) => code)).size]).toEqual([true, true, ofYear.length])
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
  // Some group is small, so that what is not told of it is seen.
  const sectors = openSetOf('publicSectorIndex', dataset, everything).result['2024']
  expect(Object.values(sectors ?? {}).some(({ count, stdIndex }) => count > 0 && stdIndex === null)).toBe(true)
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
    const { blobs, log } = server.app.server
    await seedOpenStatistics({ db: server.db, blobs, log, now: server.clock.now() }, 'root')
    expect((await server.call('GET', 'publicReports/openstatistics')).data).toEqual({ status: true })
    expect((await server.call('GET', 'publicReports/openstatistics/yearsavailable')).data).toEqual([2022, 2023, 2024])
    const { data } = await server.call('GET', 'openstatistics', { token: await server.token('root') })
    expect(data).toMatchObject([
      { title: 'Datos de demostración, inventados', public: true, description: expect.stringContaining('inventadas') },
    ])
  })
})

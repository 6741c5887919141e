import { differencesOf, computeResult } from '#shared/results/engine.ts'
import type { Publication, Snapshot } from '#shared/results/model.ts'
import { digestText } from '#shared/results/mutations.ts'
import { bandsOf } from '#shared/results/statistics.ts'
import { must } from '#shared/kernel/assert.ts'
import { parseScope, resultsScope } from '#shared/protocol/scope.ts'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/open.ts'
import { demoDatabase } from '../testing/demo-database.ts'
import { WorldStore } from '../world/store.ts'
import { cast } from './cast.ts'

const former = 'indice-2024'
let demo: Awaited<ReturnType<typeof demoDatabase>>
let db: Database
beforeAll(async () => {
  demo = await demoDatabase()
  ;({ db } = demo)
}, 120_000)
afterAll(() => demo.remove())

async function rowsOf<Row>(table: 'snapshot' | 'publication' | 'evaluation', scopes: string): Promise<[scope: string, row: Row][]> {
  const rows = await db.q
    .selectFrom('sync_row')
    .select(['scope', 'data'])
    .where('tbl', '=', table)
    .where('scope', 'like', scopes)
    .orderBy('scope')
    .orderBy('id')
    .execute()
  return rows.map(({ scope, data }) => [scope, JSON.parse(data)])
}
const institutionOf = (scope: string): string => {
  const parsed = parseScope(scope)
  return parsed && 'institutionId' in parsed ? parsed.institutionId : ''
}

test('last year’s results of every institution were kept and published, each as its answers and decisions come to', async () => {
  const snapshots = await rowsOf<Snapshot>('snapshot', `results:%:${former}`)
  const ids = cast.map(({ id }) => id).toSorted()
  for (const kind of ['preliminary', 'final'] as const)
    expect([...new Set(snapshots.filter(([, row]) => row.kind === kind).map(([scope]) => institutionOf(scope)))]).toEqual(ids)
  for (const [, { digest, ...row }] of snapshots) expect(createHash('sha256').update(digestText(row)).digest('hex')).toBe(digest)
  const worlds = new WorldStore()
  for (const institutionId of ids) {
    const [, newest] = must(
      snapshots.findLast(([scope, row]) => scope === resultsScope(institutionId, former) && row.kind === 'final'),
      institutionId,
    )
    const world = await db.read((tx) => worlds.read(tx, { institutionId, formId: former }))
    const again = computeResult(must(world, institutionId), { kind: 'final', thresholds: newest.thresholds })
    expect(differencesOf(newest.result, again)).toEqual([])
    expect([again.points, again.max]).toEqual([newest.result.points, 100])
  }
})

test('maturities are about as the first measurement had them, 18 to 12 to 6 to 1, and each category has several', async () => {
  const final = (await rowsOf<Snapshot>('snapshot', `results:%:${former}`)).filter(([, row]) => row.kind === 'final' && row.version === 1)
  expect(bandsOf(final.map(([, { result }]) => result.points))).toEqual({ Inicial: 8, Creciente: 5, Madura: 3, Modelo: 1 })
  const categories = Map.groupBy(final, ([, { category }]) => category.name)
  expect([...categories.keys()].toSorted()).toEqual(['Centralizadas', 'Nuevas', 'Pilares'])
  for (const [, own] of categories) expect(own.length).toBeGreaterThanOrEqual(3)
})

test('reviews rejected about as much as the first measurement’s did, five to seven of a hundred', async () => {
  const decided = Map.groupBy(await rowsOf<{ decision: string }>('evaluation', `inst:%:${former}`), ([scope]) => scope)
  const shares = [...decided.values()].map((rows) => rows.filter(([, { decision }]) => decision === 'Rejected').length / rows.length)
  const mean = shares.reduce((sum, each) => sum + each, 0) / shares.length
  expect([shares.length, mean >= 0.05, mean <= 0.07]).toEqual([cast.length, true, true])
})

test('a replica raised somebody’s result, one was worked out again with a reason, and each report says something of every level', async () => {
  const snapshots = await rowsOf<Snapshot>('snapshot', `results:%:${former}`)
  const pointsOf = (id: string, kind: string): number | undefined =>
    snapshots.find(([scope, row]) => institutionOf(scope) === id && row.kind === kind)?.[1].result.points
  expect(cast.filter(({ id }) => (pointsOf(id, 'final') ?? 0) > (pointsOf(id, 'preliminary') ?? 0)).length).toBeGreaterThan(0)
  const again = snapshots.filter(([, row]) => row.version > 1).map(([scope, row]) => [institutionOf(scope), row.kind, row.version])
  expect(again).toEqual([['sur', 'final', 2]])
  const publications = await rowsOf<Publication>('publication', `results:%:${former}`)
  expect(publications).toHaveLength(snapshots.length)
  for (const [scope, { snapshotId, texts }] of publications) {
    const [, { result }] = must(
      snapshots.find(([of, row]) => of === scope && row.id === snapshotId),
      snapshotId,
    )
    const silent = result.dimensions.filter(({ id, level }) => level !== null && !texts.dimensions[id])
    expect([texts.introduction === '', texts.conclusion === '', silent.map(({ id }) => id)]).toEqual([false, false, []])
  }
})

test('who appeals now has read preliminary results, nobody gets letters of it, and last year’s notices are no news', async () => {
  expect(
    (await rowsOf<Publication>('publication', 'results:%:ensayo-replica')).map(([scope, row]) => [institutionOf(scope), row.kind]),
  ).toEqual([['centro', 'preliminary']])
  expect(await db.q.selectFrom('letter').select('id').execute()).toEqual([])
  const notices = await db.q.selectFrom('sync_row').select(['scope', 'data']).where('tbl', '=', 'notice').execute()
  expect(notices.filter(({ data }) => data.includes('Índice 2024'))).toEqual([])
})

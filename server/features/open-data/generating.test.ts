import type { Dashboard } from '#shared/dashboards/model.ts'
import { generateReport, notesMost } from '#shared/open-data/routes.ts'
import { must } from '#shared/kernel/assert.ts'
import type { OpenDataset } from '#shared/open-data/model.ts'
import { indexOf } from '#shared/open-data/statistics.ts'
import { dashboardsScope } from '#shared/protocol/scope.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '../../seeds/cast.ts'
import { seedWhenEmpty } from '../../seeds/first-start.ts'
import { writeChanges } from '../../sync/changes.ts'
import { openSession } from '../../http/session.ts'
import { createApp, type App } from '../../app.ts'
import { openSqlite, type Database } from '../../db/open.ts'
import { createBlobs } from '../attachments/blobs.ts'
import { createPasswords } from '../accounts/passwords.ts'
import { migrate } from '../../migrations/run.ts'
import { instantOf } from '#shared/kernel/instant.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const former = 'indice-2024'
const now = instantOf(Date.UTC(2026, 2, 10, 12))
/** What the server takes for now. */
let clock = now
let dir: string
let db: Database
let app: App
let token: string

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'iip-open-'))
  db = openSqlite(join(dir, 'iip.sqlite'))
  await migrate(db)
  const log = { info: () => undefined, error: () => undefined }
  const passwords = await createPasswords({ memoryKib: 8, passes: 1 })
  await seedWhenEmpty({ db, blobs: await createBlobs(dir), passwords, log, now })
  app = await createApp({
    config: { dataDir: dir, publicUrl: 'http://localhost:8080', rehearsal: true },
    db,
    log,
    now: () => clock,
    passwordCost: { memoryKib: 8, passes: 1 },
  })
  token = await db.write((tx) => openSession(tx, { userId: 'lab-admin' }, now))
}, 120_000)
afterAll(async () => {
  await db.close()
  rmSync(dir, { recursive: true, force: true })
})

type Made = v.InferOutput<NonNullable<typeof generateReport.reply>>

async function call(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ data: unknown; error: { code: string; params?: object } | undefined }> {
  const response = await app.fetch(
    new Request(`http://localhost/api/v1/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
  return response.json()
}
const generate = (over: object = {}) =>
  call('POST', 'openstatistics/generate', { formIds: [former], title: 'Hecho', description: 'De resultados', ...over })
async function made(over: object = {}): Promise<Made & { dataset: OpenDataset }> {
  const { data, error } = await generate(over)
  expect(error).toBeUndefined()
  const reply = v.parse(must(generateReport.reply, 'a reply'), data)
  const row = await db.q
    .selectFrom('sync_row')
    .select('data')
    .where('tbl', '=', 'openReport')
    .where('id', '=', reply._id)
    .executeTakeFirstOrThrow()
  const read = await app.server.openData.of(JSON.parse(row.data))
  if (!read.ok) throw new Error(read.failure.code)
  return { ...reply, dataset: read.value }
}

test('[OD13] the published final results of a form become a workbook like any other: every institution with the points of its result, under a code that stays', async () => {
  const first = await made()
  expect(first.institutions).toBe(cast.length)
  const kept = await db.q
    .selectFrom('result_snapshot')
    .select(['institution_id', 'points', 'number'])
    .where('form_id', '=', former)
    .where('kind', '=', 'final')
    .where('published_at', 'is not', null)
    .orderBy('institution_id')
    .orderBy('number')
    .execute()
  const points = [...new Map(kept.map((row) => [row.institution_id, row.points])).values()]
  const ascending = (values: readonly number[]): number[] => values.toSorted((left, right) => left - right)
  expect(ascending(first.dataset.institutions.map(indexOf))).toEqual(ascending(points))
  expect(first.dataset.institutions.some((each) => Object.values(each.partners).some((worked) => worked.length > 0))).toBe(true)
  // The dashboards say which block holds the initiatives; a phase that they do not name is not guessed, and that is told.
  expect(first.initiatives).toBeGreaterThan(0)
  expect(new Set(first.notes.map(({ code }) => code))).toEqual(new Set(['open_gen_phases']))

  const again = await made()
  expect(again.dataset.institutions).toEqual(first.dataset.institutions)
  const codes = first.dataset.institutions.map(({ code }) => code)
  expect([
    new Set(codes).size,
    codes.filter((code) => cast.some((each) => [each.id, each.code, each.abbreviation].includes(code))),
  ]).toEqual([cast.length, []])
})

test('[OD13] initiatives come from the block that the dashboards name, with what their options are called, and phases that were not rejected', async () => {
  const prefix = 'an-'
  const inner = (name: string): string => `${prefix}ap-iniciativas-${name}`
  const phase = (id: string, name: string, question: string) => ({ id, name, questionId: inner(question), icon: null })
  const row: Dashboard = {
    id: 'institution',
    asociatedForms: [],
    asociatedFormsData: {},
    blockQuestion: `${prefix}ap-iniciativas`,
    phases: [
      phase('p1', 'Diseñada', 'disenada'),
      phase('p2', 'Prototipada', 'prototipada'),
      phase('p3', 'Piloto', 'piloteada'),
      phase('p4', 'Implementación', 'implementada'),
    ],
    iconIniciative: null,
    by: 'lab-admin',
    at: now,
  }
  await db.write((tx) => writeChanges(tx, [{ scope: dashboardsScope(former), part: '', table: 'dashboard', id: 'institution', row }], now))
  const { dataset, initiatives, notes } = await made()
  expect(initiatives).toBeGreaterThan(10)
  expect(dataset.initiatives.some(({ phases }) => phases.includes('pilot'))).toBe(true)
  expect(new Set(dataset.initiatives.map(({ type }) => type)).size).toBeGreaterThan(3)
  expect(dataset.initiatives.every(({ origins, directedTo }) => origins.length > 0 && directedTo.length > 0)).toBe(true)
  expect(notes).toContainEqual(
    expect.objectContaining({
      code: 'open_gen_phases',
      params: { name: expect.any(String), values: 'Ajuste en Base a Testeo, Evaluación' },
    }),
  )
  expect([notes.length <= notesMost, notes.some(({ code }) => code === 'open_gen_detail')]).toEqual([true, false])
})

test('[OD13] a report goes on from another one: its other years stay, and sectors are those that it says', async () => {
  const { data } = await call('GET', 'openstatistics')
  const [invented] = (data as { _id: string; title: string; institutions: number }[]).filter(({ title }) =>
    title.startsWith('Datos de demostración'),
  )
  const base = must(invented, 'the demonstration has a report')
  const { years, institutions } = await made({ base: base._id })
  expect(years).toEqual(expect.arrayContaining([2022, 2023, 2024]))
  expect(institutions).toBeGreaterThan(cast.length)
})

test('[OD13] a form without final results, two of one year and one that there is not are refused', async () => {
  expect((await generate({ formIds: ['indice-2025'] })).error?.code).toBe('open_results_none')
  expect((await generate({ formIds: ['nada'] })).error?.code).toBe('not_found')
  expect((await generate({ base: 'nada' })).error?.code).toBe('not_found')
  expect((await generate({ title: '' })).error?.code).toBe('open_title_missing')
  await db.write(async (tx) => {
    const twin = JSON.parse(
      (await tx.q.selectFrom('sync_row').select('data').where('tbl', '=', 'form').where('id', '=', former).executeTakeFirstOrThrow()).data,
    )
    await writeChanges(tx, [{ scope: 'form:twin', part: '', table: 'form', id: 'twin', row: { ...twin, id: 'twin' } }], now)
  })
  expect((await generate({ formIds: [former, 'twin'] })).error?.code).toBe('open_year_again')
})

test('[OD13] nothing is told of results before those who were measured may read them', async () => {
  // Published in the last days of what comes before their stage.
  clock = instantOf(Date.UTC(2025, 5, 25))
  try {
    expect((await generate()).error?.code).toBe('open_results_none')
  } finally {
    clock = now
  }
})

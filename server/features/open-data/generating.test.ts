import type { Dashboard } from '#shared/dashboards/model.ts'
import { generateReport, notesMost } from '#shared/open-data/routes.ts'
import { must } from '#shared/kernel/assert.ts'
import type { OpenDataset } from '#shared/open-data/model.ts'
import { openSetNames } from '#shared/open-data/model.ts'
import { indexOf } from '#shared/open-data/statistics.ts'
import { writeOpenWorkbook } from '#shared/open-data/workbook.ts'
import { dashboardsScope } from '#shared/protocol/scope.ts'
import { workbookOfSheets } from '../../http/table-file.ts'
import { tableLimits } from '../../workbooks/limits.ts'
import { withdrawnIn } from './generating.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '../../seeds/cast.ts'
import { seedWhenEmpty } from '../../seeds/first-start.ts'
import { writeChanges } from '../../sync/changes.ts'
import { openSession } from '../../http/session.ts'
import { createApp, type App } from '../../app.ts'
import { openSqlite, type Database } from '../../db/open.ts'
import { openDiskStore } from '../../files/disk.ts'
import { filesOf } from '../../files/store.ts'
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
  const passwords = createPasswords({ memoryKib: 8, passes: 1 })
  await seedWhenEmpty({ db, files: filesOf(await openDiskStore(dir)), passwords, log, now })
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
  // No workbook yet says which sector a code is of.
  expect(new Set(first.notes.map(({ code }) => code))).toEqual(new Set(['open_gen_phases', 'open_gen_sectors']))
  expect(first.notes).toContainEqual({ form: expect.any(String), institution: null, code: 'open_gen_sectors', params: { n: cast.length } })

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
  const { years, institutions, notes } = await made({ base: base._id })
  expect(years).toEqual(expect.arrayContaining([2022, 2023, 2024]))
  expect(institutions).toBeGreaterThan(cast.length)
  // Its codes are none of ours: who is in both passes for two.
  expect(notes).toContainEqual({ form: base.title, institution: null, code: 'open_gen_codes' })
})

test('[OD13] administrators read which institution each code is, and nobody else does', async () => {
  const { dataset } = await made()
  const response = await app.fetch(
    new Request('http://localhost/api/v1/openstatistics/codes', { headers: { Authorization: `Bearer ${token}` } }),
  )
  const read = await app.server.workbooks.read(new Uint8Array(await response.arrayBuffer()), tableLimits)
  if (!read.ok) throw new Error(read.failure.code)
  const rows = read.value[0]?.rows.slice(1) ?? []
  const names = new Map(rows.map(({ cells: [code, name] }) => [code, name]))
  expect(new Set(dataset.institutions.map(({ code }) => names.get(code)))).toEqual(new Set(cast.map(({ name }) => name)))
  const { id } = await db.q.selectFrom('user').select('id').where('email', '=', 'lider@norte.example').executeTakeFirstOrThrow()
  const leader = await db.write((tx) => openSession(tx, { userId: id }, now))
  const refused = await app.fetch(
    new Request('http://localhost/api/v1/openstatistics/codes', { headers: { Authorization: `Bearer ${leader}` } }),
  )
  expect(refused.status).toBe(403)
})

/** Writes a row of the database over while something is tried. */
async function meanwhile<T>(table: 'institution' | 'evaluation', id: string, over: object, run: () => Promise<T>): Promise<T> {
  const found = await db.q
    .selectFrom('sync_row')
    .select(['scope', 'data'])
    .where('tbl', '=', table)
    .where('id', '=', id)
    .orderBy('scope')
    .executeTakeFirstOrThrow()
  const write = (data: object): Promise<unknown> =>
    db.q
      .updateTable('sync_row')
      .set({ data: JSON.stringify(data) })
      .where('scope', '=', found.scope)
      .where('tbl', '=', table)
      .where('id', '=', id)
      .execute()
  const row = JSON.parse(found.data)
  await write({ ...row, ...over })
  try {
    return await run()
  } finally {
    await write(row)
  }
}

test('[OD13] an institution that is hidden by now is left out of the years that are kept, too, and counted', async () => {
  const first = await made()
  const before = {
    institutions: first.dataset.institutions.map((each) => ({ ...each, year: 2019 })),
    initiatives: first.dataset.initiatives.map((each) => ({ ...each, year: 2019 })),
  }
  const fields = new FormData()
  for (const [name, value] of Object.entries({ title: 'Antes', description: 'Un año antes' })) fields.set(name, value)
  fields.set('file', new File([workbookOfSheets(writeOpenWorkbook(before))], 'antes.xlsx'))
  const response = await app.fetch(
    new Request('http://localhost/api/v1/openstatistics', { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body: fields }),
  )
  const { data } = await response.json()
  const [one] = cast
  // What is public still counts it, and says so.
  const counted = (): Promise<number> => withdrawnIn(app.server, first.dataset)
  expect([await counted(), await meanwhile('institution', must(one, 'an institution').id, { hide: true }, counted)]).toEqual([0, 1])
  const hidden = await meanwhile('institution', must(one, 'an institution').id, { hide: true }, () => made({ base: data._id }))
  expect([hidden.years.includes(2019), hidden.institutions]).toEqual([true, 2 * (cast.length - 1)])
  expect(new Set(hidden.dataset.institutions.map(({ code }) => code)).size).toBe(cast.length - 1)
  expect(hidden.notes.filter(({ code }) => code === 'open_gen_hidden').map(({ form, params }) => [form, params])).toEqual(
    expect.arrayContaining([['Antes', { n: 1 }]]),
  )
  expect(hidden.notes.some(({ code }) => code === 'open_gen_codes')).toBe(false)
})

test('[OD13] an initiative counts once what names it was accepted, as it does in the results that everybody reads', async () => {
  const index = await db.read(async (tx) => app.server.worlds.readOnce(tx, { formId: former, institutionId: must(cast[0], 'one').id }))
  const naming = must(index?.index.question('an-ap-iniciativas')?.block[0], 'what names a row')
  const { id } = await db.q
    .selectFrom('sync_row')
    .select('id')
    .where('tbl', '=', 'evaluation')
    .where('id', 'like', `${naming}@%`)
    .where('data', 'like', '%"Accepted"%')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const { initiatives } = await made()
  expect((await meanwhile('evaluation', id, { decision: 'Observed' }, () => made())).initiatives).toBe(initiatives - 1)
})

test('[OD13] points that come to something else than the published result are told of each institution, and a sub-dimension that is worth less is no capacity', async () => {
  const snapshot = await db.q
    .selectFrom('result_snapshot')
    .selectAll()
    .where('form_id', '=', former)
    .where('kind', '=', 'final')
    .where('published_at', 'is not', null)
    .orderBy('institution_id')
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
  const write = (over: { points?: number; figures?: string }) =>
    db.q
      .updateTable('result_snapshot')
      .set(over)
      .where('form_id', '=', former)
      .where('kind', '=', 'final')
      .where('institution_id', '=', snapshot.institution_id)
      .where('number', '=', snapshot.number)
      .execute()
  const { points, figures } = snapshot
  try {
    await write({ points: points + 1 })
    const name = must(
      cast.find(({ id }) => id === snapshot.institution_id),
      'whose it is',
    ).name
    expect((await made()).notes.filter(({ code }) => code === 'open_gen_points')).toEqual([
      expect.objectContaining({ institution: name, params: { index: points, points: points + 1 } }),
    ])
    const less = JSON.parse(figures)
    for (const each of Object.values<[number, number]>(less.dimensions)) each[1] /= 2
    await write({ points, figures: JSON.stringify(less) })
    const { institutions, notes } = await made()
    expect(institutions).toBe(cast.length - 1)
    expect(notes.filter(({ code }) => code === 'open_gen_capacity')).toHaveLength(10)
  } finally {
    await write({ points, figures })
  }
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
    const { error } = await generate()
    expect(error).toMatchObject({ code: 'open_results_early', params: { form: 'Índice 2024', day: '2025-06-25' } })
  } finally {
    clock = now
  }
})

test('[OD13] where results are published and none can be in the report, the true reason is told', async () => {
  const rows = () => db.q.updateTable('result_snapshot').where('form_id', '=', former)
  const kept = await db.q
    .selectFrom('result_snapshot')
    .select(['number', 'institution_id', 'kind', 'category', 'figures'])
    .where('form_id', '=', former)
    .execute()
  try {
    await rows().set({ category: 'Municipios' }).execute()
    const { error } = await generate()
    expect(error).toMatchObject({ code: 'open_results_category', params: { values: 'Municipios' } })
    await rows()
      .set({ figures: JSON.stringify({ dimensions: {}, questions: {} }) })
      .execute()
    expect((await generate()).error?.code).toBe('open_gen_capacity')
  } finally {
    for (const { number, institution_id, kind, ...were } of kept)
      await rows().set(were).where('number', '=', number).where('institution_id', '=', institution_id).where('kind', '=', kind).execute()
  }
})

test('[OD14] [RS22] a report that is made of forms has the breaks that they declare, of all sets and at their year', async () => {
  const apart = { es: 'Se renovaron las preguntas.', en: 'The questions were renewed.' }
  expect((await made()).dataset.breaks).toBeUndefined()
  expect((await call('PUT', `form/${former}/apart`, { apart })).error).toBeUndefined()
  const { dataset, years } = await made()
  expect(dataset.breaks).toEqual([{ year: years[0], sets: openSetNames, reason: apart }])
  expect((await call('PUT', `form/${former}/apart`, { apart: null })).error).toBeUndefined()
})

import { must } from '#shared/kernel/assert.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { openPostgres, openSqlite } from '../db/open.ts'
import { migrate } from '../migrations/run.ts'
import { wire } from '../testing/app.ts'
import { command } from '../testing/command.ts'
import { startGround, type Ground } from '../testing/copied.ts'
import { newDatabase, postgresOfRun } from '../testing/own-postgres.ts'
import { launchServer, startServer } from '../testing/process.ts'
import { apiBase } from '#shared/contract/route.ts'
import { protocolVersion, schemaVersion } from '#shared/protocol/version.ts'
import { join } from 'node:path'
import { continueCounting } from './fill.ts'
import { rowsOf, lineOf } from './rows.ts'
import { tablesOf } from './catalogue.ts'

let ground: Ground
let target: string
beforeEach(async () => {
  ground = await startGround('sqlite')
  target = await newDatabase('empty')
})
afterEach(() => ground.close())

const move = (...args: string[]) => command({ DATA_DIR: ground.app.dataDir }, 'move', ...args)

test('[UG4] a device notices nothing of a move: its cursor goes on, what it had not sent arrives once, and nothing begins anew', async () => {
  const token = await ground.app.token('ana')
  const answer = (seq: number, value: string, unit: string) =>
    wire(seq, 'answer.set', { unit, value }, { mid: `run-of-a-device-of-ana-${seq}` })
  await ground.app.push(token, 'dev-1', [answer(1, 'Niño, ñandú — 100 %', 'q1'), answer(2, '<p>Línea\n y «otra»</p>', 'q2')])
  const { cursor, epoch } = (await ground.app.pull(token, 'dev-1', null)).data
  // Sent by a device that never heard that it arrived.
  await ground.app.push(token, 'dev-1', [answer(3, 'Sin respuesta', 'q20')])
  await ground.app.db.close()

  const moved = await move(target)
  expect(moved, moved.said).toMatchObject({ code: 0, said: expect.stringContaining('Sound:') })
  const from = openSqlite(join(ground.app.dataDir, 'iip.sqlite'), 'read')
  const to = openPostgres(target)
  await from.read((a) =>
    to.read(async (b) => {
      for (const table of await tablesOf(a)) {
        const lines: string[][] = [[], []]
        for await (const page of rowsOf(a, table)) lines[0]?.push(...page.map(lineOf))
        for await (const page of rowsOf(b, table)) lines[1]?.push(...page.map(lineOf))
        // Which of them is the right one is said in the former alone.
        expect(
          lines[0]?.filter((line) => !line.includes('moved_to')),
          table.name,
        ).toEqual(lines[1])
      }
    }),
  )
  await from.close()
  await to.close()

  const db = openPostgres(target)
  const server = await createApp({
    config: { dataDir: ground.app.dataDir, publicUrl: 'http://localhost:8080', rehearsal: true },
    db,
    log: { info: () => undefined, error: () => undefined },
    now: ground.app.clock.now,
  })
  const call = async (path: string, body: object) => {
    const request = new Request(`http://localhost${apiBase}/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ protocol: protocolVersion, schema: schemaVersion, deviceId: 'dev-1', ...body }),
    })
    const response = await server.fetch(request)
    return { status: response.status, ...(await response.json()) }
  }
  const pushed = await call('sync/push', {
    app: 'test',
    epoch,
    cursor,
    ackedThrough: 2,
    pending: 0,
    mutations: [answer(3, 'Sin respuesta', 'q20'), { ...answer(4, 'Después', 'q1'), b: 'run-of-a-device-of-ana-1' }],
  })
  expect(pushed).toMatchObject({ status: 200, data: { epoch, lastSeq: 4, results: [] } })
  const pulled = await call('sync/pull', { cursor })
  expect(pulled).toMatchObject({ status: 200, data: { epoch, acked: 4 } })
  // Only what changed since: nothing is begun anew.
  const answers = pulled.data.rows.filter((row: { t: string }) => row.t === 'answer').map((row: { i: string }) => row.i)
  expect(answers.toSorted()).toEqual(['q1', 'q20'])
  expect(pulled.data.rows.some((row: { t: string }) => row.t === 'person')).toBe(false)
  const entries = await db.q.selectFrom('sync_mutation').select('mid').where('device_id', '=', 'dev-1').orderBy('seq').execute()
  expect(entries.map(({ mid }) => mid)).toEqual([1, 2, 3, 4].map((seq) => `run-of-a-device-of-ana-${seq}`))
  server.drain()
  await server.settled()
  await db.close()
})

test('[UG5] a database that somebody has open is not moved, nor one into a place where anything is', async () => {
  const busy = await move(target)
  expect(busy).toMatchObject({ code: 1, said: expect.stringContaining('stop it first') })
  await ground.app.db.close()
  const taken = openPostgres(await newDatabase('migrated'))
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(taken.q)
  const url = (await postgresOfRun()) + must(rows[0], 'a name').name
  await taken.q.insertInto('meta').values({ key: 'epoch', value: 'of another life' }).execute()
  expect(await move(url)).toMatchObject({ code: 1, said: expect.stringContaining('is not empty (there is something in meta)') })
  expect((await taken.q.selectFrom('meta').selectAll().execute()).map(({ value }) => value)).toEqual(['of another life'])
  await taken.close()
  const unknown = new URL(target)
  unknown.password = 'not-the-password-4711'
  unknown.pathname = '/there-is-none'
  const refused = await move(unknown.href)
  expect(refused.code).toBe(1)
  expect(refused.said).not.toContain('4711')
  // And nothing is said to have been moved.
  const server = await startServer({ DATA_DIR: ground.app.dataDir, SEED: 'none' })
  expect(await server.end('SIGTERM')).toBe(0)
})

test('[UG5] a move that breaks off leaves nothing there, and can be done again', async () => {
  // What PostgreSQL cannot hold, in the last of the tables.
  await ground.app.db.q
    .insertInto('token')
    .values({ token_hash: 'a\u0000b', purpose: 'invite', user_id: 'ana', created_at: 't', expires_at: 't', used_at: null })
    .execute()
  await ground.app.db.close()
  const broken = await move(target)
  expect([broken.code, broken.said]).toEqual([
    1,
    expect.stringContaining(
      'the column token_hash of token holds NUL, which PostgreSQL does not keep, in the row of token_hash "a\\u0000b"',
    ),
  ])
  const db = openPostgres(target)
  expect(await db.q.selectFrom('user').select('id').execute()).toEqual([])
  await db.close()
  const again = openSqlite(join(ground.app.dataDir, 'iip.sqlite'))
  await again.q.deleteFrom('token').where('purpose', '=', 'invite').execute()
  await again.close()
  const moved = await move(target)
  expect(moved, moved.said).toMatchObject({ code: 0 })
})

test('[UG7] a device whose name holds NUL is told by doctor and moved without it; any other text with it is an error of doctor', async () => {
  const settings = { DATA_DIR: ground.app.dataDir }
  await ground.app.token('ana')
  await ground.app.db.q.updateTable('session').set({ device_id: 'mi\u0000equipo' }).execute()
  const told = await command(settings, 'doctor')
  expect(told, told.said).toMatchObject({
    code: 0,
    said: expect.stringMatching(/warning +text: the column device_id of session holds NUL/),
  })
  await ground.app.db.q.updateTable('meta').set({ value: 'a\u0000b' }).where('key', '=', 'epoch').execute()
  expect(await command(settings, 'doctor')).toMatchObject({
    code: 1,
    said: expect.stringMatching(/error +text: the column value of meta holds NUL, .* in the row of key "epoch"/),
  })
  await ground.app.db.q.updateTable('meta').set({ value: 'epoch' }).where('key', '=', 'epoch').execute()
  await ground.app.db.close()
  const moved = await move(target)
  expect(moved, moved.said).toMatchObject({ code: 0 })
  const db = openPostgres(target)
  expect(await db.q.selectFrom('session').select('device_id').execute()).toEqual([{ device_id: 'miequipo' }])
  await db.close()
})

test('[UG6] no server starts on a SQLite database that was moved, until somebody takes it back', async () => {
  await ground.app.db.close()
  expect(await move(target)).toMatchObject({ code: 0 })
  const launched = await launchServer({ DATA_DIR: ground.app.dataDir, SEED: 'none' })
  expect(await launched.ended).toBe(1)
  expect(launched.said()).toContain('was moved to PostgreSQL')
  expect(await move(await newDatabase('empty'))).toMatchObject({
    code: 1,
    said: expect.stringContaining('was moved already'),
  })
  expect(await move('--take-back')).toMatchObject({ code: 0 })
  expect(await move('--take-back')).toMatchObject({ code: 1 })
  const server = await startServer({ DATA_DIR: ground.app.dataDir, SEED: 'none' })
  expect(await server.end('SIGTERM')).toBe(0)
})

test('[UG4] a column that PostgreSQL numbers by itself goes on after what came', async () => {
  const db = openPostgres(target)
  await migrate(db)
  await sql`create table numbered (id integer generated by default as identity primary key)`.execute(db.q)
  await sql`insert into numbered (id) values (1), (7)`.execute(db.q)
  await db.write((tx) => continueCounting(tx))
  await sql`insert into numbered default values`.execute(db.q)
  expect((await sql<{ id: number }>`select max(id) as id from numbered`.execute(db.q)).rows).toEqual([{ id: 8 }])
  await db.close()
})

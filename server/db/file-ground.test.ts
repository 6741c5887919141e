import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { layTiny, startServer, type ServerProcess } from '../testing/process.ts'
import { DatabaseLost } from './lost.ts'
import { openSqlite, type Database } from './open.ts'

let dir: string
let path: string
let db: Database
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'iip-ground-'))
  path = join(dir, 'iip.sqlite')
  db = openSqlite(path)
  await db.write(async (tx) => {
    await tx.q.schema.createTable('meta').addColumn('key', 'text').addColumn('value', 'text').execute()
  })
})
afterEach(async () => {
  await db.close()
  rmSync(dir, { recursive: true, force: true })
})

const insert = (key: string) => db.q.insertInto('meta').values({ key, value: '' }).execute()
const written = async (key: string): Promise<unknown> =>
  db
    .write(async (tx) => {
      await tx.q.insertInto('meta').values({ key, value: '' }).execute()
    })
    .catch((error: unknown) => error)

test('nothing is committed into a database file, or a log of one, that was removed', async () => {
  await insert('before')
  for (const name of ['iip.sqlite', 'iip.sqlite-wal']) {
    renameSync(join(dir, name), join(dir, 'away'))
    expect(await written('in a transaction'), name).toBeInstanceOf(DatabaseLost)
    await expect(insert('by itself'), name).rejects.toThrow(DatabaseLost)
    renameSync(join(dir, 'away'), join(dir, name))
    expect(await written(`back: ${name}`), name).toBeUndefined()
  }
  const keys = await db.q.selectFrom('meta').select('key').execute()
  expect(keys.map(({ key }) => key)).toEqual(['before', 'back: iip.sqlite', 'back: iip.sqlite-wal'])
})

test('what is committed while its file is removed is not acknowledged', async () => {
  const done = db
    .write(async (tx) => {
      await tx.q.insertInto('meta').values({ key: 'too late', value: '' }).execute()
      renameSync(path, join(dir, 'away'))
    })
    .catch((error: unknown) => error)
  expect(await done).toBeInstanceOf(DatabaseLost)
})

test('a database file that was put back from a copy under the running server is not written to', async () => {
  copyFileSync(path, join(dir, 'copy'))
  renameSync(join(dir, 'copy'), path)
  expect(await written('into the old one')).toBeInstanceOf(DatabaseLost)
})

test('a server whose data directory is removed acknowledges nothing more and is not ready', async () => {
  const data = join(dir, 'data')
  let server: ServerProcess | undefined
  try {
    mkdirSync(data)
    const { settings, token } = await layTiny('sqlite', data, 'sur-lider')
    server = await startServer(settings)
    const { origin } = server
    const post = (where: string, body: unknown): Promise<Response> => {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
      return fetch(`${origin}/api/v1/${where}`, { method: 'POST', headers, body: JSON.stringify(body) })
    }
    const mutation = { mid: 'gone-1', seq: 1, n: 'survey.send', v: 1, s: 'inst:sur:tiny', a: {}, t: '2026-01-01T00:00:00.000Z' }
    const envelope = { protocol: 1, schema: 1, app: 'test', deviceId: 'of-the-gone', epoch: null, ackedThrough: 0, pending: 0 }
    rmSync(data, { recursive: true })
    const pushed = await post('sync/push', { ...envelope, mutations: [mutation] })
    expect([pushed.status, pushed.headers.get('retry-after')]).toEqual([503, '2'])
    // A finding holds for some seconds, and the server asks itself as well.
    await vi.waitFor(
      async () => {
        const ready = await fetch(`${origin}/readyz`)
        expect(ready.status).toBe(503)
        expect(await ready.json()).toMatchObject({ reason: 'database_file' })
      },
      { timeout: 60_000, interval: 200 },
    )
    expect(await server.end('SIGTERM')).toBe(0)
  } finally {
    await server?.end('SIGKILL')
  }
})

test('[OX11] a folder that is made for the data is nobody else’s on the machine', async () => {
  const made = openSqlite(join(dir, 'made', 'iip.sqlite'))
  await made.close()
  expect(statSync(join(dir, 'made')).mode & 0o777).toBe(0o700)
})

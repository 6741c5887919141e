import { must } from '#shared/kernel/assert.ts'
import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openPostgres, type Database } from './db/open.ts'
import { layTiny, startServer, type ServerProcess } from './testing/process.ts'
import { startRelay, type Relay } from './testing/relay.ts'

let dir: string
let direct: Database
let relay: Relay
let server: ServerProcess
let token: string
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'iip-lost-'))
  const laid = await layTiny('postgres', dir, 'sur-lider')
  const url = must(laid.databaseUrl, 'a database')
  token = laid.token
  relay = await startRelay(url)
  direct = openPostgres(url)
  server = await startServer({ ...laid.settings, DATABASE_URL: relay.url })
})
afterEach(() => relay.mend())
afterAll(async () => {
  await server.end('SIGKILL')
  await direct.close()
  await relay.close()
  rmSync(dir, { recursive: true, force: true })
})

const post = (path: string, body: unknown): Promise<Response> => {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  return fetch(`${server.origin}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}
const readyStatus = async (): Promise<number> => (await fetch(`${server.origin}/readyz`)).status
const killAll = async (): Promise<void> => {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    direct.q,
  )
}

/** Pushes as a device does: what was not answered comes again, the same. Returns how many were acknowledged when it is stopped. */
function pushing(deviceId: string): { stop: () => Promise<number> } {
  let acked = 0
  let stopped = false
  const statuses = new Set<number>()
  const run = async (): Promise<void> => {
    while (!stopped) {
      const mutations = Array.from({ length: 300 }, (_, at) => ({
        seq: acked + 1 + at,
        mid: `${deviceId}-${acked + 1 + at}`,
        n: 'answer.set',
        v: 1,
        s: 'inst:sur:tiny',
        a: { unit: 'no-such-question', value: 1 },
        t: '2026-01-01T00:00:00.000Z',
      }))
      const envelope = { protocol: 1, schema: 1, app: 'test', deviceId, epoch: null, ackedThrough: 0, pending: 0, mutations }
      const reply = await post('sync/push', envelope)
      statuses.add(reply.status)
      const { data } = await reply.json()
      if (reply.status === 200) acked = data.lastSeq
      else expect(reply.headers.get('retry-after')).not.toBeNull()
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopped = true
      await running
      expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
      return acked
    },
  }
}

test('a busy server outlives the killing of every backend, again and again, and nothing that it acknowledged is missing', async () => {
  const devices = ['lost-a', 'lost-b', 'lost-c', 'lost-d', 'lost-e', 'lost-f', 'lost-g', 'lost-h']
  const work = devices.map((id) => pushing(id))
  const ledger = async (): Promise<number> =>
    Number((await sql<{ n: string }>`select count(*) as n from sync_mutation where device_id like 'lost-%'`.execute(direct.q)).rows[0]?.n)
  for (let round = 0; round < 8; round += 1) {
    const before = await ledger()
    await vi.waitFor(async () => expect(await ledger()).toBeGreaterThan(before), { timeout: 20_000 })
    await killAll()
  }
  const acked = await Promise.all(work.map((each) => each.stop()))
  await vi.waitFor(async () => expect(await readyStatus()).toBe(200), { timeout: 20_000 })
  for (const [at, id] of devices.entries()) {
    const rows = await direct.q.selectFrom('sync_mutation').select('seq').where('device_id', '=', id).orderBy('seq').execute()
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, position) => position + 1))
    expect(rows.length).toBeGreaterThanOrEqual(acked[at] ?? 0)
  }
})

test('while the database is gone the server is not ready and says so to who writes; afterwards who listens is poked again', async () => {
  const stream = await fetch(`${server.origin}/api/v1/sync/events`, { headers: { Authorization: `Bearer ${token}` } })
  const reader = (stream.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  const heard = async (version: number): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) throw new Error('the stream ended')
      if (Number(value.match(/"inst:sur:tiny":(\d+)/)?.[1]) >= version) return
    }
  }
  const versionOf = async (): Promise<number> =>
    (await direct.q.selectFrom('sync_scope').select('version').where('id', '=', 'inst:sur:tiny').executeTakeFirstOrThrow()).version
  await heard(await versionOf())
  relay.cut()
  await vi.waitFor(async () => expect(await readyStatus()).toBe(503), { timeout: 10_000 })
  const refused = await post('sync/pull', { protocol: 1, schema: 1, deviceId: 'lost-a', cursor: null })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  // Another process writes while this one hears nothing.
  await sql`update sync_scope set version = version + 1 where id = 'inst:sur:tiny'`.execute(direct.q)
  relay.mend()
  await vi.waitFor(async () => expect(await readyStatus()).toBe(200), { timeout: 20_000 })
  await heard(await versionOf())
})

test('it ends cleanly when it is asked to, also while a stream that was ended comes back on its connection', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const open = (): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const asked = get(`${server.origin}/api/v1/sync/events`, { agent, headers: { Authorization: `Bearer ${token}` } }, resolve)
      asked.on('error', reject)
    })
  const first = await open()
  first.resume()
  const statuses = new Promise<(number | undefined)[]>((resolve) => {
    const found: (number | undefined)[] = []
    // The next one leaves in the moment in which the last one ended, as a browser's would.
    const again = (): void => {
      open().then(
        (stream) => {
          found.push(stream.statusCode)
          stream.resume().on('end', again)
        },
        () => resolve(found),
      )
    }
    first.on('end', again)
  })
  expect(await server.end('SIGTERM')).toBe(0)
  expect((await statuses).filter((status) => status !== 503)).toEqual([])
  agent.destroy()
})

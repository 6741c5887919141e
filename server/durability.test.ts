import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from './db/open.ts'
import { databaseKinds } from './testing/databases.ts'
import { freePort } from './testing/port.ts'
import { layTiny, startServer, type ServerProcess } from './testing/process.ts'

let dir: string
let running: ServerProcess[] = []
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'iip-kill-'))
})
afterEach(async () => {
  await Promise.all(running.map((server) => server.end('SIGKILL')))
  running = []
  rmSync(dir, { recursive: true, force: true })
})

async function start(settings: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer(settings)
  running.push(server)
  return server
}

async function call(server: ServerProcess, path: string, token: string, body: unknown): Promise<Record<string, unknown>> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  const reply = await fetch(`${server.origin}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const envelope: { data: Record<string, unknown> } = await reply.json()
  return envelope.data
}

const mutation = (seq: number): object => ({
  seq,
  mid: `kill-test-${seq}`,
  n: 'answer.set',
  v: 1,
  s: 'inst:sur:tiny',
  a: { unit: 'no-such-question', value: seq },
  t: '2026-01-01T00:00:00.000Z',
})

const pushOf = (from: number, count: number): object => ({
  protocol: 1,
  schema: 1,
  app: 'test',
  deviceId: 'kill-test',
  epoch: null,
  ackedThrough: 0,
  pending: 0,
  mutations: Array.from({ length: count }, (_, at) => mutation(from + at)),
})

describe.each(databaseKinds)('%s', (kind) => {
  test('what was acknowledged before a kill is there once afterwards, and the device goes on from it', async () => {
    const { settings: laid, databaseUrl, token } = await layTiny(kind, dir, 'sur-lider')
    const settings = { ...laid, PORT: String(await freePort()) }
    let server = await start(settings)
    let acked = 0
    for (let round = 0; round < 3; round += 1) {
      const push = async (): Promise<void> => {
        acked = Number((await call(server, 'sync/push', token, pushOf(acked + 1, 25)))['lastSeq'])
      }
      for (let count = 0; count < 4; count += 1) await push()
      // The reply of this one is cut off by the kill: what became of it is not known.
      const cut = push().catch(() => undefined)
      await Promise.all([server.end('SIGKILL'), cut])
      server = await start(settings)
    }
    await call(server, 'sync/push', token, pushOf(acked + 1, 25))
    expect(await server.end('SIGTERM')).toBe(0)
    const db = openDatabase(databaseUrl, dir)
    if (kind === 'sqlite') {
      expect((await sql`pragma integrity_check`.execute(db.q)).rows).toEqual([{ integrity_check: 'ok' }])
    }
    const ledger = await db.q.selectFrom('sync_mutation').select('seq').where('device_id', '=', 'kill-test').orderBy('seq').execute()
    expect(ledger.map(({ seq }) => seq)).toEqual(ledger.map((_, at) => at + 1))
    expect(ledger.length).toBeGreaterThanOrEqual(acked)
    const device = await db.q.selectFrom('sync_device').select('last_seq').where('id', '=', 'kill-test').executeTakeFirstOrThrow()
    expect(device.last_seq).toBe(ledger.length)
    await db.close()
  })
})

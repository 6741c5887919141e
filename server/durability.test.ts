import { must } from '#shared/kernel/assert.ts'
import BetterSqlite3 from 'better-sqlite3'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
let dir: string
let origin: string
let port: number
let running: ChildProcess | undefined

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'iip-kill-'))
  port = await freePort()
  origin = `http://127.0.0.1:${port}`
})
afterAll(() => {
  running?.kill('SIGKILL')
  rmSync(dir, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = must(probe.address(), 'no address')
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' ? address.port : 0
}

/** Starts the server and resolves once it says that it listens. */
async function start(): Promise<ChildProcess> {
  const env = { ...process.env, PORT: String(port), DATA_DIR: dir, LOG: 'off', SEED: 'demo' }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      if (text.toString().includes(origin)) resolve()
    })
    child.on('exit', () => reject(new Error('the server ended before it listened')))
  })
  return child
}

const ended = (child: ChildProcess): Promise<number | null> => new Promise((resolve) => child.on('exit', (code) => resolve(code)))

async function call(path: string, token: string | undefined, body: unknown): Promise<{ data: Record<string, unknown> }> {
  const headers = { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) }
  const reply = await fetch(`${origin}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return reply.json()
}

const mutation = (seq: number): object => ({
  seq,
  mid: `kill-test-${seq}`,
  n: 'answer.set',
  v: 1,
  s: 'inst:sur:indice-2025',
  a: { unit: 'no-such-question', value: seq },
  t: '2026-01-01T00:00:00.000Z',
})

test('what was acknowledged before a kill is there once afterwards, and the device goes on from it', async () => {
  running = await start()
  const signedIn = await call('auth', undefined, { email: 'lider@sur.example', password: 'innova-2025' })
  const token = String(signedIn.data['token'])
  let acked = 0
  let next = 1
  for (let round = 0; round < 3; round += 1) {
    const child = running
    const push = async (): Promise<void> => {
      const mutations = Array.from({ length: 25 }, (_, at) => mutation(next + at))
      const envelope = { protocol: 1, schema: 1, app: 'test', deviceId: 'kill-test', epoch: null, ackedThrough: 0, pending: 0, mutations }
      const { data } = await call('sync/push', token, envelope)
      acked = Number(data['lastSeq'])
      next = acked + 1
    }
    for (let count = 0; count < 4; count += 1) await push()
    // The reply of this one is cut off by the kill: what became of it is not known.
    const cut = push().catch(() => undefined)
    child.kill('SIGKILL')
    await Promise.all([ended(child), cut])
    running = await start()
  }
  await call('sync/push', token, {
    protocol: 1,
    schema: 1,
    app: 'test',
    deviceId: 'kill-test',
    epoch: null,
    ackedThrough: 0,
    pending: 0,
    mutations: Array.from({ length: 25 }, (_, at) => mutation(next + at)),
  })
  running.kill('SIGTERM')
  expect(await ended(running)).toBe(0)
  const db = new BetterSqlite3(join(dir, 'iip.sqlite'), { readonly: true })
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  const seqs = db.prepare("select seq from sync_mutation where device_id = 'kill-test' order by seq").pluck().all()
  expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, at) => at + 1))
  expect(seqs.length).toBeGreaterThanOrEqual(acked)
  expect(db.prepare("select last_seq from sync_device where id = 'kill-test'").pluck().get()).toBe(seqs.length)
  db.close()
})

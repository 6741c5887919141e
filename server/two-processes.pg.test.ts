import { must } from '#shared/kernel/assert.ts'
import { platformStatusSchema } from '#shared/platform/routes.ts'
import { instantOf } from '#shared/kernel/instant.ts'
import type { PullReply } from '#shared/protocol/pull.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { openPostgres, type Database } from './db/open.ts'
import { openSession } from './http/session.ts'
import { layTiny, startServer, type ServerProcess } from './testing/process.ts'

let dir: string
let one: ServerProcess
let other: ServerProcess
let token: string
let db: Database

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'iip-two-'))
  const laid = await layTiny('postgres', dir, 'sur-lider')
  token = laid.token
  db = openPostgres(must(laid.databaseUrl, 'a database'))
  one = await startServer(laid.settings)
  other = await startServer(laid.settings)
})
afterAll(async () => {
  await Promise.all([one.end('SIGKILL'), other.end('SIGKILL'), db.close()])
  rmSync(dir, { recursive: true, force: true })
})

async function post(server: ServerProcess, path: string, body: unknown): Promise<Record<string, unknown>> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  const reply = await fetch(`${server.origin}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const envelope: { success: boolean; data: Record<string, unknown> } = await reply.json()
  expect(envelope.success).toBe(true)
  return envelope.data
}

const scope = 'inst:sur:tiny'
const push = (server: ServerProcess, deviceId: string, mutation: object): Promise<Record<string, unknown>> =>
  post(server, 'sync/push', {
    protocol: 1,
    schema: 1,
    app: 'test',
    deviceId,
    epoch: null,
    ackedThrough: 0,
    pending: 0,
    mutations: [{ seq: 1, mid: `${deviceId}-1`, v: 1, s: scope, t: '2026-01-01T00:00:00.000Z', ...mutation }],
  })
const pull = async (server: ServerProcess, deviceId: string): Promise<PullReply> =>
  // The reply's shape is the contract's.
  (await post(server, 'sync/pull', { protocol: 1, schema: 1, deviceId, cursor: null })) as unknown as PullReply

/** Versions of the institution's scope as a listener at a process hears of them. */
async function listen(server: ServerProcess): Promise<() => Promise<number>> {
  const stream = await fetch(`${server.origin}/api/v1/sync/events`, { headers: { Authorization: `Bearer ${token}` } })
  const reader = (stream.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  return async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) throw new Error('the stream ended')
      const found = value.match(/"inst:sur:tiny":(\d+)/)?.[1]
      if (found !== undefined) return Number(found)
    }
  }
}

test('a push to one process pokes who listens at another, and is there for them', async () => {
  const next = await listen(other)
  const before = await next()
  const pushed = await push(one, 'device-of-one', { n: 'answer.set', a: { unit: 'q1', value: 'Lo primero' } })
  expect(pushed).toMatchObject({ lastSeq: 1, results: [] })
  expect(await next()).toBeGreaterThan(before)
  const pulled = await pull(other, 'device-of-one')
  expect(pulled.acked).toBe(1)
  expect(pulled.rows.find((row) => row.t === 'answer' && row.i === 'q1')?.r).toMatchObject({ mid: 'device-of-one-1' })
})

test('the same push at both at once has one effect', async () => {
  const at = (server: ServerProcess) => push(server, 'device-of-both', { n: 'survey.send', a: {} })
  const [first, second] = await Promise.all([at(one), at(other)])
  expect(first['lastSeq']).toBe(1)
  expect(second['results']).toEqual(first['results'])
})

test('[HP1] an administrator sees both, whichever answers, and which of them does', async () => {
  const administrator = await db.write((tx) => openSession(tx, { userId: 'root' }, instantOf(Date.now())))
  const seen = async (server: ServerProcess) => {
    const reply = await fetch(`${server.origin}/api/v1/platform`, { headers: { Authorization: `Bearer ${administrator}` } })
    const { data } = v.parse(v.object({ data: platformStatusSchema }), await reply.json())
    return data.processes
  }
  await expect.poll(async () => (await seen(one)).length, { timeout: 30_000 }).toBe(2)
  const answering = [await seen(one), await seen(other)].map((all) => all.filter((each) => each.answering).map(({ _id }) => _id))
  expect(new Set(answering.flat()).size).toBe(2)
})

test('both end cleanly when they are asked to, also while somebody listens', async () => {
  const next = await listen(one)
  await next()
  expect(await Promise.all([one.end('SIGTERM'), other.end('SIGTERM')])).toEqual([0, 0])
})

import { setAnswer } from '#shared/answers/mutations.ts'
import { must } from '#shared/kernel/assert.ts'
import type { PullReply, WireRow } from '#shared/protocol/pull.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { expect, test, vi } from 'vitest'
import { startJobs } from './jobs/schedule.ts'
import { migrations } from './migrations/index.ts'
import { noteKnown } from './sync/known-mutations.ts'
import { wire, type TestApp } from './testing/app.ts'
import { onPostgres } from './testing/databases.ts'

const scope = instScope('norte', 'tiny')
const ok = 200

/** Rows of answers that a device holds, by unit, and where it has read to. */
class Held {
  readonly answers = new Map<string, WireRow>()
  cursor: string | null = null

  take(reply: PullReply): void {
    if (reply.more) throw new Error('a tiny world is one page')
    // Only a device that begins is told to start over.
    if (this.cursor !== null && reply.reset.length > 0) throw new Error('a device starts over')
    for (const row of reply.rows) if (row.s === scope && row.t === 'answer') this.answers.set(row.i, row)
    this.cursor = reply.cursor
  }

  /** What it holds of a unit. */
  of(unit: string): unknown {
    return this.answers.get(unit)?.r
  }
}

/** Versions of the institution's scope as a listener at a server hears of them. */
async function listen(server: TestApp, token: string): Promise<(version: number) => Promise<void>> {
  const stream = await server.app.fetch(
    new Request('http://localhost/api/v1/sync/events', { headers: { Authorization: `Bearer ${token}` } }),
  )
  const reader = must(stream.body, 'a stream has a body').pipeThrough(new TextDecoderStream()).getReader()
  return async (version) => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) throw new Error('the stream ended')
      const found = new RegExp(`"${scope}":(\\d+)`).exec(value)?.[1]
      if (found !== undefined && Number(found) >= version) return
    }
  }
}

const readinessOf = async (server: TestApp): Promise<unknown> => {
  const reply = await server.app.fetch(new Request('http://localhost/readyz'))
  return { status: reply.status, ...(await reply.json()) }
}

onPostgres((start) => {
  async function three(): Promise<readonly [TestApp, TestApp, TestApp]> {
    const first = await start()
    return [first, await start({ beside: first }), await start({ beside: first })]
  }

  test('[MS1] whichever server each request of a device meets, it reads what it and others wrote, once, and is told of it', async () => {
    const servers = await three()
    let turn = 0
    const next = (): TestApp => must(servers[turn++ % servers.length], 'there are servers')
    const ana = await next().token('ana')
    // The same person's other device.
    const again = await next().token('ana')
    // Each server has the institution in memory before anything is written.
    for (const server of servers) expect((await server.pull(ana, 'looks', null)).status).toBe(ok)
    const [own, other] = [new Held(), new Held()]
    own.take((await next().pull(ana, 'dev-a', null)).data)
    other.take((await next().pull(again, 'dev-b', null)).data)
    const heard = await listen(next(), again)
    let base: string | undefined
    for (let seq = 1; seq <= 9; seq += 1) {
      const value = `round ${seq}`
      const mutation = wire(seq, 'answer.set', { unit: 'q1', value }, { mid: `story-${seq}`, ...(base === undefined ? {} : { b: base }) })
      const pushed = await next().push(ana, 'dev-a', [mutation], { cursor: own.cursor })
      expect(pushed.data).toMatchObject({ lastSeq: seq, results: [] })
      // The reply was lost: the same comes again, at another server.
      expect((await next().push(ana, 'dev-a', [mutation], { cursor: own.cursor })).data).toMatchObject({ lastSeq: seq, results: [] })
      base = mutation.mid
      const pulled = (await next().pull(ana, 'dev-a', own.cursor)).data
      expect(pulled.acked).toBe(seq)
      own.take(pulled)
      expect(own.of('q1')).toMatchObject({ value, mid: base, rev: seq })
      await heard(own.answers.get('q1')?.v ?? 0)
      other.take((await next().pull(again, 'dev-b', other.cursor)).data)
      expect(other.of('q1')).toEqual(own.of('q1'))
      turn += 1
    }
    const ledger = await servers[0].db.q.selectFrom('sync_mutation').select('seq').where('device_id', '=', 'dev-a').orderBy('seq').execute()
    expect(ledger.map(({ seq }) => Number(seq))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('[MS1] a call with a key has one effect at however many servers', async () => {
    const [one, other, third] = await three()
    const ana = await one.token('ana')
    const saved = (server: TestApp) =>
      server.call('POST', 'form/tiny/saveQuestionAnswer', {
        token: ana,
        body: { questionId: 'q1', answer: 'once' },
        headers: { 'Idempotency-Key': 'key-0001' },
      })
    const replies = await Promise.all([saved(one), saved(other), saved(third)])
    expect(replies.map(({ status }) => status)).toEqual([ok, ok, ok])
    expect(new Set(replies.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(await one.db.q.selectFrom('sync_mutation').select('mid').execute()).toHaveLength(1)
    const lines = await one.db.q.selectFrom('history').select('action').execute()
    expect(lines.map(({ action }) => action).toSorted()).toEqual(['Asigna', 'Responde'])
  })

  test('[MS2] servers that start at the same moment sweep once', async () => {
    const [one, other] = await three()
    let swept = 0
    const starting = ({ app, dataDir }: TestApp): Promise<() => Promise<void>> => {
      const { files } = app.server
      const counted = {
        ...app.server,
        files: {
          ...files,
          tidy: (olderThanMs: number) => {
            swept += 1
            return files.tidy(olderThanMs)
          },
        },
      }
      return startJobs(counted, { smtpUrl: undefined, from: { name: '', address: 'a@b.example' }, dataDir })
    }
    const stops = await Promise.all([starting(one), starting(other)])
    await vi.waitFor(async () => {
      const lease = await one.db.q.selectFrom('job_lease').select('next_at').where('job', '=', 'sweep').executeTakeFirst()
      expect(lease?.next_at).toMatch(/^2/)
    })
    await Promise.all(stops.map((stop) => stop()))
    expect(swept).toBe(1)
  })

  test('[MS6] a program that lacks the newest migration goes on and starts beside one that has it, until a migration takes away what it uses', async () => {
    const newest = await start()
    const before = await start({ beside: newest, knows: migrations.length - 1 })
    expect(await readinessOf(before)).toEqual({ status: 'ok' })
    const ana = await newest.token('ana')
    const first = await before.push(ana, 'dev-1', [wire(1, 'answer.set', { unit: 'q1', value: 'by the old one' })])
    expect(first.data).toMatchObject({ lastSeq: 1, results: [] })
    const second = await newest.push(ana, 'dev-1', [wire(2, 'answer.set', { unit: 'q1', value: 'by the new one' }, { b: 'mid-answer-1' })])
    expect(second.data).toMatchObject({ lastSeq: 2, results: [] })
    expect((await before.pull(ana, 'dev-1', null)).data.rows).toContainEqual(
      expect.objectContaining({ t: 'answer', i: 'q1', r: expect.objectContaining({ value: 'by the new one' }) }),
    )
    await newest.db.q
      .insertInto('meta')
      .values({ key: 'schema_works_from', value: String(migrations.length) })
      .execute()
    const closedOut = await start({ beside: newest, knows: migrations.length - 1 })
    expect(await readinessOf(closedOut)).toMatchObject({
      status: 'unavailable',
      reason: 'schema',
      hint: expect.stringContaining('start the newer program'),
    })
    expect(await readinessOf(newest)).toEqual({ status: 'ok' })
  })

  test('[MS3] what only a newer program knows waits for a server of it, and what none knows is refused', async () => {
    const server = await start()
    const ana = await server.token('ana')
    await server.db.write((tx) => noteKnown(tx, ['answer.foresee 1', `answer.set ${setAnswer.version + 1}`]))
    const pushed = (seq: number, n: string, v = 1) => server.push(ana, 'dev-1', [wire(seq, n, { unit: 'q1', value: 'x' }, { v })])
    expect((await pushed(1, 'answer.foresee')).error.code).toBe('server_too_old')
    expect((await pushed(1, 'answer.set', setAnswer.version + 1)).error.code).toBe('server_too_old')
    expect(await server.db.q.selectFrom('sync_mutation').select('mid').execute()).toEqual([])
    expect((await pushed(1, 'answer.set', setAnswer.version + 2)).data).toMatchObject({
      lastSeq: 1,
      results: [{ code: 'unknown_mutation' }],
    })
    expect((await pushed(2, 'answer.dream')).data).toMatchObject({ lastSeq: 2, results: [{ code: 'unknown_mutation' }] })
    // The program that knows it is gone for good from memory, not from the database.
    const later = await start({ beside: server })
    expect((await later.push(ana, 'dev-1', [wire(3, 'answer.foresee', {})])).error.code).toBe('server_too_old')
  })

  test('[MS6] a program whose database has an older schema says so', async () => {
    const newest = await start()
    const ahead = await start({ beside: newest, knows: migrations.length + 1 })
    expect(await readinessOf(ahead)).toMatchObject({ reason: 'schema', hint: expect.stringContaining('restart') })
  })
})

import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failureOfThrown } from '../http/failures.ts'
import { createPokes, type Listener, type Moved } from '../sync/pokes.ts'
import { newDatabase } from '../testing/own-postgres.ts'
import { startRelay, type Relay } from '../testing/relay.ts'
import { DatabaseLost } from './lost.ts'
import { openPostgres, type Database } from './open.ts'

let url: string
let relay: Relay
let db: Database
let direct: Database
beforeEach(async () => {
  url = await newDatabase('migrated')
  relay = await startRelay(url)
  db = openPostgres(relay.url, { connectMs: 500, statementMs: 400, replyMs: 800, beatMs: 200 })
  direct = openPostgres(url)
})
afterEach(async () => {
  await db.close()
  await direct.close()
  await relay.close()
})

const probe = async (): Promise<unknown> => (await sql`select 1 as one`.execute(db.q)).rows
const thrownBy = async (work: Promise<unknown>): Promise<unknown> => work.then(() => undefined).catch((error: unknown) => error)
/** Ends every backend of the database but the one that asks. */
const killAll = async (): Promise<void> => {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    direct.q,
  )
}

test('a backend that is killed in the middle of a transaction costs that transaction and nothing else', async () => {
  for (let round = 0; round < 4; round += 1) {
    const broken = thrownBy(
      db.write(async (tx) => {
        await tx.q
          .insertInto('meta')
          .values({ key: `cut-${round}`, value: '' })
          .execute()
        await killAll()
        await tx.q
          .insertInto('meta')
          .values({ key: `more-${round}`, value: '' })
          .execute()
      }),
    )
    expect(await broken).toBeInstanceOf(DatabaseLost)
    await vi.waitFor(async () => expect(await probe()).toEqual([{ one: 1 }]))
  }
  expect(await direct.q.selectFrom('meta').select('key').where('key', 'like', 'cut-%').execute()).toEqual([])
})

test('backends that are killed while their connections lie idle are replaced', async () => {
  await Promise.all([probe(), probe(), probe()])
  await killAll()
  await vi.waitFor(async () => expect(await probe()).toEqual([{ one: 1 }]))
})

test('whatever does not answer in time, or not at all, is unavailable and to be asked for again', async () => {
  const slow = await thrownBy(sql`select pg_sleep(30)`.execute(db.q))
  expect(failureOfThrown(slow)).toMatchObject({ code: 'unavailable' })
  relay.freeze()
  expect(failureOfThrown(await thrownBy(probe()))).toMatchObject({ code: 'unavailable' })
  relay.cut()
  expect(failureOfThrown(await thrownBy(probe()))).toMatchObject({ code: 'unavailable' })
  relay.mend()
  await vi.waitFor(async () => expect(await probe()).toEqual([{ one: 1 }]))
})

test('who finds every connection taken waits so long and is then told to come again', async () => {
  const full = openPostgres(url, { connectMs: 200, statementMs: 5_000, replyMs: 5_000, beatMs: 200 })
  const taken = Array.from({ length: 10 }, async () => thrownBy(sql`select pg_sleep(0.7)`.execute(full.q)))
  expect(failureOfThrown(await thrownBy(sql`select 1`.execute(full.q)))).toMatchObject({ code: 'unavailable' })
  await Promise.all(taken)
  await full.close()
})

test('what is told is heard again after the connection that listens was killed, and what was missed is read again', async () => {
  const news: Moved[] = []
  let regained = 0
  const listener: Listener = {
    moved: (moved) => void news.push(moved),
    ended: () => undefined,
    regained: () => void (regained += 1),
    stopped: () => undefined,
  }
  const logged: string[] = []
  const pokes = await createPokes(db, { error: (_, message) => void logged.push(message) })
  pokes.subscribe(listener)
  for (let round = 1; round <= 4; round += 1) {
    await killAll()
    await vi.waitFor(() => expect(regained).toBe(round))
    expect(db.hears()).toBe(true)
    await direct.notify('iip_poke', JSON.stringify({ versions: { scope: round }, people: [] }))
    await vi.waitFor(() => expect(news.at(-1)).toEqual({ versions: { scope: round }, people: [] }))
  }
  relay.cut()
  await vi.waitFor(() => expect(db.hears()).toBe(false))
  relay.mend()
  await vi.waitFor(() => expect(db.hears()).toBe(true))
  expect(regained).toBe(5)
  expect(logged).toHaveLength(5)
})

test('a connection that listens and hangs is noticed and replaced', async () => {
  await db.listen('any', { heard: () => undefined, regained: () => undefined })
  relay.freeze()
  await vi.waitFor(() => expect(db.hears()).toBe(false), { timeout: 5_000 })
  relay.cut()
  relay.mend()
  await vi.waitFor(() => expect(db.hears()).toBe(true), { timeout: 5_000 })
})

test('an unknown message on the channel costs a line of the log', async () => {
  const logged: string[] = []
  const news: Moved[] = []
  const pokes = await createPokes(db, { error: (_, message) => void logged.push(message) })
  pokes.subscribe({ moved: (moved) => void news.push(moved), ended: () => undefined, regained: () => undefined, stopped: () => undefined })
  for (const payload of ['', 'nonsense', '{}', '[]', '{"versions":3}', 'null']) await direct.notify('iip_poke', payload)
  pokes.moved({ versions: { scope: 7 }, people: [] })
  await vi.waitFor(() => expect(news).toEqual([{ versions: { scope: 7 }, people: [] }]))
  expect(logged).toEqual(Array.from({ length: 6 }, () => 'an unknown message on the channel of pokes was ignored'))
})

test('what is told is heard past a pooler, where it is said how', async () => {
  const past = await startRelay(url)
  const heard: string[] = []
  const pooled = openPostgres(url, { connectMs: 500, statementMs: 400, replyMs: 800, beatMs: 200 }, { directUrl: past.url })
  try {
    await pooled.listen('news', { heard: (payload) => void heard.push(payload), regained: () => undefined })
    await pooled.notify('news', 'first')
    await vi.waitFor(() => expect(heard).toEqual(['first']))
    past.cut()
    await vi.waitFor(() => expect(pooled.hears()).toBe(false))
    expect((await sql`select 1 as one`.execute(pooled.q)).rows).toEqual([{ one: 1 }])
  } finally {
    await pooled.close()
    await past.close()
  }
})

import { epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import { openPostgres, type Database } from '../db/open.ts'
import { newDatabase } from '../testing/own-postgres.ts'
import { testClock } from '../testing/app.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTurn } from './leases.ts'

let one: Database
let other: Database
beforeEach(async () => {
  const url = await newDatabase('migrated')
  one = openPostgres(url)
  other = openPostgres(url)
})
afterEach(async () => {
  await Promise.all([one.close(), other.close()])
})

const log = { info: () => undefined, error: () => undefined }
const terms = { everyMs: 86_400_000, heldMs: 60_000 }
const clock = testClock()

/** A server that is asked to do a job when it is due. */
function serverOn(db: Database, holder: string, did: string[]) {
  const asks = (work: () => Promise<unknown> = async () => undefined, held = terms, job = 'sweep'): Promise<boolean> =>
    inTurn({ db, now: clock.now, jump: () => undefined, log }, { holder, job }, held, async () => {
      did.push(holder)
      await work()
    })
  return asks
}

test('[MS2] of two servers that ask at the same moment one does a job, and neither does it again before it is due', async () => {
  const did: string[] = []
  const [first, second] = [serverOn(one, 'one', did), serverOn(other, 'other', did)]
  await Promise.all([first(), second()])
  expect(did).toHaveLength(1)
  await first()
  await second()
  expect(did).toHaveLength(1)
  clock.advance(terms.everyMs)
  await Promise.all([first(), second()])
  expect(did).toHaveLength(2)
})

test('[MS2] a server that asks while another one ends does not take the job for due', async () => {
  const did: string[] = []
  await serverOn(other, 'first', did)()
  // What it read of the time is from before the other one's end.
  const before = (): Instant => instantOf(epochMs(clock.now()) - 5_000)
  const isDone = await inTurn({ db: one, now: before, jump: () => undefined, log }, { holder: 'late', job: 'sweep' }, terms, async () => {
    did.push('late')
  })
  expect(isDone).toBe(false)
  expect(did).toEqual(['first'])
})

test('[MS2] a server that dies with a job holds it for its lease and no longer', async () => {
  const did: string[] = []
  const [dying, second] = [serverOn(one, 'one', did), serverOn(other, 'other', did)]
  const began = new Promise<void>((resolve) => {
    void dying(() => {
      resolve()
      return new Promise<never>(() => undefined)
    })
  })
  await began
  expect(await second()).toBe(false)
  clock.advance(terms.heldMs)
  expect(await second()).toBe(true)
  expect(did).toEqual(['one', 'other'])
})

test('[MS2] who works longer than a lease goes on holding it', async () => {
  const did: string[] = []
  const [long, second] = [serverOn(one, 'one', did), serverOn(other, 'other', did)]
  const short = { everyMs: terms.everyMs, heldMs: 60 }
  const heldUntil = async (): Promise<string> =>
    (await other.q.selectFrom('job_lease').select('held_until').where('job', '=', 'sweep').executeTakeFirstOrThrow()).held_until
  const isDone = await long(async () => {
    const before = await heldUntil()
    clock.advance(1_000)
    await vi.waitFor(async () => expect((await heldUntil()) > before).toBe(true))
    expect(await second()).toBe(false)
  }, short)
  expect(isDone).toBe(true)
  expect(did).toEqual(['one'])
})

test('[MS2] a job that failed is due again soon, at whichever server', async () => {
  const did: string[] = []
  const [failing, second] = [serverOn(one, 'one', did), serverOn(other, 'other', did)]
  await expect(failing(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room')
  expect(await second()).toBe(false)
  clock.advance(600_000)
  expect(await second()).toBe(true)
})

test('[MS2] while a clock is not believed nothing is done, and nothing counts as done', async () => {
  const did: string[] = []
  const jumped = inTurn({ db: one, now: clock.now, jump: () => ({ byMs: 1 }), log }, { holder: 'one', job: 'sweep' }, terms, async () => {
    did.push('jumped')
  })
  expect(await jumped).toBe(false)
  expect(await serverOn(other, 'other', did)()).toBe(true)
  expect(did).toEqual(['other'])
})

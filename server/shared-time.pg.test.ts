import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres, type Database } from './db/open.ts'
import { SharedTime } from './shared-time.ts'
import { newDatabase } from './testing/own-postgres.ts'

let db: Database
beforeAll(async () => {
  db = openPostgres(await newDatabase('empty'))
})
afterAll(() => db.close())

const theirMs = async (): Promise<number> =>
  Number((await sql<{ ms: string }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db.q)).rows[0]?.ms)

test.each([180_000, -180_000])('[MS5] a server whose machine is %i ms away goes by the time of PostgreSQL', async (offMs) => {
  const time = new SharedTime(() => Date.now() + offMs)
  expect(time.nowMs() - Date.now()).toBe(offMs)
  const before = await theirMs()
  expect(await time.look(db)).toBe(true)
  const said = time.nowMs()
  // What a question may be uncertain by is the time that it takes.
  expect(said).toBeGreaterThan(before - 1_000)
  expect(said).toBeLessThan((await theirMs()) + 1_000)
  expect(Math.sign(time.aheadMs)).toBe(-Math.sign(offMs))
})

test('[MS5] a machine that is as good as right goes by its own clock, and one that is set right does so again', async () => {
  let offMs = 0
  const time = new SharedTime(() => Date.now() + offMs)
  expect(await time.look(db)).toBe(false)
  expect(time.aheadMs).toBe(0)
  offMs = 180_000
  expect(await time.look(db)).toBe(true)
  offMs = 0
  expect(await time.look(db)).toBe(true)
  expect(time.aheadMs).toBe(0)
})

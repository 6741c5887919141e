import Database from 'better-sqlite3'
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isWhole } from '../simulators/promises.ts'
import { isSound, playDay } from './day.ts'
import { usual, type Options } from './options.ts'
import { reportOfDay } from './report.ts'
import { verdictOf } from './site.ts'

/** Ten institutions with a tenth of their work, whose last hours pass in seconds. */
const small: Options = { ...usual, scale: 0.01, answers: 50, files: 10, fileBytes: 3_000, speed: 6000, engines: 0.03 }

test('ten institutions meet their deadline at one server on SQLite: nothing is lost or doubled, and every figure is there', async () => {
  const played = await playDay('sqlite', small)
  expect(played.figures.failures).toEqual([])
  expect(played.verdict).toMatchObject({ devices: 80, mutations: 600, files: 100, lost: 0, doubled: 0, gaps: 0, unsent: 0 })
  expect(played.figures.engines).toBeGreaterThan(0)
  expect(isSound(played)).toBe(true)
  expect(played.rows.filter(({ ours }) => !ours.every((each) => Number.isFinite(each)))).toEqual([])
  expect(reportOfDay(played, small)).toContain('lost')
})

test('ten institutions meet their deadline at three servers on PostgreSQL: nothing is lost or doubled, and the database is seen at work', async () => {
  const played = await playDay('postgres', small)
  expect(played.figures.failures).toEqual([])
  expect(played.verdict).toMatchObject({ devices: 80, mutations: 600, files: 100, lost: 0, doubled: 0, gaps: 0, unsent: 0 })
  expect(isSound(played)).toBe(true)
  expect(played.rows.filter(({ what }) => /^CPU, server \d$/.test(what))).toHaveLength(3)
  const ofDatabase = played.rows.filter(({ what }) => what.includes('PostgreSQL'))
  expect(ofDatabase.map(({ ours: [value = 0] }) => value > 0)).toEqual([true, true, true, true])
})

/** Data and promises that one institution's day left. */
const left = join(tmpdir(), `iip-load-left-${process.pid}`)
beforeAll(() =>
  playDay('sqlite', { ...small, scale: 0.001, answers: 20, engines: 0 }, async ({ folder }) => cpSync(folder, left, { recursive: true })),
)
afterAll(() => rmSync(left, { recursive: true, force: true }))

/** What is said when something was done to the data that servers left. */
const verdictAfter = async (meddle: (db: Database.Database, dataDir: string) => void) => {
  const folder = `${left}-spoiled`
  cpSync(left, folder, { recursive: true })
  try {
    const dataDir = join(folder, 'data')
    const db = new Database(join(dataDir, 'iip.sqlite'))
    meddle(db, dataDir)
    db.close()
    const promises = readdirSync(folder).filter((name) => name.startsWith('promises'))
    const verdict = await verdictOf(
      { databaseUrl: undefined, dataDir },
      promises.map((name) => join(folder, name)),
    )
    return { ...verdict, isWhole: isWhole(verdict) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const change = (db: Database.Database, statement: string): void => {
  if (db.prepare(statement).run().changes === 0) throw new Error('nothing was spoiled')
}

test('what a day left is whole as long as nobody spoils it', async () => {
  expect(await verdictAfter(() => undefined)).toMatchObject({ lost: 0, doubled: 0, gaps: 0, isWhole: true })
})

test('one acknowledged mutation that the ledger does not hold is lost, and its sequence has a gap', async () => {
  const found = await verdictAfter((db) => change(db, `delete from sync_mutation where device_id = 'load-i0000-0' and seq = 2`))
  expect(found).toMatchObject({ lost: 1, gaps: 1, doubled: 0, isWhole: false })
})

test('a mutation whose effect came twice is doubled, and one whose effect does not stand is lost', async () => {
  // Neither takes a file, which would have a line there of its own.
  const [one, other] = ['pais-s0-q1', 'pais-s1-q1'].map((unit) => `select mid from history where unit = '${unit}'`)
  const twice = `update history set unit = 'pais-s0-q1', mid = (${one}) where mid = (${other}) and action = 'Responde'`
  expect(await verdictAfter((db) => change(db, twice))).toMatchObject({ doubled: 1, lost: 0, isWhole: false })
  const gone = `delete from sync_row where tbl = 'answer' and id = 'pais-s0-q0'`
  expect(await verdictAfter((db) => change(db, gone))).toMatchObject({ doubled: 0, lost: 1, isWhole: false })
})

test('a file of whose bytes one is another is lost', async () => {
  const found = await verdictAfter((_, dataDir) => {
    const [name = ''] = readdirSync(join(dataDir, 'files'))
    writeFileSync(join(dataDir, 'files', name), 'x', { flag: 'r+' })
  })
  expect(found).toMatchObject({ lost: 1, doubled: 0, isWhole: false })
})

import Database from 'better-sqlite3'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isSound, playDay } from './day.ts'
import { usual, type Options } from './options.ts'
import { reportOfDay } from './report.ts'
import { databaseLines, everyLine } from './lines.ts'

/** Ten institutions with a tenth of their work, whose last hours pass in seconds. */
const small: Options = { ...usual, scale: 0.01, answers: 50, files: 10, fileKb: 3, hours: 6, speed: 6000, engines: 0.03 }

test('ten institutions meet their deadline at one server on SQLite: nothing is lost or doubled, and every line is told', async () => {
  const played = await playDay('sqlite', small)
  expect(played.figures.failures).toEqual([])
  expect(played.verdict).toMatchObject({ devices: 80, mutations: 600, files: 100, lost: 0, doubled: 0, gaps: 0, unsent: 0 })
  expect(played.figures.engines).toBeGreaterThan(0)
  expect(isSound(played)).toBe(true)
  expect(played.rows.map(({ what }) => what)).toEqual(everyLine(1))
  expect(played.rows.filter(({ value }) => !Number.isFinite(value))).toEqual([])
  expect(reportOfDay(played, small)).toContain('lost')
})

test('ten institutions meet their deadline at three servers on PostgreSQL: nothing is lost or doubled, and every line is told', async () => {
  const played = await playDay('postgres', small)
  expect(played.figures.failures).toEqual([])
  expect(played.verdict).toMatchObject({ devices: 80, mutations: 600, files: 100, lost: 0, doubled: 0, gaps: 0, unsent: 0 })
  expect(isSound(played)).toBe(true)
  expect(played.rows.map(({ what }) => what)).toEqual(everyLine(3))
  expect(played.rows.filter(({ what }) => databaseLines.includes(what)).every(({ value }) => value > 0)).toBe(true)
})

/** What a run says when something was done to the data that its servers left. */
const verdictAfter = async (meddle: (db: Database.Database, dataDir: string) => void) => {
  const folder = join(tmpdir(), `iip-load-fault-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  try {
    const tiny: Options = { ...small, scale: 0.001, answers: 20, engines: 0, folder }
    const played = await playDay('sqlite', tiny, async ({ dataDir }) => {
      const db = new Database(join(dataDir, 'iip.sqlite'))
      meddle(db, dataDir)
      db.close()
    })
    return { ...played.verdict, isSound: isSound(played) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const change = (db: Database.Database, statement: string): void => {
  if (db.prepare(statement).run().changes === 0) throw new Error('nothing was spoiled')
}

test('one acknowledged mutation that the ledger does not hold is lost, and its sequence has a gap', async () => {
  const found = await verdictAfter((db) => change(db, `delete from sync_mutation where device_id = 'load-i0000-0' and seq = 2`))
  expect(found).toMatchObject({ lost: 1, gaps: 1, doubled: 0, isSound: false })
})

test('a mutation whose effect came twice is doubled, and one whose effect does not stand is lost', async () => {
  const twice = `update sync_row set data = json_set(data, '$.rev', 2) where tbl = 'answer' and id = 'pais-s0-q0'`
  expect(await verdictAfter((db) => change(db, twice))).toMatchObject({ doubled: 1, lost: 0, isSound: false })
  const gone = `delete from sync_row where tbl = 'answer' and id = 'pais-s0-q0'`
  expect(await verdictAfter((db) => change(db, gone))).toMatchObject({ doubled: 0, lost: 1, isSound: false })
})

test('a file of whose bytes one is another is lost', async () => {
  const found = await verdictAfter((_, dataDir) => {
    const [name = ''] = readdirSync(join(dataDir, 'files'))
    writeFileSync(join(dataDir, 'files', name), 'x', { flag: 'r+' })
  })
  expect(found).toMatchObject({ lost: 1, doubled: 0, isSound: false })
})

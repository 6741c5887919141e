import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPostgres, openSqlite, type Database } from '../db/open.ts'
import { databaseKinds } from './databases.ts'
import { newDatabase, takePostgres } from './own-postgres.ts'
import { layImage, make, type Content } from './world-image.ts'

/** Every row of every table, and apart from them the names of commits, which are random. */
async function rowsOf({ kind, q }: Database): Promise<{ rows: Readonly<Record<string, readonly string[]>>; stamps: readonly string[] }> {
  const { rows: tables } = await (
    kind === 'postgres'
      ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`
      : sql<{ name: string }>`select name from sqlite_master where type = 'table'`
  ).execute(q)
  const found: [string, readonly string[]][] = []
  for (const { name } of tables) {
    const table = await sql`select * from ${sql.table(name)}`.execute(q)
    if (name !== 'sync_stamp') found.push([name, table.rows.map((row) => JSON.stringify(row)).toSorted()])
  }
  const stamps = await q.selectFrom('sync_stamp').select('stamp').execute()
  return { rows: Object.fromEntries(found), stamps: stamps.map(({ stamp }) => stamp) }
}

describe.each(databaseKinds)('%s', (kind) => {
  const opened = async (open: () => Promise<Database>): Promise<Database> => {
    const db = await open()
    onTestFinished(() => db.close())
    return db
  }
  const anew = async (content: Content): Promise<Database> => {
    const db = await opened(async () => (kind === 'sqlite' ? openSqlite(':memory:') : openPostgres(await newDatabase('empty'))))
    await make(content, db)
    return db
  }
  const copied = async (content: Content): Promise<Database> => {
    if (kind === 'sqlite') {
      const dir = mkdtempSync(join(tmpdir(), 'iip-image-'))
      onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
      return opened(() => layImage(content, join(dir, 'iip.sqlite')))
    }
    const { own, giveBack } = await takePostgres()
    onTestFinished(giveBack)
    return opened(() => own.open(content))
  }

  test.each(['tiny', 'migrated'] as const)('a copy is what the program itself makes: %s', async (content) => {
    const { rows } = await rowsOf(await copied(content))
    expect(rows).toEqual((await rowsOf(await anew(content))).rows)
    expect(rows['form']).toHaveLength(content === 'tiny' ? 1 : 0)
    expect(Object.keys(rows).length).toBeGreaterThan(50)
  })

  test('nothing that somebody did to one is in the next, and none is taken for another life of it', async () => {
    const { rows: before } = await rowsOf(await anew('tiny'))
    const lives = new Set<string>()
    for (let time = 0; time < 3; time += 1) {
      const db = await copied('tiny')
      const { rows, stamps } = await rowsOf(db)
      expect(rows).toEqual(before)
      lives.add(stamps.join(' '))
      await db.q.insertInto('meta').values({ key: 'left', value: 'behind' }).execute()
      await db.q.updateTable('user').set({ name: 'Otra' }).execute()
      await db.q.deleteFrom('sync_row').where('tbl', '=', 'participant').execute()
      await sql`insert into schema_migration (version, name) values (999, 'newer')`.execute(db.q)
    }
    expect(lives.size).toBe(3)
  })
})

import { sql } from 'kysely'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { openPostgres, openSqlite, type Database } from '../db/open.ts'
import { databaseKinds } from '../testing/databases.ts'
import { createDatabase } from '../testing/postgres.ts'
import { migrations } from './index.ts'
import { migrate, schemaVersionOf } from './run.ts'
import { schemaTextOf } from '../testing/schema-text.ts'

describe.each(databaseKinds)('%s', (kind) => {
  let open: Database[] = []
  const empty = async (): Promise<Database> => {
    const db = kind === 'sqlite' ? openSqlite(':memory:') : openPostgres(await createDatabase(inject('postgres'), 'empty'))
    open.push(db)
    return db
  }
  afterEach(async () => {
    await Promise.all(open.map((db) => db.close()))
    open = []
  })

  test('migrations run once, in order', async () => {
    const db = await empty()
    expect(await migrate(db)).toEqual(migrations.map((migration) => migration.name))
    expect(await migrate(db)).toEqual([])
    expect(await schemaVersionOf(db)).toBe(migrations.length)
  })

  test('two that start at the same moment migrate once', async () => {
    const db = await empty()
    const ran = await Promise.all([migrate(db), migrate(db)])
    expect(ran.flat()).toEqual(migrations.map((migration) => migration.name))
  })

  test('a database of a newer program is refused', async () => {
    const db = await empty()
    await migrate(db)
    await sql`insert into schema_migration (version, name) values (${migrations.length + 1}, 'of tomorrow')`.execute(db.q)
    await expect(migrate(db)).rejects.toThrow('start the newer program')
  })

  test('the schema that they make is the one on file, so that a change of it is read', async () => {
    const db = await empty()
    await migrate(db)
    await expect(await schemaTextOf(db)).toMatchFileSnapshot(`./schema.${kind}.txt`)
  })
})

test('each place in the list holds the file of its number', () => {
  const numbers = migrations.map((migration) => Number(migration.name.slice(0, 4)))
  expect(numbers).toEqual(migrations.map((_, at) => at + 1))
})

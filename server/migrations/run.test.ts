import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openSqlite } from '../db/open.ts'
import { migrations } from './index.ts'
import { migrate, schemaVersionOf } from './run.ts'

test('migrations run once, in order', async () => {
  const db = openSqlite(':memory:')
  expect(await migrate(db)).toEqual(migrations.map((migration) => migration.name))
  expect(await migrate(db)).toEqual([])
  expect(await schemaVersionOf(db)).toBe(migrations.length)
  await db.close()
})

test('a database of a newer program is refused', async () => {
  const db = openSqlite(':memory:')
  await migrate(db)
  await sql`insert into schema_migration (version, name) values (${migrations.length + 1}, 'of tomorrow')`.execute(db.q)
  await expect(migrate(db)).rejects.toThrow('start the newer program')
  await db.close()
})

test('each place in the list holds the file of its number', () => {
  const numbers = migrations.map((migration) => Number(migration.name.slice(0, 4)))
  expect(numbers).toEqual(migrations.map((_, at) => at + 1))
})

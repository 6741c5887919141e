import { sql } from 'kysely'
import type { Database } from '../db/open.ts'
import { migrations } from './index.ts'

/**
 * Brings the database to this program's schema, each migration in its own transaction.
 * Returns the names of those that ran. Throws when the database was made by a newer program.
 */
export async function migrate(db: Database): Promise<string[]> {
  await db.write(async (tx) => {
    await sql`create table if not exists schema_migration (version integer primary key, name text not null)`.execute(tx.q)
  })
  const ran: string[] = []
  const from = await schemaVersionOf(db)
  if (from > migrations.length) {
    throw new Error(`The database has schema ${from} and this program knows only up to ${migrations.length}: start the newer program.`)
  }
  for (const [position, migration] of migrations.entries()) {
    if (position < from) continue
    await db.write(async (tx) => {
      await migration.up(tx.q, tx.kind)
      await sql`insert into schema_migration (version, name) values (${position + 1}, ${migration.name})`.execute(tx.q)
    })
    ran.push(migration.name)
  }
  return ran
}

/** Schema version of the database: how many migrations have run. */
export async function schemaVersionOf(db: Database): Promise<number> {
  const { rows } = await sql<{ version: number | null }>`select max(version) as version from schema_migration`.execute(db.q)
  return rows[0]?.version ?? 0
}

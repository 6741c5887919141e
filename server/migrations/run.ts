import { sql } from 'kysely'
import { openDatabase, type Database, type Tx } from '../db/open.ts'
import { endlessPatience } from '../db/pool.ts'
import { migrations } from './index.ts'

/** The database of these settings, brought to this program's schema. A migration may take as long as it needs. */
export async function openMigrated({ databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string }): Promise<Database> {
  const patient = openDatabase(databaseUrl, dataDir, endlessPatience)
  try {
    await migrate(patient)
    await demandHere(patient)
  } finally {
    await patient.close()
  }
  return openDatabase(databaseUrl, dataDir)
}

/** Row of `meta` of a SQLite database that was moved: when, and to which PostgreSQL, without what opens it. */
export const movedKey = 'moved_to'

/** Throws a sentence when everything of a database goes on elsewhere: what is written into it would be lost. */
async function demandHere(db: Database): Promise<void> {
  const moved = await db.q.selectFrom('meta').select('value').where('key', '=', movedKey).executeTakeFirst()
  if (!moved || db.kind !== 'sqlite') return
  throw new Error(
    `This SQLite database was moved to PostgreSQL (${moved.value}): set DATABASE_URL. ` +
      'If nothing was ever done there, npm run move -- --take-back makes this one the right one again.',
  )
}

/**
 * Brings the database to this program's schema, or as far as is said, each migration in its own transaction.
 * Returns the names of those that ran. Throws when the database was made by a newer program.
 */
export async function migrate(db: Database, upTo: number = migrations.length): Promise<string[]> {
  await db.write(async (tx) => {
    await alone(tx)
    await sql`create table if not exists schema_migration (version integer primary key, name text not null)`.execute(tx.q)
  })
  const from = await schemaVersionOf(db)
  if (from > migrations.length) {
    throw new Error(`The database has schema ${from} and this program knows only up to ${migrations.length}: start the newer program.`)
  }
  const ran: string[] = []
  for (const [position, migration] of migrations.slice(0, upTo).entries()) {
    const version = position + 1
    const runs = await db.write(async (tx) => {
      await alone(tx)
      if ((await versionIn(tx)) >= version) return false
      await migration.up(tx.q, tx.kind)
      await sql`insert into schema_migration (version, name) values (${version}, ${migration.name})`.execute(tx.q)
      return true
    })
    if (runs) ran.push(migration.name)
  }
  return ran
}

/** Any number that this program uses for nothing else. */
const migrationLock = 4_771_001

/** Processes that start at the same moment migrate one after the other. SQLite's writers are alone anyway. */
async function alone(tx: Tx): Promise<void> {
  if (tx.kind === 'postgres') await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(tx.q)
}

/** Schema version of the database: how many migrations have run. */
export const schemaVersionOf = (db: Pick<Tx, 'q'>): Promise<number> => versionIn(db)

async function versionIn({ q }: Pick<Tx, 'q'>): Promise<number> {
  const { rows } = await sql<{ version: number | null }>`select max(version) as version from schema_migration`.execute(q)
  return rows[0]?.version ?? 0
}

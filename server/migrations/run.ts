import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase, type Database, type Tx } from '../db/open.ts'
import { endlessPatience, usualPatience } from '../db/pool.ts'
import { migrations as ownMigrations, type Migration } from './index.ts'

/** Where a server's database is, and how many connections the server may hold to it. */
export interface DatabasePlace {
  readonly databaseUrl: string | undefined
  /** Past whatever shares connections out, for what needs one of its own; the same unless it is said. */
  readonly databaseDirectUrl?: string | undefined
  readonly databasePool?: number | undefined
  readonly dataDir: string
}

/** The database of these settings, brought to this program's schema. A migration may take as long as it needs. */
export async function openMigrated(
  { databaseUrl, databaseDirectUrl, databasePool, dataDir }: DatabasePlace,
  how: MigrateOptions = {},
): Promise<Database> {
  const patient = openDatabase(databaseUrl && (databaseDirectUrl ?? databaseUrl), dataDir, endlessPatience)
  try {
    await migrate(patient, how)
    await demandHere(patient)
  } finally {
    await patient.close()
  }
  // A way past something says that there is something, which gives each transaction another connection.
  const plans = databaseDirectUrl === undefined
  return openDatabase(databaseUrl, dataDir, usualPatience, { directUrl: databaseDirectUrl, connections: databasePool, plans })
}

/** Row of `meta` of a SQLite database that was moved: when, and to which PostgreSQL, without what opens it. */
export const movedKey = 'moved_to'

/** Row of `meta` of a database that was put back, while its files are still to come: the digest of the copy that they come from. */
export const comingKey = 'files_coming'

/** Throws a sentence when everything of a database goes on elsewhere, where what is written into it would be lost, or is not all there yet. */
async function demandHere(db: Database): Promise<void> {
  const coming = await db.q.selectFrom('meta').select('key').where('key', '=', comingKey).executeTakeFirst()
  if (coming)
    throw new Error(
      'A restore into this database broke off before its files had come: restore the same copy into it again, and it goes on.',
    )
  const moved = await db.q.selectFrom('meta').select('value').where('key', '=', movedKey).executeTakeFirst()
  if (!moved || db.kind !== 'sqlite') return
  throw new Error(
    `This SQLite database was moved to PostgreSQL (${moved.value}): set DATABASE_URL. ` +
      'If nothing was ever done there, npm run move -- --take-back makes this one the right one again.',
  )
}

export interface MigrateOptions {
  /** What this program knows, unless a test says otherwise. */
  readonly migrations?: readonly Migration[] | undefined
  /** Waits before another try. */
  readonly pause?: ((ms: number) => Promise<unknown>) | undefined
  /** Told when somebody else's lock is in the way. */
  readonly log?: { info(data: object, message: string): void } | undefined
}

/** How long a statement of a migration waits for somebody's lock: whoever comes after it waits behind it for as long (MS7). */
const lockMs = 2_000
const firstPauseMs = 250
const mostPauseMs = 5_000
/** Tries of one migration that meet somebody's lock: some four minutes. */
const triesMost = 40

/**
 * Brings the database to this program's schema, one migration after the other, of however many processes one at a time. Returns the names
 * of those that ran. A newer program's database is left as it is. Throws when this program cannot work beside it (MS6), and when
 * somebody's lock has been in the way of a migration for minutes.
 */
export async function migrate(db: Database, { migrations = ownMigrations, pause = wait, log }: MigrateOptions = {}): Promise<string[]> {
  await oneAtATime(db, pause, async (tx) => {
    await sql`create table if not exists schema_migration (version integer primary key, name text not null)`.execute(tx.q)
    return true
  })
  const standing = await schemaStandingOf(db)
  if (!worksBeside(standing, migrations.length)) throw new Error(`${schemaSentence(standing, migrations.length)}.`)
  const ran: string[] = []
  for (const [position, migration] of migrations.entries()) {
    const version = position + 1
    if (version <= standing.version) continue
    for (let tries = 1; ; tries += 1) {
      try {
        const step = (tx: Pick<Tx, 'q' | 'kind'>): Promise<boolean> => run(tx, migration, version)
        const isApart = migration.mode === 'apart' && db.kind === 'postgres'
        if (await (isApart ? apart(db, pause, step) : oneAtATime(db, pause, step))) ran.push(migration.name)
        break
      } catch (error) {
        if (!isInTheWay(error)) throw error
        if (tries === triesMost)
          throw new Error(`${migration.name} waits for a lock that somebody holds: end their transaction, and start again.`, {
            cause: error,
          })
        log?.info({ migration: migration.name, tries }, 'a migration waits for a lock that somebody holds')
        await pause(pauseOf(tries))
      }
    }
  }
  return ran
}

/** Runs a migration that has not run yet. Returns whether it did. */
async function run(tx: Pick<Tx, 'q' | 'kind'>, { name, worksFrom, mode, up }: Migration, version: number): Promise<boolean> {
  if ((await versionIn(tx)) >= version) return false
  // First: while it runs apart, programs that cannot go on beside it must know already.
  if (worksFrom !== undefined) await raiseFloor(tx, worksFrom)
  // What runs apart holds nobody up by waiting, and may wait for whoever reads.
  if (tx.kind === 'postgres' && mode === undefined) await sql.raw(`set local lock_timeout = ${lockMs}`).execute(tx.q)
  await up(tx.q, tx.kind)
  await sql`insert into schema_migration (version, name) values (${version}, ${name})`.execute(tx.q)
  return true
}

/** Any number that this program uses for nothing else. */
const migrationLock = 4_771_001

const pauseOf = (tries: number): number => Math.min(mostPauseMs, firstPauseMs * 2 ** (tries - 1))

/** Somebody else migrates at this moment. */
class Busy extends Error {}

/**
 * Work in a transaction while no other process migrates. Whoever is second asks again: one that waited inside a statement would hold a
 * snapshot, for the end of which CREATE INDEX CONCURRENTLY waits. SQLite's writers are alone anyway.
 */
async function oneAtATime<T>(db: Database, pause: (ms: number) => Promise<unknown>, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.write(async (tx) => {
        if (tx.kind === 'postgres' && !(await tryLock(tx, 'pg_try_advisory_xact_lock'))) throw new Busy()
        return work(tx)
      })
    } catch (error) {
      if (!(error instanceof Busy)) throw error
    }
    await pause(pauseOf(tries))
  }
}

/** The same on one connection and outside a transaction. */
async function apart<T>(
  db: Database,
  pause: (ms: number) => Promise<unknown>,
  work: (tx: Pick<Tx, 'q' | 'kind'>) => Promise<T>,
): Promise<T> {
  return db.q.connection().execute(async (q) => {
    for (let tries = 1; !(await tryLock({ q }, 'pg_try_advisory_lock')); tries += 1) await pause(pauseOf(tries))
    try {
      return await work({ kind: db.kind, q })
    } finally {
      await sql`select pg_advisory_unlock(${migrationLock})`.execute(q)
    }
  })
}

async function tryLock({ q }: Pick<Tx, 'q'>, how: 'pg_try_advisory_xact_lock' | 'pg_try_advisory_lock'): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select ${sql.raw(how)}(${migrationLock}) as taken`.execute(q)
  return rows[0]?.taken === true
}

/** lock_not_available, and the deadlock that an older program makes, which waits inside its statement. */
const isInTheWay = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01')

/** How far a database was migrated, and the oldest program that goes on beside that. */
export interface SchemaStanding {
  readonly version: number
  /** Schema version; 0 while every program does. */
  readonly worksFrom: number
}

/** Kept in `meta`, which every program knows. */
const floorKey = 'schema_works_from'

async function raiseFloor({ q }: Pick<Tx, 'q'>, worksFrom: number): Promise<void> {
  const value = String(Math.max(worksFrom, await floorIn({ q })))
  await q
    .insertInto('meta')
    .values({ key: floorKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

async function floorIn({ q }: Pick<Tx, 'q'>): Promise<number> {
  const row = await q.selectFrom('meta').select('value').where('key', '=', floorKey).executeTakeFirst()
  return Number(row?.value ?? 0)
}

export async function schemaStandingOf(db: Pick<Database, 'q'>): Promise<SchemaStanding> {
  const version = await versionIn(db)
  // The table of the floor comes with the first migration.
  return { version, worksFrom: version === 0 ? 0 : await floorIn(db) }
}

/** Whether a program that knows `own` migrations works on a database: it is of its schema or newer, and takes programs of this one yet (MS6). */
export const worksBeside = ({ worksFrom }: SchemaStanding, own: number): boolean => own >= worksFrom

/** Why a program does not work on a database, without a full stop. */
export const schemaSentence = ({ version, worksFrom }: SchemaStanding, own: number): string =>
  `The database has schema ${version}, beside which programs from ${worksFrom} on work, and this program knows only up to ${own}: start the newer program`

/** Schema version of the database: how many migrations have run. */
export const schemaVersionOf = (db: Pick<Tx, 'q'>): Promise<number> => versionIn(db)

async function versionIn({ q }: Pick<Tx, 'q'>): Promise<number> {
  const { rows } = await sql<{ version: number | null }>`select max(version) as version from schema_migration`.execute(q)
  return rows[0]?.version ?? 0
}

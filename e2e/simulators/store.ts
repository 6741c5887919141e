import { openPostgres, openSqlite, type Database } from '#server/db/open.ts'
import { migrate } from '#server/migrations/run.ts'
import { adminDatabase, makeDatabase, startPostgres, within, type PostgresProcess } from '#server/testing/postgres.ts'
import { instantOf } from '#shared/kernel/instant.ts'
import { sql } from 'kysely'
import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lay, startMs } from './ground.ts'

/** Where a run's server keeps its rows: can be copied and put back to its copy while nobody uses it. */
export interface SimStore {
  /** A database with the ground laid, and nothing else. */
  create(): Promise<void>
  open(): Promise<Database>
  copy(): Promise<void>
  putBack(): Promise<void>
  remove(): Promise<void>
}

let sqliteGround: Promise<string> | null = null

/** A migrated database with the ground laid, made once and copied for every run. */
async function laidSqlite(): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'iip-sim-')), 'ground.sqlite')
  await laid(openSqlite(path))
  return path
}

async function laid(db: Database): Promise<void> {
  await migrate(db)
  await lay(db, instantOf(startMs))
  await db.close()
}

/** A database of one file. */
export function sqliteStore(file: string): SimStore {
  return {
    create: async () => copyFileSync(await (sqliteGround ??= laidSqlite()), file),
    async open() {
      const db = openSqlite(file)
      // Power loss is not what is simulated, and thousands of servers must fit in minutes.
      await sql`pragma synchronous = off`.execute(db.q)
      return db
    },
    copy: async () => copyFileSync(file, `${file}.copy`),
    putBack: async () => copyFileSync(`${file}.copy`, file),
    remove: async () => undefined,
  }
}

let cluster: Promise<PostgresProcess> | null = null
const groundName = 'iip_sim_ground'
let databases = 0

async function startCluster(): Promise<PostgresProcess> {
  const started = await startPostgres()
  await laid(openPostgres(await makeDatabase(started.url, groundName)))
  return started
}

/** Ends the PostgreSQL server of this process, if a run has started one. */
export async function stopPostgres(): Promise<void> {
  const running = cluster
  cluster = null
  await (await running)?.stop()
}

/** A database of a PostgreSQL server that the first such run of a process starts. */
export function postgresStore(): SimStore {
  const name = `sim_${process.pid}_${(databases += 1)}`
  const copy = `${name}_copy`
  const running = async (): Promise<string> => (await (cluster ??= startCluster())).url
  const drop = async (which: string): Promise<void> =>
    within((await running()) + adminDatabase, async (client) => void (await client.query(`drop database if exists ${which} with (force)`)))
  const make = async (which: string, template: string): Promise<void> => {
    await drop(which)
    await makeDatabase(await running(), which, template)
  }
  return {
    create: () => make(name, groundName),
    open: async () => openPostgres((await running()) + name),
    copy: () => make(copy, name),
    putBack: () => make(name, copy),
    remove: async () => {
      await drop(name)
      await drop(copy)
    },
  }
}

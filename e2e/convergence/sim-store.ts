import { openPostgres, openSqlite, type Database } from '#server/db/open.ts'
import { migrate } from '#server/migrations/run.ts'
import { startPostgres } from '#server/testing/postgres.ts'
import { instantOf } from '#shared/kernel/instant.ts'
import { sql } from 'kysely'
import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
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

export function sqliteStore(dir: string): SimStore {
  const file = join(dir, 'iip.sqlite')
  return {
    async create() {
      sqliteGround ??= laidSqlite()
      copyFileSync(await sqliteGround, file)
    },
    async open() {
      const db = openSqlite(file)
      // Power loss is not what is simulated, and two hundred runs must fit in minutes.
      await sql`pragma synchronous = off`.execute(db.q)
      return db
    },
    copy: async () => copyFileSync(file, `${file}.copy`),
    putBack: async () => copyFileSync(`${file}.copy`, file),
    remove: async () => undefined,
  }
}

interface Cluster {
  readonly url: string
  readonly stop: () => Promise<void>
}
let cluster: Promise<Cluster> | null = null
const groundName = 'iip_sim_ground'
let databases = 0

async function startCluster(): Promise<Cluster> {
  const started = await startPostgres()
  await statement(started.url, `create database ${groundName} template template0`)
  await laid(openPostgres(started.url + groundName))
  return started
}

/** Ends the PostgreSQL server of this process, if a run has started one. */
export async function stopPostgres(): Promise<void> {
  const running = cluster
  cluster = null
  await (await running)?.stop()
}

async function statement(url: string, ...texts: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}postgres` })
  await client.connect()
  try {
    for (const text of texts) await client.query(text)
  } finally {
    await client.end()
  }
}

/** A database of a PostgreSQL server that the first such run of a process starts. */
export function postgresStore(): SimStore {
  const name = `sim_${process.pid}_${(databases += 1)}`
  const running = async (): Promise<string> => (await (cluster ??= startCluster())).url
  return {
    create: async () => statement(await running(), `create database ${name} template ${groundName}`),
    open: async () => openPostgres((await running()) + name),
    copy: async () => statement(await running(), `drop database if exists ${name}_copy`, `create database ${name}_copy template ${name}`),
    putBack: async () => statement(await running(), `drop database ${name} with (force)`, `create database ${name} template ${name}_copy`),
    remove: async () =>
      statement(await running(), `drop database if exists ${name} with (force)`, `drop database if exists ${name}_copy with (force)`),
  }
}

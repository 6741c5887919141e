import { openForReading, openPostgres, openSqlite, type Database } from '#server/db/open.ts'
import { migrate } from '#server/migrations/run.ts'
import { makeDatabase, startPostgres, type PostgresProcess } from '#server/testing/postgres.ts'
import { closeSync, createReadStream, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { layCountryIn, type Country, type CountryOrder } from '../bench/country-ground.ts'
import { ServerProcess } from '../server.ts'
import { kept, type Promised, type Verdict } from '../simulators/promises.ts'
import type { Variant } from './options.ts'

const serversOf: Readonly<Record<Variant, number>> = { sqlite: 1, postgres: 3 }
const databaseName = 'pais'

/** Servers as an operator runs them, on a country that was laid for them. */
export interface Site {
  readonly variant: Variant
  readonly country: Country
  readonly servers: readonly ServerProcess[]
  readonly dataDir: string
  /** Where they have their data when it is in PostgreSQL. */
  readonly databaseUrl: string | undefined
  /** Process of PostgreSQL; its children are its connections' and its own. */
  readonly postgresPid: number | undefined
  readonly folder: string
  /** Ends the servers: what they have is then looked at. */
  stopServers(): Promise<void>
  close(): Promise<void>
}

/** One server on a file, or three on one PostgreSQL that flushes each commit, with files in a folder that they share. */
export async function openSite(variant: Variant, order: CountryOrder, where: string | undefined): Promise<Site> {
  const folder = await mkdtemp(join(where ?? tmpdir(), 'iip-load-'))
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const servers: ServerProcess[] = []
  let postgres: PostgresProcess | undefined
  const stopServers = async (): Promise<void> => {
    await Promise.all(servers.splice(0).map((server) => server.stop()))
  }
  const close = async (): Promise<void> => {
    await stopServers()
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    postgres = variant === 'postgres' ? await startPostgres({ isDurable: true }) : undefined
    const databaseUrl = postgres && (await makeDatabase(postgres.url, databaseName))
    const country = await laid(databaseUrl === undefined ? openSqlite(join(dataDir, 'iip.sqlite')) : openPostgres(databaseUrl), order)
    const env = { SEED: 'none', REHEARSAL: 'off', LOG: 'off', ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) }
    for (let count = 0; count < serversOf[variant]; count += 1) servers.push(await ServerProcess.launch({ dataDir, env }))
    const postgresPid = postgres && Number(readFileSync(join(postgres.dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
    return { variant, country, servers: [...servers], dataDir, databaseUrl, postgresPid, folder, stopServers, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function laid(db: Database, order: CountryOrder): Promise<Country> {
  try {
    await migrate(db)
    return await layCountryIn(db, order)
  } finally {
    await db.close()
  }
}

/** Compares what the devices of some processes were promised with what servers that have ended left. */
export async function verdictOf(
  { databaseUrl, dataDir }: Pick<Site, 'databaseUrl' | 'dataDir'>,
  promises: readonly string[],
): Promise<Verdict> {
  const db = openForReading(databaseUrl, dataDir)
  try {
    return await kept(db, dataDir, read(promises))
  } finally {
    await db.close()
  }
}

async function* read(paths: readonly string[]): AsyncIterable<Promised> {
  for (const path of paths)
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
      const promised: Promised = JSON.parse(line)
      yield promised
    }
}

/** Files that are kept, and their bytes. */
export async function filesIn(dataDir: string): Promise<{ readonly count: number; readonly bytes: number }> {
  const folder = join(dataDir, 'files')
  let bytes = 0
  const names = await readdir(folder).catch(() => [])
  for (const name of names) bytes += (await stat(join(folder, name))).size
  return { count: names.length, bytes }
}

const flushes = 60

/** What one small commit takes of the disk at the least: a page written and flushed, milliseconds, the middle of many. */
export function flushMs(folder: string): number {
  const file = openSync(join(folder, 'flushes'), 'w')
  const page = Buffer.alloc(8192, 1)
  const took = Array.from({ length: flushes }, () => {
    const startedAt = performance.now()
    writeSync(file, page)
    fdatasyncSync(file)
    return performance.now() - startedAt
  })
  closeSync(file)
  return took.toSorted((a, b) => a - b)[Math.floor(flushes / 2)] ?? Number.NaN
}

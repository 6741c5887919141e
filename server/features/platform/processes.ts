import { dayMs, epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import { processFiguresSchema, type ProcessFigures } from '#shared/platform/model.ts'
import type { ServerProcess } from '#shared/platform/routes.ts'
import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import * as v from 'valibot'
import type { Jump } from '../../clock.ts'
import type { Database, Tx } from '../../db/open.ts'
import { migrations } from '../../migrations/index.ts'
import { programVersion } from '../../program-version.ts'
import { JobRuns } from '../../jobs/runs.ts'
import type { Log } from '../../server.ts'

/** Until the row of a process that ended without a word goes. */
const keptMs = dayMs
/** Processes that are told of: more share no database. */
const mostTold = 50

interface Deps {
  readonly db: Database
  readonly now: () => Instant
  readonly log: Pick<Log, 'error'>
  readonly dataDir: string
  readonly mail: ProcessFigures['mail']
  /** Where uploaded files are. */
  readonly files: () => string
  readonly streams: () => number
  readonly jump: () => Jump | undefined
  /** Why it takes no work, as /readyz says. */
  readonly unready: () => Promise<string | null>
}

/** This process as the database knows it: a row of its own with a sign of life, for whoever looks after the platform (HP1). */
export class ProcessSigns {
  readonly id = randomUUID().slice(0, 8)
  readonly runs: JobRuns
  readonly #deps: Deps
  readonly #startedAt: Instant
  readonly #loop = monitorEventLoopDelay({ resolution: 20 })

  constructor(deps: Deps) {
    this.#deps = deps
    this.#startedAt = deps.now()
    this.runs = new JobRuns({ ...deps, server: this.id })
    this.#loop.enable()
  }

  /** Says that it lives, and how it is. Rows of processes that ended without a word a day ago go. */
  async tell(): Promise<void> {
    const { db, now } = this.#deps
    const figures = JSON.stringify(await this.#figures())
    const row = { version: programVersion, schema_version: migrations.length, host: hostname(), seen_at: now(), figures }
    await db.q
      .insertInto('server_process')
      .values({ id: this.id, started_at: this.#startedAt, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    // By a clock that may be wrong every other process has gone long ago.
    if (this.#deps.jump()) return
    await db.q
      .deleteFrom('server_process')
      .where('seen_at', '<', instantOf(epochMs(now()) - keptMs))
      .execute()
  }

  /** Takes its row away: it ends as it was asked to. A database that is gone keeps the row, which says so to whoever looks. */
  async leave(): Promise<void> {
    try {
      await this.#deps.db.q.deleteFrom('server_process').where('id', '=', this.id).execute()
    } catch (error) {
      this.#deps.log.error({ err: error }, 'the row of this process stays')
    }
  }

  close(): void {
    this.#loop.disable()
  }

  async #figures(): Promise<ProcessFigures> {
    const { dataDir, mail, files, streams, jump, unready } = this.#deps
    const loopMs = this.#loop.count === 0 ? 0 : Math.round(this.#loop.max / 1e6)
    this.#loop.reset()
    return {
      reason: await unready(),
      memoryBytes: process.memoryUsage.rss(),
      loopMs,
      streams: streams(),
      diskFreeBytes: await freeBytes(dataDir),
      jumpMs: jump()?.byMs ?? null,
      files: files(),
      mail,
      running: this.runs.running().filter(({ name }) => name !== 'signs'),
    }
  }
}

async function freeBytes(dataDir: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize
  } catch {
    // The folder is gone: `unready` tells of it.
    return null
  }
}

/** Processes of this database, the newest first; `own` is the one that answers. */
export async function processesIn(tx: Tx, own: string): Promise<ServerProcess[]> {
  const rows = await tx.q
    .selectFrom('server_process')
    .select(['id', 'version', 'schema_version', 'host', 'started_at', 'seen_at', 'figures'])
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(mostTold)
    .execute()
  return rows.map((row) => {
    // Another version of the program may say other things of itself.
    const figures = v.safeParse(processFiguresSchema, JSON.parse(row.figures))
    return {
      _id: row.id,
      version: row.version,
      schema: row.schema_version,
      host: row.host,
      startedAt: row.started_at,
      seenAt: row.seen_at,
      answering: row.id === own,
      figures: figures.success ? figures.output : v.parse(processFiguresSchema, {}),
    }
  })
}

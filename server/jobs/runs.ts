import { jobNames, type JobName } from '#shared/platform/model.ts'
import { epochMs, type Instant } from '#shared/kernel/instant.ts'
import { randomUUID } from 'node:crypto'
import type { Database } from '../db/open.ts'
import type { Log } from '../server.ts'

/** A job that runs every second is written down so often at most: what the page says of it is that old. */
const writtenMs = 15_000

/** What a job resolves with that another server has done, or does: nothing of it happened here. */
export const notHere = Symbol('not here')

interface Deps {
  readonly db: Database
  readonly now: () => Instant
  readonly log: Pick<Log, 'error'>
  /** Id of this process. */
  readonly server: string
}

interface Run {
  readonly startedAt: Instant
  /** Under which the log has what it broke on; null when it did not. */
  readonly errorId: string | null
}

/** How a job has gone in this process since its start. What another server does has ended well here, too. */
export interface JobFigures {
  readonly runs: number
  readonly failures: number
  /** How long the last run took; undefined before the first. */
  readonly lastSeconds: number | undefined
  /** When a run last ended well, in seconds since 1970 by the machine's clock; undefined before the first. */
  readonly lastSuccess: number | undefined
}

const never: JobFigures = { runs: 0, failures: 0, lastSeconds: undefined, lastSuccess: undefined }

/** What becomes of jobs in this process: in figures, and told in the database for whoever looks after the platform (HP5). */
export class JobRuns {
  readonly #deps: Deps
  readonly #running = new Map<string, { readonly name: JobName; readonly since: Instant }>()
  readonly #figures = new Map<JobName, JobFigures>(jobNames.map((name) => [name, never]))
  readonly #written = new Map<JobName, { readonly atMs: number; readonly failed: boolean }>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Jobs that run at this moment. */
  running(): readonly { readonly name: JobName; readonly since: Instant }[] {
    return [...this.#running.values()]
  }

  figures(): ReadonlyMap<JobName, JobFigures> {
    return this.#figures
  }

  /** Runs a job and notes how it went. A job that breaks is logged under an id, and runs again when its time comes. */
  async run(name: JobName, job: () => Promise<unknown>): Promise<void> {
    const { now, log } = this.#deps
    const startedAt = now()
    const startedMs = performance.now()
    const key = randomUUID()
    this.#running.set(key, { name, since: startedAt })
    let errorId: string | null = null
    try {
      if ((await job()) === notHere) return
    } catch (error) {
      errorId = randomUUID().slice(0, 8)
      log.error({ err: error, job: name, errorId }, 'a job failed')
    } finally {
      this.#running.delete(key)
      this.#ended(name, (performance.now() - startedMs) / 1_000, errorId === null)
    }
    try {
      await this.#note(name, { startedAt, errorId })
    } catch (error) {
      // The database takes no writes now, which readiness tells: the next run is noted again.
      log.error({ err: error, job: name }, 'the run of a job could not be noted')
    }
  }

  #ended(name: JobName, seconds: number, well: boolean): void {
    const { runs, failures, lastSuccess } = this.#figures.get(name) ?? never
    this.#figures.set(name, {
      runs: runs + 1,
      failures: failures + (well ? 0 : 1),
      lastSeconds: seconds,
      lastSuccess: well ? Date.now() / 1_000 : lastSuccess,
    })
  }

  async #note(name: JobName, { startedAt, errorId }: Run): Promise<void> {
    const { db, now, server } = this.#deps
    const finishedAt = now()
    const atMs = epochMs(finishedAt)
    const failed = errorId !== null
    const before = this.#written.get(name)
    // What failed, and that it works again, is told at once.
    if (before && before.failed === failed && !failed && Math.abs(atMs - before.atMs) < writtenMs) return
    const run = { server, last_started_at: startedAt, last_finished_at: finishedAt, ms: atMs - epochMs(startedAt) }
    const told = failed
      ? { ...run, last_failed_at: finishedAt, last_error_id: errorId, last_error_server: server }
      : { ...run, last_success_at: finishedAt, failures: 0 }
    await db.q
      .insertInto('job_run')
      .values({ name, failures: failed ? 1 : 0, ...told })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((each) => ({ ...told, ...(failed ? { failures: each('job_run.failures', '+', 1) } : {}) })),
      )
      .execute()
    this.#written.set(name, { atMs, failed })
  }
}

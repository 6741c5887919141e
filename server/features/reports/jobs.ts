import { fullName } from '#shared/accounts/model.ts'
import { fail } from '#shared/kernel/failure.ts'
import type { FormId, UserId } from '#shared/kernel/ids.ts'
import { epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { formatsOf, isOfDocuments, isWhole, reportKeptMs, type ReportWish } from '#shared/reports/model.ts'
import type { ReportJob } from '#shared/reports/routes.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database, Tx } from '../../db/open.ts'
import type { ReportJobTable } from '../../db/schema.ts'
import type { Files } from '../../files/store.ts'
import { failureOfThrown } from '../../http/failures.ts'
import { userColumns, type Session } from '../../http/session.ts'
import type { ReportDeps } from '../../reports/institutions.ts'
import { reportOf } from '../../reports/report.ts'
import { tablesStream } from '../../reports/table.ts'
import type { Log } from '../../server.ts'
import { asSpan, noSpans, type Spans } from '../../spans.ts'
import { currentTrace, inTrace } from '../../trace.ts'
import { actorOf } from '../../world/memberships.ts'
import type { WorldStore } from '../../world/store.ts'
import { documentsOf } from './documents.ts'
import { Gone, Hold } from './hold.ts'
import { Refused } from './refused.ts'
import type { ReportThreads } from './threads.ts'
import { wholeOf, type Whole } from './whole.ts'

/** Reports that are made at one time, whoever asked and however many processes there are, and one for each person. */
const atOnce = 2
/** Of one person, made and waiting. */
const mostOfOne = 20
/** How long a report is one process's own without a word from it; it says one three times as often, however long one step of its work takes. */
const claimMs = 60_000
/** Between two words of how far a report has come. */
const tellMs = 500
/** Times that a report is begun: one that ends its process does not end every process. */
const begunMost = 3
/** Until a file that no row names is taken for one that nobody makes any more. */
const orphanMs = 3_600_000
/** Largest size that its column takes: of a larger file its store tells. */
const sizeMost = 2_147_483_647
/** Any number that this program uses for nothing else. */
const claimLock = 4_771_006

interface Deps {
  readonly db: Database
  readonly worlds: WorldStore
  readonly now: () => Instant
  readonly log: Pick<Log, 'error' | 'info'>
  readonly files: Pick<Files, 'reports' | 'sweep' | 'read' | 'size'>
  /** Where what is verified before it is kept stands until then, and what it is gathered in. */
  readonly dataDir: string
  readonly publicUrl: string
  /** Where the pieces of such a file go, flushed at its end; this machine's disk unless something else is said. */
  readonly written?: ((path: string) => Writable) | undefined
  readonly spans?: Spans | undefined
  /** Makes a report apart from whoever is served; here, unless it is said. */
  readonly apart?: Pick<ReportThreads, 'carryOut' | 'stop'> | undefined
}

const columns = [
  'id',
  'user_id',
  'kind',
  'form_id',
  'institution_id',
  'format',
  'layout',
  'state',
  'done',
  'total',
  'begun',
  'claim',
  'claimed_until',
  'created_at',
  'started_at',
  'expires_at',
  'file',
  'name',
  'type',
  'size',
  'code',
  'institutions',
  'trace',
] as const satisfies readonly (keyof ReportJobTable)[]

/** A file that was made. */
export interface Fetched {
  readonly name: string
  readonly type: string
  readonly size: number
  readonly file: Readable
}

/**
 * Reports that are made apart and fetched later. What is asked for is a row, so that it outlives the process; of several processes on one
 * database one makes it, and says so while it does. Whichever of them is asked for it has it from where files are kept, until a day after.
 */
export class ReportJobs {
  readonly #deps: Deps
  #stopped = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Asks for a report; the same id asks once. Fails: as the report itself, reports_many. */
  async ask(session: Session, id: string, wish: ReportWish): Promise<Result<ReportJob>> {
    const { db, now } = this.#deps
    const report = await this.#reportOf(session, wish)
    if (!report.ok) return report
    const asked = await db.write(async (tx): Promise<Result<null>> => {
      const own = await tx.q.selectFrom('report_job').select('id').where('user_id', '=', session.user.id).execute()
      if (own.some((each) => each.id === id)) return done(null)
      if (own.length >= mostOfOne) return fail('reports_many', { n: mostOfOne })
      const taken = await tx.q
        .insertInto('report_job')
        .values({
          id,
          user_id: session.user.id,
          kind: wish.kind,
          form_id: wish.formId,
          institution_id: wish.institutionId,
          format: wish.format,
          layout: wish.layout,
          state: 'waiting',
          done: 0,
          total: 0,
          begun: 0,
          claim: null,
          claimed_until: null,
          created_at: now(),
          started_at: null,
          expires_at: null,
          file: null,
          name: null,
          type: null,
          size: null,
          code: null,
          institutions: null,
          trace: currentTrace()?.trace ?? null,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      // Somebody else's.
      return (taken.numInsertedOrUpdatedRows ?? 0n) > 0n ? done(null) : fail('not_found')
    })
    if (!asked.ok) return asked
    const found = (await this.list(session)).find((each) => each.id === id)
    return found ? done(found) : fail('not_found')
  }

  /** What somebody asked for and can still have, the newest first. */
  async list({ user }: Session): Promise<readonly ReportJob[]> {
    const { db, now } = this.#deps
    const rows = await db.q.selectFrom('report_job').select(columns).where('user_id', '=', user.id).orderBy('created_at', 'desc').execute()
    const waiting = await db.q
      .selectFrom('report_job')
      .select(['id', 'created_at'])
      .where('state', '=', 'waiting')
      .where('user_id', '!=', user.id)
      .execute()
    const at = now()
    return rows
      .filter(({ expires_at }) => expires_at === null || expires_at > at)
      .map((row) => ({
        id: row.id,
        kind: row.kind,
        formId: row.form_id,
        institutionId: row.institution_id,
        format: row.format,
        layout: row.layout,
        state: row.state,
        done: row.done,
        total: row.total,
        ahead: row.state === 'waiting' ? waiting.filter((each) => each.created_at < row.created_at).length : 0,
        name: row.name,
        size: row.size,
        code: row.code,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      }))
  }

  /** Takes back what somebody asked for, whatever has become of it. Fails: not_found. */
  async cancel({ user }: Session, id: string): Promise<Result<null>> {
    const { db } = this.#deps
    const row = await db.q.selectFrom('report_job').select('file').where('id', '=', id).where('user_id', '=', user.id).executeTakeFirst()
    if (!row) return fail('not_found')
    await db.q.deleteFrom('report_job').where('id', '=', id).execute()
    if (row.file !== null) await this.#remove(row.file)
    return done(null)
  }

  /** A report that was made, for who asked and still may have it. Fails: not_found, forbidden, administrators_only. */
  async fetch(session: Session, formId: FormId, id: string): Promise<Result<Fetched>> {
    const { db, now } = this.#deps
    const row = await db.q
      .selectFrom('report_job')
      .select(columns)
      .where('id', '=', id)
      .where('user_id', '=', session.user.id)
      .where('form_id', '=', formId)
      .executeTakeFirst()
    if (row?.state !== 'ready' || row.file === null || row.name === null || row.type === null) return fail('not_found')
    if (row.expires_at === null || row.expires_at <= now()) return fail('not_found')
    // Whoever lost an institution since does not read of it in what was made before.
    const may = await this.#reportOf(session, wishOf(row))
    if (!may.ok) return may
    const told: readonly string[] = JSON.parse(row.institutions ?? '[]')
    const still = new Set(may.value.keys.map(({ institutionId }) => institutionId))
    if (session.actor.kind !== 'Administrator' && told.some((each) => !still.has(each))) return fail('forbidden')
    const file = await this.#deps.files.reports.read(row.file)
    const size = row.size ?? (await this.#deps.files.reports.size(row.file))
    return file && size !== undefined ? done({ name: row.name, type: row.type, size, file }) : fail('not_found')
  }

  /** Makes what waits, one after the other, until nothing is left that may be begun. */
  async work(): Promise<void> {
    await this.expire()
    while (!this.#stopped) {
      const job = await this.claim()
      if (!job) return
      await inTrace(job.trace, () => this.#told(job))
    }
  }

  /** Makes a report as a step of the trace that asked for it, and says how long it took. */
  async #told(job: ReportJobTable): Promise<void> {
    const { log, spans = noSpans, apart = this } = this.#deps
    const startedMs = performance.now()
    await asSpan(spans, { name: 'report', attributes: { 'iip.report': job.id, 'iip.report.kind': job.kind } }, () => apart.carryOut(job))
    log.info({ job: 'reports', report: job.id, kind: job.kind, ms: Math.round(performance.now() - startedMs) }, 'a report was dealt with')
  }

  /** No further report is begun, and those that are being made are left for the next start. */
  stop(): void {
    this.#stopped = true
    this.#deps.apart?.stop()
  }

  /**
   * Takes the next report for this process: of people of whom none is being made, whoever had one begun longest ago, then by turn.
   * Undefined when as many as may are being made, or none waits.
   */
  async claim(): Promise<ReportJobTable | undefined> {
    const { db, now } = this.#deps
    const anything = await db.q.selectFrom('report_job').select('id').where('state', 'in', ['waiting', 'running']).limit(1).execute()
    if (anything.length === 0) return undefined
    return db.write(async (tx) => {
      if (tx.kind === 'postgres') await sql`select pg_advisory_xact_lock(${claimLock})`.execute(tx.q)
      const at = now()
      const rows = await tx.q.selectFrom('report_job').select(columns).execute()
      const isRunning = (row: ReportJobTable): boolean => row.state === 'running' && (row.claimed_until ?? '') > at
      const running = rows.filter(isRunning)
      if (running.length >= atOnce) return undefined
      const busy = new Set(running.map((row) => row.user_id))
      const lastOf = new Map<UserId, string>()
      for (const { user_id, started_at } of rows)
        if ((started_at ?? '') > (lastOf.get(user_id) ?? '')) lastOf.set(user_id, started_at ?? '')
      const [next] = rows
        .filter((row) => (row.state === 'waiting' || row.state === 'running') && !isRunning(row) && !busy.has(row.user_id))
        .map((row) => ({ row, turn: `${lastOf.get(row.user_id) ?? ''} ${row.created_at} ${row.id}` }))
        .toSorted((left, right) => (left.turn < right.turn ? -1 : 1))
      if (!next) return undefined
      const claim = {
        state: 'running',
        claim: randomUUID(),
        claimed_until: instantOf(epochMs(at) + claimMs),
        started_at: at,
        begun: next.row.begun + 1,
        done: 0,
        total: 0,
      } as const
      await tx.q.updateTable('report_job').set(claim).where('id', '=', next.row.id).execute()
      return { ...next.row, ...claim }
    })
  }

  /** Makes a report that this process took. What it is refused for, or breaks on, is said in its row. */
  async carryOut(job: ReportJobTable): Promise<void> {
    const file = `${job.id}.${job.claim ?? ''}`
    const hold = new Hold({
      renew: () => this.#settle(job, { claimed_until: this.#claimedUntil() }, null),
      everyMs: claimMs / 3,
      stopped: () => this.#stopped,
      log: this.#deps.log,
    })
    try {
      await this.#carriedOut(job, file, hold)
    } finally {
      hold.end()
    }
  }

  async #carriedOut(job: ReportJobTable, file: string, hold: Hold): Promise<void> {
    try {
      const made = job.begun > begunMost ? fail('internal_error') : await this.#make(job, file, hold)
      if (made.ok && (await this.#settle(job, { ...made.value, state: 'ready', file }))) return
      if (!made.ok) await this.#settle(job, { state: 'failed', code: made.failure.code })
    } catch (error) {
      // Before anything is said of it: a disk that is full has no room for the word either.
      await this.#remove(file)
      if (this.#stopped) await this.#settle(job, { state: 'waiting', claim: null, claimed_until: null, begun: job.begun - 1 }, null)
      else if (!(error instanceof Gone)) {
        const refused = error instanceof Refused ? error.failure : undefined
        if (!refused) this.#deps.log.error({ err: error, report: job.id }, 'a report broke')
        await this.#settle(job, { state: 'failed', code: (refused ?? failureOfThrown(error)).code })
      }
    }
    await this.#remove(file)
  }

  #claimedUntil(): Instant {
    return instantOf(epochMs(this.#deps.now()) + claimMs)
  }

  async #make(job: ReportJobTable, file: string, hold: Hold): Promise<Result<Partial<ReportJobTable>>> {
    const { db, files } = this.#deps
    const user = await db.q.selectFrom('user').select(userColumns).where('id', '=', job.user_id).executeTakeFirst()
    if (!user?.active) return fail('forbidden')
    const actor = { ...(await actorOf(db, user)), name: fullName(user) }
    const session: Session = { tokenHash: '', user, actor }
    // Who asked need not stay signed in; what they are they have to stay.
    const stands = async (tx: Tx): Promise<boolean> => {
      const now = await tx.q.selectFrom('user').select(['active', 'kind']).where('id', '=', job.user_id).executeTakeFirst()
      return now?.active === 1 && now.kind === user.kind
    }
    let told = 0
    const progress = async (count: number, total: number): Promise<void> => {
      await hold.check()
      const at = epochMs(this.#deps.now())
      if (count > 1 && count < total && at - told < tellMs) return
      told = at
      if (!(await this.#settle(job, { done: count, total, claimed_until: this.#claimedUntil() }, null))) throw new Gone()
    }
    const path = join(this.#deps.dataDir, 'archives', file)
    await mkdir(dirname(path), { recursive: true })
    const report = await this.#reportOf(session, wishOf(job), { stands, progress }, `${path}.spool`)
    if (!report.ok) return report
    const { name, type, pieces } = report.value.file()
    const size = await (report.value.settle
      ? this.#verified(report.value, hold.pieces(pieces), path, hold)
      : files.reports.put(file, hold.pieces(pieces)))
    const institutions = JSON.stringify(report.value.keys.map(({ institutionId }) => institutionId))
    return done({ name, type, size: size > sizeMost ? null : size, institutions })
  }

  /** Keeps a file that is verified first: it stands on this machine until then. Returns its size, bytes. */
  async #verified({ settle }: Whole, pieces: AsyncIterable<Uint8Array>, path: string, hold: Hold): Promise<number> {
    const { files, written = (to) => createWriteStream(to, { flush: true, mode: 0o600 }) } = this.#deps
    try {
      await pipeline(Readable.from(pieces, { objectMode: false }), written(path))
      await settle?.(path)
      return await files.reports.put(basename(path), hold.pieces(createReadStream(path)))
    } finally {
      await rm(path, { force: true })
    }
  }

  /** A report of any kind, not yet read; its file is made once it is asked for. Fails: as the report itself. */
  async #reportOf(
    session: Session,
    wish: ReportWish,
    reading: Pick<ReportDeps, 'stands' | 'progress'> = {},
    spool = '',
  ): Promise<Result<Whole>> {
    const { kind, format } = wish
    if (!formatsOf(kind).includes(format)) return fail('malformed', { field: 'format' })
    const broke = (why: string): void => this.#deps.log.error({ why }, 'a PDF report broke')
    if (isWhole(kind)) return wholeOf({ ...this.#deps, ...reading, broke }, session, { kind, formId: wish.formId, spool })
    if (isOfDocuments(kind)) {
      return documentsOf({ ...this.#deps, ...reading, broke }, session, { kind, formId: wish.formId })
    }
    const report = await reportOf({ ...this.#deps, ...reading }, session, { ...wish, kind })
    if (!report.ok) return report
    const { keys, tables, name } = report.value
    return done({ keys, file: () => tablesStream(tables, name, format) })
  }

  /** Writes what became of a report, if it still is this process's; `expires` null leaves that it does not end. */
  async #settle(job: ReportJobTable, values: Partial<ReportJobTable>, expires?: null): Promise<boolean> {
    const expires_at = expires === null ? {} : { expires_at: instantOf(epochMs(this.#deps.now()) + reportKeptMs) }
    const written = await this.#deps.db.q
      .updateTable('report_job')
      .set({ ...values, ...expires_at })
      .where('id', '=', job.id)
      .where('claim', '=', job.claim)
      .where('state', '=', 'running')
      .executeTakeFirst()
    return written.numUpdatedRows > 0n
  }

  /** Removes reports whose time is over. */
  async expire(): Promise<void> {
    const { db, now } = this.#deps
    const over = await db.q.selectFrom('report_job').select(['id', 'file']).where('expires_at', '<=', now()).execute()
    for (const { id, file } of over) {
      // The row first: whoever finds one finds its file.
      await db.q.deleteFrom('report_job').where('id', '=', id).execute()
      if (file !== null) await this.#remove(file)
    }
  }

  /** Removes files that no row names: what a process that ended left of its work. `nowMs`: by the clock of where files are kept. */
  async sweep(nowMs: number): Promise<number> {
    const rows = await this.#deps.db.q.selectFrom('report_job').select('file').where('file', 'is not', null).execute()
    const kept = new Set(rows.map(({ file }) => file))
    return (
      (await this.#sweepLocal(nowMs - orphanMs)) + (await this.#deps.files.sweep('reports', (name) => kept.has(name), nowMs - orphanMs))
    )
  }

  /** What a process that ended left on this machine of a file that was to be verified. */
  async #sweepLocal(olderThanMs: number): Promise<number> {
    const folder = join(this.#deps.dataDir, 'archives')
    // Where nothing was ever archived there is none.
    const names = (await unlessGone(readdir(folder))) ?? []
    let removed = 0
    for (const name of names) {
      // Whoever makes an archive takes its files away while they are looked at.
      const found = await unlessGone(stat(join(folder, name)))
      if (!found || found.mtimeMs > olderThanMs) continue
      await rm(join(folder, name), { force: true })
      removed += 1
    }
    return removed
  }

  /** What cannot be removed now is swept: no row names it. */
  async #remove(file: string): Promise<void> {
    try {
      await this.#deps.files.reports.remove(file)
    } catch (error) {
      this.#deps.log.error({ err: error }, 'the file of a report was not removed')
    }
  }
}

/** What is asked of the disk, undefined where what it is asked of is not there. */
async function unlessGone<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

const wishOf = ({ kind, form_id, institution_id, format, layout }: ReportJobTable): ReportWish => ({
  kind,
  formId: form_id,
  institutionId: institution_id,
  format,
  layout,
})

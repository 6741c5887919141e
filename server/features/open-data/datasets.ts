import { fail, failure } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { siteScope } from '#shared/protocol/scope.ts'
import type { OpenDataset, OpenReport } from '#shared/open-data/model.ts'
import { buffer } from 'node:stream/consumers'
import type { Database, Tx } from '../../db/open.ts'
import type { Log } from '../../server.ts'
import type { WorkbookReader } from '../../workbooks/workbook-reader.ts'
import type { Files } from '../../files/store.ts'

/** What visitors read: a report and what its workbook says. */
export interface Published {
  readonly report: OpenReport
  readonly dataset: OpenDataset
}

/** Every report that was not removed, the newest first. */
export async function reportsIn(tx: Tx): Promise<readonly OpenReport[]> {
  const rows = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', '=', siteScope)
    .where('tbl', '=', 'openReport')
    .where('deleted', '=', 0)
    .execute()
  // Written from SiteChanges of that table.
  const all = rows.map(({ data }): OpenReport => JSON.parse(data))
  return all
    .filter(({ removed }) => !removed)
    .toSorted((left, right) => (left.at === right.at ? (left.id < right.id ? -1 : 1) : left.at < right.at ? 1 : -1))
}

/** Workbooks that are held, each by the digest of its bytes: the one that is public, and one that somebody works on. */
const heldMost = 2

/** For how long a workbook that could not be read is not read again: a reading costs a process, and every visitor would ask for one. */
const failedMs = 30_000

interface Deps {
  readonly db: Database
  readonly files: Pick<Files, 'read'>
  readonly workbooks: Pick<WorkbookReader, 'readOpenData'>
  readonly log: Log
  /** Milliseconds that only go forward. */
  readonly elapsed: () => number
}

/** What workbooks of open statistics say: each is read once, in its confined process, and what it says is held while it is asked for. */
export class OpenDatasets {
  readonly #deps: Deps
  /** The workbook that could not be read last, and until when that is not tried again. */
  #failed: { readonly sha256: string; readonly until: number } | undefined
  /** The newest last. A reading that is under way is shared. */
  readonly #held = new Map<string, Promise<Result<OpenDataset>>>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The report that is public, as its row stands now; undefined while none is. */
  async report(): Promise<OpenReport | undefined> {
    return (await this.#deps.db.read(reportsIn)).find((each) => each.public)
  }

  /** What visitors read. Fails: open_data_none (none is public), unavailable (its workbook cannot be read now, which is logged). */
  async published(): Promise<Result<Published>> {
    const report = await this.report()
    if (!report) return fail('open_data_none')
    const dataset = await this.of(report)
    if (dataset.ok) return done({ report, dataset: dataset.value })
    return dataset.failure.code === 'unavailable' ? dataset : fail('unavailable', { seconds: 30 })
  }

  /** What the workbook of a report says. Fails: open_report_unreadable, unavailable. */
  async of(report: Pick<OpenReport, 'id' | 'sha256'>): Promise<Result<OpenDataset>> {
    const { sha256 } = report
    const held = this.#held.get(sha256)
    const reading = held ?? this.#read(report)
    this.#held.delete(sha256)
    this.#held.set(sha256, reading)
    for (const other of [...this.#held.keys()].slice(0, -heldMost)) this.#held.delete(other)
    const read = await reading
    // What could not be read is tried again: the file may be back.
    if (!read.ok && this.#held.get(sha256) === reading) this.#held.delete(sha256)
    return read
  }

  /** Reads it again, whatever is held. Fails: open_report_unreadable, unavailable. */
  async again(report: Pick<OpenReport, 'id' | 'sha256'>): Promise<Result<OpenDataset>> {
    this.#held.delete(report.sha256)
    this.#failed = undefined
    return this.of(report)
  }

  async #read({ id, sha256 }: Pick<OpenReport, 'id' | 'sha256'>): Promise<Result<OpenDataset>> {
    const { files, workbooks, log, elapsed } = this.#deps
    if (this.#failed?.sha256 === sha256 && elapsed() < this.#failed.until) return fail('open_report_unreadable')
    const kept = await files.read(sha256)
    if (!kept) {
      log.error({ report: id }, 'the workbook of a public report is gone')
      return fail('open_report_unreadable')
    }
    const read = await workbooks.readOpenData(await buffer(kept))
    if (!read.ok && read.failure.code === 'unavailable') return { ok: false, failure: failure('unavailable', { seconds: 2 }) }
    if (read.ok && read.value.problems.length === 0) return done(read.value.dataset)
    log.error(
      { report: id, code: read.ok ? read.value.problems[0]?.code : read.failure.code },
      'the workbook of a public report is not read',
    )
    this.#failed = { sha256, until: elapsed() + failedMs }
    return fail('open_report_unreadable')
  }
}

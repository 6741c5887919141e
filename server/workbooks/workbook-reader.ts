import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import type { ReadRow, ReadSheet } from '#shared/kernel/table.ts'
import type { ReadOpen } from '#shared/open-data/workbook.ts'
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { confinedTo, endOf } from '../confined-process.ts'
import { Turns } from '../http/turns.ts'
import { openDataLimits, type WorkbookLimits } from './limits.ts'
import type { ReadAs, Told } from './told.ts'

const program = fileURLToPath(new URL('./reading.ts', import.meta.url))
/** Its heap; what lies outside it counts with its whole memory. */
export const confined = confinedTo(256)

/**
 * Reads files that somebody sent, one at a time, each in a process of its own that is killed when it takes too much memory or time: a
 * file of some kilobytes can be made to ask for gigabytes, which no limit inside a process holds back.
 */
export class WorkbookReader {
  readonly #turns = new Turns({ running: 1, waiting: 8 })

  /**
   * Sheets of a CSV, XLSX or XLS file that hold something. What is in it decides what it is.
   * Fails: workbook_format, workbook_is_other, workbook_is_archive, workbook_other_program, workbook_empty, workbook_damaged, workbook_locked, workbook_unsafe, workbook_formula, workbook_rows,
   * workbook_columns, workbook_cell_long, workbook_sheets, workbook_parts, workbook_unpacks, workbook_heavy, csv_quote_open; unavailable
   * when too many wait.
   */
  async read(bytes: Uint8Array, limits: WorkbookLimits): Promise<Result<readonly ReadSheet[]>> {
    const read = await this.#turns.run(() => readInChild(bytes, limits, 'sheets'))
    if (!read.ok) return read
    if (!read.value.ok) return read.value
    return done(read.value.value.sheets)
  }

  /** What a file says as a workbook of open statistics, with every cell that is wrong. Fails as `read` does. */
  async readOpenData(bytes: Uint8Array): Promise<Result<ReadOpen>> {
    const read = await this.#turns.run(() => readInChild(bytes, openDataLimits, 'openData'))
    if (!read.ok) return read
    if (!read.value.ok) return read.value
    return read.value.value.openData ? done(read.value.value.openData) : fail('workbook_damaged')
  }
}

interface ReadFile {
  readonly sheets: readonly ReadSheet[]
  readonly openData: ReadOpen | undefined
}

async function readInChild(bytes: Uint8Array, limits: WorkbookLimits, readAs: ReadAs): Promise<Result<ReadFile>> {
  const child = fork(program, [JSON.stringify(limits), readAs], {
    ...confined,
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  })
  const sheets: { name: string; merged: readonly string[]; rows: ReadRow[] }[] = []
  let outcome: Result<ReadFile> | undefined
  // Only `reading.ts` is at the other end.
  child.on('message', (told: Told) => {
    if (told.kind === 'sheet') sheets.push({ name: told.name, merged: told.merged, rows: [] })
    else if (told.kind === 'rows') sheets.at(-1)?.rows.push(...told.rows)
    else if (told.kind === 'openData') outcome = done({ sheets: [], openData: told.read })
    else outcome = told.kind === 'end' ? done({ sheets, openData: undefined }) : { ok: false, failure: told.failure }
  })
  // A process that was killed does not take the rest of what it is sent.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(bytes)
  const { isHeavy } = await endOf(child, limits)
  if (outcome) return outcome
  return fail(isHeavy ? 'workbook_heavy' : 'workbook_damaged')
}

import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import type { ReadRow, ReadSheet } from '#shared/kernel/table.ts'
import { fork, type ChildProcess } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Turns } from '../http/turns.ts'
import type { WorkbookLimits } from './limits.ts'
import type { Told } from './told.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/**
 * What the process may read: the programs that it runs, wherever a link of theirs leads, and nothing that anybody wrote. It may write
 * nothing and start nothing.
 */
const readable = [
  ...new Set(
    ['../../server/', '../../shared/', '../../node_modules/', '../../package.json'].flatMap((path) => [at(path), realpathSync(at(path))]),
  ),
].map((path) => `--allow-fs-read=${path}`)
/** Heap of the process; what lies outside it counts with its whole memory. */
const heapMb = 256
/** What is held back from the process. No secret of the server's is its business. */
export const confined: { readonly execArgv: string[]; readonly env: Record<string, string> } = {
  execArgv: [`--max-old-space-size=${heapMb}`, '--permission', ...readable],
  env: {},
}
/** How often its memory is looked at. */
const everyMs = 25

/**
 * Reads files that somebody sent, one at a time, each in a process of its own that is killed when it takes too much memory or time: a
 * file of some kilobytes can be made to ask for gigabytes, which no limit inside a process holds back.
 */
export class WorkbookReader {
  readonly #turns = new Turns({ running: 1, waiting: 8 })

  /**
   * Sheets of a CSV, XLSX or XLS file that hold something. What is in it decides what it is.
   * Fails: workbook_format, workbook_empty, workbook_damaged, workbook_locked, workbook_unsafe, workbook_formula, workbook_rows,
   * workbook_columns, workbook_cell_long, workbook_sheets, workbook_parts, workbook_unpacks, workbook_heavy, csv_quote_open; unavailable
   * when too many wait.
   */
  async read(bytes: Uint8Array, limits: WorkbookLimits): Promise<Result<readonly ReadSheet[]>> {
    const read = await this.#turns.run(() => readInChild(bytes, limits))
    return read.ok ? read.value : read
  }
}

async function readInChild(bytes: Uint8Array, limits: WorkbookLimits): Promise<Result<readonly ReadSheet[]>> {
  const child = fork(at('./reading.ts'), [JSON.stringify(limits)], {
    ...confined,
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  })
  const sheets: { name: string; merged: readonly string[]; rows: ReadRow[] }[] = []
  let outcome: Result<readonly ReadSheet[]> | undefined
  // Only `reading.ts` is at the other end.
  child.on('message', (told: Told) => {
    if (told.kind === 'sheet') sheets.push({ name: told.name, merged: told.merged, rows: [] })
    else if (told.kind === 'rows') sheets.at(-1)?.rows.push(...told.rows)
    else outcome = told.kind === 'end' ? done(sheets) : { ok: false, failure: told.failure }
  })
  // A process that was killed does not take the rest of what it is sent.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(bytes)
  const killed = await endOf(child, limits)
  if (outcome) return outcome
  return fail(killed ? 'workbook_heavy' : 'workbook_damaged')
}

/** Waits for a process to end, or ends it; tells whether it took more than it may. */
async function endOf(child: ChildProcess, { memoryBytes, ms }: WorkbookLimits): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  let isHeavy = false
  const kill = (): void => {
    isHeavy = true
    child.kill('SIGKILL')
  }
  const deadline = setTimeout(kill, ms)
  const watch = setInterval(() => {
    void memoryOf(child).then((bytes) => bytes > memoryBytes && kill())
  }, everyMs)
  child.once('error', reject)
  // Its own heap limit ends a process by a signal, too.
  child.once('close', (code, signal) => resolve(isHeavy || signal !== null || code === abortedCode))
  try {
    return await promise
  } finally {
    clearTimeout(deadline)
    clearInterval(watch)
  }
}

/** What a shell calls a process that its heap limit ended. */
const abortedCode = 134

/** Memory that a process holds; 0 where the system does not tell, and its heap's limit and the deadline are what bounds it. */
async function memoryOf({ pid }: ChildProcess): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
  } catch {
    // Ended meanwhile, or no such system.
    return 0
  }
}

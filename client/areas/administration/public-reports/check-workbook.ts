import type { OpenProblem } from '#shared/open-data/workbook.ts'
import type { YearSummary } from './summary.ts'

/** What was found in a workbook before it was sent. unread: this browser cannot tell, and the server does. */
export type Looked =
  | {
      readonly kind: 'read'
      readonly years: readonly YearSummary[]
      readonly problems: readonly OpenProblem[]
      /** How many there are beyond those that are told. */
      readonly more: number
    }
  | { readonly kind: 'unread' }

/** A workbook that takes longer is looked at by the server alone. */
const workerMs = 30_000

/**
 * Reads a workbook apart from the page, cell by cell, and ends what read it. A file may be made to take all the time and memory there is:
 * the page goes on.
 */
export async function checkWorkbook(bytes: ArrayBuffer, signal: AbortSignal): Promise<Looked> {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), { type: 'module', name: 'workbook' })
  const { promise, resolve } = Promise.withResolvers<Looked>()
  const giveUp = (): void => resolve({ kind: 'unread' })
  const timer = setTimeout(giveUp, workerMs)
  signal.addEventListener('abort', giveUp)
  // Only `workbook-worker.ts` is at the other end.
  worker.addEventListener('message', ({ data }: MessageEvent<Looked>) => resolve(data))
  worker.addEventListener('error', giveUp)
  worker.postMessage(new Uint8Array(bytes), [bytes])
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}

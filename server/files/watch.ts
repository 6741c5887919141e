import type { Log } from '../server.ts'
import type { Files } from './store.ts'

/** How long a finding holds: whoever reads the figures asks again and again, and each look is a write. */
const goodMs = 15_000
const badMs = 5_000

/** Tells whether files can be kept and had now (FS6): however many ask, their store is asked once in a while. A change is logged. */
export function watchFiles({
  files,
  log,
  monotonicMs,
}: {
  files: Pick<Files, 'trouble'>
  log: Log
  monotonicMs: () => number
}): () => Promise<boolean> {
  let last: { readonly atMs: number; readonly found: Promise<string | undefined>; trouble: string | undefined } | undefined
  return async () => {
    const nowMs = monotonicMs()
    if (!last || nowMs - last.atMs > (last.trouble === undefined ? goodMs : badMs)) {
      const before = last?.trouble
      const next = { atMs: nowMs, found: files.trouble(), trouble: before }
      last = next
      next.trouble = await next.found
      if (next.trouble !== undefined && next.trouble !== before) log.error({ trouble: next.trouble }, 'files cannot be kept or had')
      if (next.trouble === undefined && before !== undefined) log.info({}, 'files can be kept and had again')
    }
    return (await last.found) === undefined
  }
}

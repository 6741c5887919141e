import type { Failure } from '#shared/kernel/failure.ts'
import type { ReadRow } from '#shared/kernel/table.ts'

/** What the process that reads a file tells its parent: each sheet, then its rows; at last the end, or why there is none. */
export type Told =
  | { readonly kind: 'sheet'; readonly name: string; readonly merged: readonly string[] }
  | { readonly kind: 'rows'; readonly rows: readonly ReadRow[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'failure'; readonly failure: Failure }

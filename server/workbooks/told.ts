import type { Failure } from '#shared/kernel/failure.ts'
import type { ReadRow } from '#shared/kernel/table.ts'
import type { ReadOpen } from '#shared/open-data/workbook.ts'

/** What is made of a file: its sheets as they are, or what they say as a workbook of open statistics, which is worked out there too. */
export type ReadAs = 'sheets' | 'openData'

/** What the process that reads a file tells its parent: each sheet, then its rows, or what was made of them; at last the end, or why there is none. */
export type Told =
  | { readonly kind: 'sheet'; readonly name: string; readonly merged: readonly string[] }
  | { readonly kind: 'rows'; readonly rows: readonly ReadRow[] }
  | { readonly kind: 'openData'; readonly read: ReadOpen }
  | { readonly kind: 'end' }
  | { readonly kind: 'failure'; readonly failure: Failure }

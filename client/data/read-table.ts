import { otherThanTable, tableFormat } from '#shared/attachments/table-content.ts'
import { textOf } from '#shared/kernel/alphabets.ts'
import { fail } from '#shared/kernel/failure.ts'
import { csvSheet } from '#shared/kernel/one-column.ts'
import { done } from '#shared/kernel/result.ts'
import type { Result } from '#shared/kernel/result.ts'
import type { ReadSheet } from '#shared/kernel/table.ts'
import { readTableLimits, tableMaxBytes } from '#shared/questionnaires/table-limits.ts'
import { readTableFile } from '#shared/questionnaires/table-routes.ts'
import { callRoute } from './server/call.ts'
import { bytesOf } from './read-file.ts'

/** What the browser offers first where a table is chosen. */
export const acceptedTables = '.csv,.xlsx,.xls,text/csv'

const decode = (bytes: Uint8Array, alphabet: string, fatal: boolean): string => new TextDecoder(alphabet, { fatal }).decode(bytes)

/** A large workbook takes its time to go up and to be read. */
const readingMs = 120_000

/**
 * Reads the first table of a chosen file. CSV is read on this device and needs no network. Workbooks are read by the server, in its confined
 * process. Fails: too_large, file_unreadable, workbook_empty, a code of `otherThanTable`, unavailable.
 */
export async function readTable(file: File): Promise<Result<ReadSheet>> {
  if (file.size > tableMaxBytes) return fail('too_large')
  const raw = await bytesOf(file)
  if (!raw.ok) return raw
  const bytes = raw.value
  if (bytes.length === 0) return fail('workbook_empty')
  switch (tableFormat(bytes, decode)) {
    case undefined:
      return { ok: false, failure: otherThanTable(bytes) }
    case 'csv': {
      const text = textOf(bytes, decode)
      return text.ok ? csvSheet(text.value, readTableLimits) : text
    }
    case 'xlsx':
    case 'xls': {
      const read = await callRoute(readTableFile, { file, timeoutMs: readingMs })
      return read.ok ? done({ name: '', ...read.value }) : read
    }
  }
}

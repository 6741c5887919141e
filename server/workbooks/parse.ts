import { wideOf } from '#shared/kernel/alphabets.ts'
import { readCsv } from '#shared/kernel/csv.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import type { ReadSheet } from '#shared/kernel/table.ts'
import { decoded } from './decoded.ts'
import { unfolded } from './one-column.ts'
import type { WorkbookLimits } from './limits.ts'

/** What a file is by how it begins; its name may say anything. */
function formatOf(bytes: Buffer): 'xlsx' | 'xls' | 'csv' | undefined {
  if (bytes.readUIntBE(0, Math.min(4, bytes.length)) === 0x504b0304) return 'xlsx'
  if (bytes.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1') return 'xls'
  return isText(bytes) ? 'csv' : undefined
}

/** How much of a file is looked at to tell what it is. */
const looked = 4096
/** Pages, documents and XML, which spreadsheets too call by their own names. */
const otherText = /^\s*(?:<|%PDF|\{\\rtf|PK\x05\x06)/i

function isText(bytes: Buffer): boolean {
  // Whichever alphabet it is: a sign may be cut where the head ends.
  const head = new TextDecoder(wideOf(bytes) ?? 'windows-1252')
    .decode(bytes.subarray(0, looked))
    .replace(/^(?:\ufeff|\u00ef\u00bb\u00bf)/, '')
  return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(head) && !otherText.test(head)
}

/**
 * What a file says, by what it is and not by its name: CSV, XLSX, or binary XLS. For the process that does nothing else: what comes
 * may be made to take all the memory there is. Fails: workbook_format, workbook_empty, and what its reader fails with.
 */
export async function parseWorkbook(bytes: Buffer, limits: WorkbookLimits): Promise<Result<readonly ReadSheet[]>> {
  if (bytes.length === 0) return fail('workbook_empty')
  const sheets = await sheetsIn(bytes, limits)
  if (!sheets.ok) return sheets
  const [first] = sheets.value
  if (!first) return fail('workbook_empty')
  // Of a table alone: what a form of another program writes in one column is its own.
  const table = limits.sheets === 'first' ? unfolded(first, limits) : done(first)
  return table.ok ? done([table.value, ...sheets.value.slice(1)]) : table
}

async function sheetsIn(bytes: Buffer, limits: WorkbookLimits): Promise<Result<readonly ReadSheet[]>> {
  const format = formatOf(bytes)
  switch (format) {
    case undefined:
      return fail('workbook_format')
    case 'csv': {
      const text = decoded(bytes)
      if (!text.ok) return text
      const rows = readCsv(text.value.replace(/^\ufeff/, ''), limits)
      return rows.ok ? done(rows.value.length > 0 ? [{ name: '', rows: rows.value, merged: [] }] : []) : rows
    }
    // Each is loaded when it is needed: what starts with every file is to be small.
    case 'xls': {
      const { readXls } = await import('./xls.ts')
      return readXls(bytes, limits)
    }
    case 'xlsx': {
      const { readXlsx } = await import('./xlsx.ts')
      return await readXlsx(bytes, limits)
    }
  }
}

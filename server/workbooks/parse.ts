import { otherThanTable, tableFormat } from '#shared/attachments/table-content.ts'
import { readCsv } from '#shared/kernel/csv.ts'
import { unfolded } from '#shared/kernel/one-column.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import type { ReadSheet } from '#shared/kernel/table.ts'
import { decode, decoded } from './decoded.ts'
import type { WorkbookLimits } from './limits.ts'

/**
 * What a file says, by what it is and not by its name: CSV, XLSX, or binary XLS. For the process that does nothing else: what comes
 * may be made to take all the memory there is. Fails: what
 * `otherThanTable` tells, workbook_empty, and what its reader fails with.
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
  const format = tableFormat(bytes, decode)
  switch (format) {
    case undefined:
      return { ok: false, failure: otherThanTable(bytes) }
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

import { csvOf, workbookMime, workbookParts, type NamedSheet, type Sheet } from '#shared/kernel/sheet.ts'
import { strToU8, zipSync } from 'fflate'

/** A table as a workbook's file. The same table gives the same bytes on every day. */
export const workbookOf = (sheet: Sheet): Uint8Array<ArrayBuffer> => workbookOfSheets([{ name: 'Datos', rows: sheet }])

/** Several tables as one workbook's file. */
export function workbookOfSheets(sheets: readonly NamedSheet[]): Uint8Array<ArrayBuffer> {
  const files = Object.fromEntries(Object.entries(workbookParts(sheets)).map(([name, text]) => [name, strToU8(text)]))
  return zipSync(files, { mtime: new Date(2025, 0, 15, 12) })
}

/** A table as a file to be downloaded, in the format that was asked for; `name` without its extension. */
export function tableFile(
  sheet: Sheet,
  name: string,
  format: 'csv' | 'xlsx',
): { name: string; type: string; body: string | Uint8Array<ArrayBuffer> } {
  return format === 'csv'
    ? { name: `${name}.csv`, type: 'text/csv; charset=utf-8', body: csvOf(sheet) }
    : { name: `${name}.xlsx`, type: workbookMime, body: workbookOf(sheet) }
}

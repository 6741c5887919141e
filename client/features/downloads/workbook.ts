import { workbookMime, workbookParts } from '#shared/kernel/sheet.ts'
import type { Sheet } from '#shared/kernel/sheet.ts'
import { strToU8, zipSync } from 'fflate'

/** A table as a workbook's file, made on this device. */
export function workbookBlob(name: string, rows: Sheet): Blob {
  const parts = Object.fromEntries(Object.entries(workbookParts([{ name, rows }])).map(([path, text]) => [path, strToU8(text)]))
  return new Blob([zipSync(parts)], { type: workbookMime })
}

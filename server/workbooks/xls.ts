import { otherThanTable } from '#shared/attachments/table-content.ts'
import { Budget } from '#shared/kernel/csv.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import type { ReadCell } from '#shared/kernel/read-cell.ts'
import { headingKey, type ReadSheet } from '#shared/kernel/table.ts'
import { read, utils, type CellObject, type WorkBook } from 'sheetjs-ce'
import { cellOf } from './cell-value.ts'
import { sheetsMost, type WorkbookLimits } from './limits.ts'
import { SheetRows } from './sheet-rows.ts'

/** How its directory names the content of a workbook that opens with a password. */
const locked = Buffer.from('EncryptedPackage', 'utf16le')

/**
 * Sheets of a binary XLS workbook.
 * Fails: what `otherThanTable` tells, workbook_locked, workbook_damaged, workbook_sheets, workbook_rows, workbook_columns, workbook_cell_long, workbook_heavy.
 */
export function readXls(bytes: Buffer, limits: WorkbookLimits): Result<readonly ReadSheet[]> {
  if (bytes.includes(locked)) return fail('workbook_locked')
  let book: WorkBook
  try {
    book = read(bytes, { type: 'buffer', dense: true, cellNF: true, cellText: false, cellHTML: false, sheetRows: limits.rows + 1 })
  } catch (error) {
    const said = String(error)
    if (/cannot find workbook/i.test(said)) return { ok: false, failure: otherThanTable(bytes) }
    return fail(/password|encrypt/i.test(said) ? 'workbook_locked' : 'workbook_damaged')
  }
  if (book.SheetNames.length > sheetsMost) return fail('workbook_sheets', { n: sheetsMost })
  const from1904 = book.Workbook?.WBProps?.date1904 === true
  const sheets: ReadSheet[] = []
  const budget = new Budget(limits)
  let left = limits.rows
  for (const [at, name] of book.SheetNames.entries()) {
    const hidden = (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0
    const sheet = book.Sheets[name]
    if (!sheet || (hidden && limits.sheets === 'first')) continue
    if (limits.wanted && !limits.wanted.includes(headingKey(name))) {
      sheets.push({ name, rows: [], merged: [] })
      continue
    }
    const rows = new SheetRows({ ...limits, rows: left }, budget)
    const data: readonly (readonly (CellObject | undefined)[] | undefined)[] = sheet['!data'] ?? []
    for (const [row, found] of data.entries()) {
      if (!found) continue
      const wrong = rows.add(
        row + 1,
        Array.from(found, (cell) => readCell(cell, from1904)),
      )
      if (wrong) return { ok: false, failure: wrong }
    }
    if (rows.rows.length === 0 && !limits.wanted) continue
    sheets.push({ name, rows: rows.rows, merged: (sheet['!merges'] ?? []).slice(0, mergedMost).map((range) => utils.encode_range(range)) })
    left -= rows.seen
    if (limits.sheets === 'first') break
  }
  return done(sheets)
}

const mergedMost = 1000

function readCell(cell: CellObject | undefined, from1904: boolean): ReadCell {
  if (!cell) return ''
  const { v: value, z: format } = cell
  if (cell.t === 'e') return typeof value === 'number' ? (errorTexts[value] ?? '#VALUE!') : String(value)
  // Days come as the numbers that they are: `cellDates` is not asked for.
  if (value instanceof Date) return ''
  return cellOf(value, typeof format === 'string' ? localFormat(format) : undefined, from1904)
}

/** The day as the country writes it, which a workbook names by a number alone and its reader as in the United States. */
const localFormat = (format: string): string | undefined =>
  format === 'General' ? undefined : format.replace(/^m\/d\/yy(?:yy)?(?= h:mm$|$)/, 'dd-mm-yyyy')

const errorTexts: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
}

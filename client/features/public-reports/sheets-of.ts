import type { Cell } from '#shared/kernel/sheet.ts'
import { cellName } from '#shared/kernel/sheet.ts'
import { headingKey, type ReadRow, type ReadSheet } from '#shared/kernel/table.ts'
import { openReportLimits, openSheetKeys } from '#shared/open-data/model.ts'

/** What a reader of spreadsheets says of a sheet: rows from the first on, holes and all. */
interface FoundSheet {
  readonly name: string
  readonly rows: readonly (readonly (string | number | boolean | Date | null | undefined)[] | undefined)[]
  readonly merges?:
    | readonly { readonly startRow: number; readonly startCol: number; readonly endRow: number; readonly endCol: number }[]
    | undefined
}

/** Digits that a spreadsheet shows of a number; what a computer adds behind them is nobody's. */
const digits = 15

function cellOf(value: string | number | boolean | Date | null | undefined): Cell {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? Number(value.toPrecision(digits)) : ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  return typeof value === 'string' && value.trim() === '' ? '' : String(value)
}

/**
 * Sheets as the rules read them, the same as the server makes of the same workbook: of those that nobody reads the name alone. Throws where
 * a sheet has more columns than the server reads, which tells it in its own words.
 */
export const sheetsOf = (found: readonly FoundSheet[]): readonly ReadSheet[] =>
  found.map(({ name, rows, merges = [] }): ReadSheet => {
    if (!openSheetKeys.includes(headingKey(name))) return { name, rows: [], merged: [] }
    const filled = rows.flatMap((row, at): ReadRow[] => {
      const cells = Array.from(row ?? [], cellOf)
      while (cells.at(-1) === '') cells.pop()
      return cells.length === 0 ? [] : [{ row: at + 1, cells }]
    })
    if (filled.some(({ cells }) => cells.length > openReportLimits.columns)) throw new Error('more columns than are read')
    const merged = merges.map((each) => `${cellName(each.startCol, each.startRow + 1)}:${cellName(each.endCol, each.endRow + 1)}`)
    return { name, rows: filled, merged }
  })

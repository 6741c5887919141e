import { booleanShown } from '#shared/kernel/read-cell.ts'
import type { ReadCell } from '#shared/kernel/read-cell.ts'
import { cellShown, serialOf } from '#shared/kernel/number-format.ts'
import { cellName } from '#shared/kernel/sheet.ts'
import { headingKey, type ReadRow, type ReadSheet } from '#shared/kernel/table.ts'
import { openReportLimits, openSheetKeys } from '#shared/open-data/model.ts'

type Found = string | number | boolean | Date | null | undefined

/** What a reader of spreadsheets says of a sheet: rows from the first on, holes and all. */
interface FoundSheet {
  readonly name: string
  readonly rows: readonly (readonly Found[] | undefined)[]
  /** By row and column from 0, "0,2": how a cell shows what it holds. */
  readonly cells?: ReadonlyMap<string, { readonly style?: { readonly numFmt?: string | undefined } | undefined }> | undefined
  readonly merges?:
    | readonly { readonly startRow: number; readonly startCol: number; readonly endRow: number; readonly endCol: number }[]
    | undefined
}

/** How a day is shown of which its reader says nothing else. */
const plainDay = 'dd-mm-yyyy'

function cellOf(value: Found, format: string | undefined): ReadCell {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return cellShown(value, format, false)
  if (value instanceof Date) return cellShown(serialOf(value.getTime()), format ?? plainDay, false)
  if (typeof value === 'boolean') return booleanShown(value)
  return value.trim() === '' ? '' : value
}

/**
 * Sheets as the rules read them, the same as the server makes of the same workbook: of those that nobody reads the name alone. Throws where
 * a sheet has more columns than the server reads, which tells it in its own words.
 */
export const sheetsOf = (found: readonly FoundSheet[]): readonly ReadSheet[] =>
  found.map(({ name, rows, cells: details, merges = [] }): ReadSheet => {
    if (!openSheetKeys.includes(headingKey(name))) return { name, rows: [], merged: [] }
    const filled = rows.flatMap((row, at): ReadRow[] => {
      const cells = Array.from(row ?? [], (value, column) => cellOf(value, details?.get(`${at},${column}`)?.style?.numFmt))
      while (cells.at(-1) === '') cells.pop()
      return cells.length === 0 ? [] : [{ row: at + 1, cells }]
    })
    if (filled.some(({ cells }) => cells.length > openReportLimits.columns)) throw new Error('more columns than are read')
    const merged = merges.map((each) => `${cellName(each.startCol, each.startRow + 1)}:${cellName(each.endCol, each.endRow + 1)}`)
    return { name, rows: filled, merged }
  })

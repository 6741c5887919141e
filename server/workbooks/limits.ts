import type { TableLimits } from '#shared/kernel/csv.ts'
import { openReportLimits, openSheetKeys } from '#shared/open-data/model.ts'
import type { ProcessLimits } from '../confined-process.ts'

/** What of a file is read; beyond it, it is refused with the limit that it broke. */
export interface WorkbookLimits extends TableLimits, ProcessLimits {
  /** Which sheets: the first that holds something, or every one. */
  readonly sheets: 'first' | 'all'
  /** Sheets that are read, by their names as `headingKey` makes them; of the others and of empty ones the name alone is told. Absent: every one that holds something. */
  readonly wanted?: readonly string[] | undefined
  /** What a workbook may come to when it is unpacked. */
  readonly unpackedBytes: number
}

/** Of a table that people fill: a row for each institution and question, at most. */
export const tableLimits: WorkbookLimits = {
  sheets: 'first',
  rows: 200_000,
  columns: 60,
  cellLength: 32_767,
  cells: 2_000_000,
  characters: 30_000_000,
  unpackedBytes: 50 * 2 ** 20,
  memoryBytes: 400 * 2 ** 20,
  ms: 15_000,
}

/** Of a form of another program: many columns of which few are read. */
export const formLimits: WorkbookLimits = { ...tableLimits, sheets: 'all', rows: 30_000, columns: 400 }

/** Of a workbook of open statistics: the most rows of each of its sheets, and some that are told to be too many. */
export const openDataLimits: WorkbookLimits = {
  ...tableLimits,
  sheets: 'all',
  wanted: openSheetKeys,
  rows: 150_000,
  columns: openReportLimits.columns,
}

/** Files inside a workbook, and sheets of it: more has nobody's. */
export const partsMost = 1000
export const sheetsMost = 50

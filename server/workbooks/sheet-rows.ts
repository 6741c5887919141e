import type { Budget } from '#shared/kernel/csv.ts'
import { failure, type Failure } from '#shared/kernel/failure.ts'
import type { ReadCell } from '#shared/kernel/read-cell.ts'
import { cellName, sheetRowsMost } from '#shared/kernel/sheet.ts'
import type { ReadRow } from '#shared/kernel/table.ts'
import type { WorkbookLimits } from './limits.ts'

type Limits = Pick<WorkbookLimits, 'rows' | 'columns' | 'cellLength'>

/** Rows of one sheet as a reader finds them, within limits: those that hold something are kept. */
export class SheetRows {
  readonly rows: ReadRow[] = []
  readonly #limits: Limits
  readonly #budget: Budget
  #last = 0
  /** Rows that were there, also empty. */
  seen = 0

  constructor(limits: Limits, budget: Budget) {
    this.#limits = limits
    this.#budget = budget
  }

  /** Takes the next row, whose number is over that of the last. Fails: workbook_rows, workbook_columns, workbook_cell_long, workbook_damaged, workbook_heavy. */
  add(row: number, given: readonly ReadCell[]): Failure | undefined {
    const { rows, columns, cellLength } = this.#limits
    this.seen += 1
    if (this.seen > rows) return failure('workbook_rows', { n: rows })
    if (!Number.isInteger(row) || row <= this.#last || row > sheetRowsMost) return failure('workbook_damaged')
    this.#last = row
    const cells = given.map((cell) => (typeof cell === 'string' && cell.trim() === '' ? '' : cell))
    while (cells.at(-1) === '') cells.pop()
    if (cells.length > columns) return failure('workbook_columns', { n: columns })
    const long = cells.findIndex((cell) => typeof cell === 'string' && cell.length > cellLength)
    if (long >= 0) return failure('workbook_cell_long', { cell: cellName(long, row), n: cellLength })
    if (cells.length > 0) this.rows.push({ row, cells })
    return this.#budget.take(cells)
  }
}

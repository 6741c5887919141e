import type { TableLimits } from '../kernel/csv.ts'

/** Most bytes of a table that a device reads (texts of a form, people to invite), and what of it is read: more than any form has texts. */
export const tableMaxBytes = 5_000_000
export const readTableLimits: TableLimits = { rows: 30_000, columns: 20, cellLength: 32_767, cells: 200_000, characters: 10_000_000 }

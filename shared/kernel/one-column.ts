import { readCsv, separatorOf } from './csv.ts'
import type { TableLimits } from './csv.ts'
import { shownIn } from './read-cell.ts'
import { done } from './result.ts'
import type { Result } from './result.ts'
import type { ReadRow, ReadSheet } from './table.ts'

/** The table of a CSV file, however a spreadsheet saved it (TI2, TI12). Fails: what reading a CSV file fails with. */
export function csvSheet(text: string, limits: TableLimits): Result<ReadSheet> {
  const rows = readCsv(text.replace(/^\ufeff/, ''), limits)
  return rows.ok ? unfolded({ name: '', rows: rows.value, merged: [] }, limits) : rows
}

/** What a spreadsheet that expects semicolons splits a line of commas at. */
const split = ';'

/**
 * A table that stands in one column is the lines of a CSV file, as a spreadsheet opens one whose separator it does not expect: it is
 * read as that file, with the numbers of the rows that its person sees (TI12). Any other sheet stays as it is. Fails: what reading a CSV
 * file fails with.
 */
export function unfolded(sheet: ReadSheet, limits: TableLimits): Result<ReadSheet> {
  const [heading] = sheet.rows
  const first = heading?.cells[0]
  if (!heading || heading.cells.length !== 1 || typeof first !== 'string' || separatorOf(first) === undefined) return done(sheet)
  const records = recordsOf(sheet.rows)
  const separator = separatorOf(first) ?? ','
  const read = readCsv(`sep=${separator}\n${records.map(({ text }) => text).join('\n')}`, limits)
  if (!read.ok) return read
  return done({ ...sheet, rows: read.value.map(({ row, cells }) => ({ row: records[row - 1]?.row ?? row, cells })) })
}

/** Lines of the file; one whose quotes are open goes on in the next row. */
function recordsOf(rows: readonly ReadRow[]): readonly { readonly row: number; readonly text: string }[] {
  const records: { row: number; text: string }[] = []
  let isOpen = false
  for (const { row, cells } of rows) {
    const text = cells.map(shownIn).join(split)
    const last = records.at(-1)
    if (isOpen && last) last.text += `\n${text}`
    else records.push({ row, text })
    if (text.split('"').length % 2 === 0) isOpen = !isOpen
  }
  return records
}

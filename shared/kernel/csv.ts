import { fail, failure } from './failure.ts'
import type { Failure } from './failure.ts'
import { done } from './result.ts'
import type { Result } from './result.ts'
import { cellName, withoutGuard } from './sheet.ts'
import { shownIn } from './read-cell.ts'
import type { ReadCell } from './read-cell.ts'
import type { ReadRow } from './table.ts'

/** What of a table is read; beyond it, it is refused with the limit that it broke. */
export interface TableLimits {
  /** Rows, with those that are there and empty. */
  readonly rows: number
  /** Columns up to the last cell that holds something. */
  readonly columns: number
  /** Characters of one cell. */
  readonly cellLength: number
  /** Cells that hold something, and their characters: few bytes can stand for many texts. */
  readonly cells: number
  readonly characters: number
}

/** What all sheets of a file may hold together; whoever takes from it stops when nothing is left. */
export class Budget {
  #cells: number
  #characters: number

  constructor({ cells, characters }: Pick<TableLimits, 'cells' | 'characters'>) {
    this.#cells = cells
    this.#characters = characters
  }

  /** Takes a row. Fails: workbook_heavy. */
  take(cells: readonly ReadCell[]): Failure | undefined {
    this.#cells -= cells.length
    for (const cell of cells) if (typeof cell !== 'number') this.#characters -= shownIn(cell).length
    return this.#cells < 0 || this.#characters < 0 ? failure('workbook_heavy') : undefined
  }
}

const separators = [';', ',', '\t'] as const
/** How much of a file is looked at for its first line. */
const firstLineMost = 100_000

/**
 * Rows of a CSV file; every cell is text as it stands. A record is a row, whatever breaks its quoted cells hold. The separator is what
 * its first line has most of. Fails: workbook_rows, workbook_columns, workbook_cell_long, csv_quote_open, workbook_heavy.
 */
export function readCsv(text: string, limits: TableLimits): Result<readonly ReadRow[]> {
  const said = /^sep=([;,\t|])\r?\n/i.exec(text)
  const body = said ? text.slice(said[0].length) : text
  const separator = said?.[1] ?? separatorOf(body) ?? (isFolded(body) ? ';' : ',')
  const { rows: rowsMost, columns, cellLength } = limits
  const budget = new Budget(limits)
  const rows: ReadRow[] = []
  let at = 0
  for (let row = 1; at < body.length; row += 1) {
    if (row > rowsMost) return fail('workbook_rows', { n: rowsMost })
    const cells: string[] = []
    for (let ended = false; !ended;) {
      const cell = cellAt(body, at, separator, cellLength)
      if (cell === 'open') return fail('csv_quote_open', { cell: cellName(cells.length, row) })
      if (cell === 'long') return fail('workbook_cell_long', { cell: cellName(cells.length, row), n: cellLength })
      const said = withoutGuard(cell.text)
      cells.push(said.trim() === '' ? '' : said)
      if (cell.text !== '' && cells.length > columns) return fail('workbook_columns', { n: columns })
      // A line of nothing but separators is no reason to hold millions of empty cells.
      if (cells.length > columns) cells.pop()
      at = cell.end
      ended = body[at] !== separator
      if (!ended) at += 1
    }
    if (body[at] === '\r') at += 1
    if (body[at] === '\n') at += 1
    while (cells.at(-1) === '') cells.pop()
    if (cells.length > 0) rows.push({ row, cells })
    const heavy = budget.take(cells)
    if (heavy) return { ok: false, failure: heavy }
  }
  return done(rows)
}

/** The cell that begins at a place, and where it ends. Fails: its quotes do not end, or it is longer than it may be. */
function cellAt(text: string, start: number, separator: string, most: number): { text: string; end: number } | 'open' | 'long' {
  if (text[start] !== '"') {
    const end = endOf(text, start, separator, most)
    return end === undefined ? 'long' : { text: text.slice(start, end), end }
  }
  const parts: string[] = []
  let length = 0
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return 'open'
    length += quote - from
    if (length > most) return 'long'
    parts.push(text.slice(from, quote))
    from = quote + 2
    if (text[quote + 1] === '"') {
      parts.push('"')
      continue
    }
    // What stands after the quotes is read as the rest of the cell, as spreadsheets do.
    const end = endOf(text, quote + 1, separator, most)
    return end === undefined ? 'long' : { text: parts.join('') + text.slice(quote + 1, end).trimEnd(), end }
  }
}

function endOf(text: string, start: number, separator: string, most: number): number | undefined {
  for (let at = start; at - start <= most; at += 1) {
    const character = text[at]
    if (character === undefined || character === separator || character === '\n' || character === '\r') return at
  }
  return undefined
}

/** Whether the first line is one cell with cells in it: a spreadsheet that splits at semicolons saved what it had opened in one column (TI12). */
const isFolded = (text: string): boolean => {
  const [first = ''] = text.slice(0, firstLineMost).split(/[\r\n]/, 1)
  return first.startsWith('"') && first.slice(1).includes('""')
}

/** What the first line has most of, outside quotes; undefined where it has nothing of any. */
export function separatorOf(text: string): string | undefined {
  const counts = new Map<string, number>(separators.map((each) => [each, 0]))
  let quoted = false
  for (const character of text.slice(0, firstLineMost)) {
    if (character === '"') quoted = !quoted
    if (quoted) continue
    if (character === '\n' || character === '\r') break
    const count = counts.get(character)
    if (count !== undefined) counts.set(character, count + 1)
  }
  const most = Math.max(...counts.values())
  return most === 0 ? undefined : separators.find((each) => counts.get(each) === most)
}

import * as v from 'valibot'
import { failure } from './failure.ts'
import type { Failure } from './failure.ts'
import { isDay } from './instant.ts'
import type { Day } from './instant.ts'
import { nearestOf, plainKey } from './alike.ts'
import { lettersProblem } from './alphabets.ts'
import type { Alike } from './alike.ts'
import { isDayCell, quotedIn, saidIn, shownIn } from './read-cell.ts'
import type { ReadCell, ShownDay } from './read-cell.ts'
import { cellName, placeOf } from './sheet.ts'
import * as is from './schemas.ts'

/** A row of a file that somebody sent. `row` is its number as its person sees it in the margin, from 1; cells end with the last one that holds something. */
export interface ReadRow {
  readonly row: number
  readonly cells: readonly ReadCell[]
}

/** A sheet of a file that somebody sent: its rows that hold something, in order. */
export interface ReadSheet {
  readonly name: string
  readonly rows: readonly ReadRow[]
  /** Ranges of merged cells, as "A2:B3". */
  readonly merged: readonly string[]
}

/** A column of a table that is read by its heading. */
export interface Column<Name extends string = string> {
  /** As its template writes it. Case, accents, blanks and signs do not matter. */
  readonly name: Name
  /** What else it may be called. */
  readonly also?: readonly string[]
  /** Whether each row has to say something in it. */
  readonly filled?: boolean
  /** Whether the table may be without it. */
  readonly optional?: boolean
  /** Whether a day may stand in it. Elsewhere it is told: a spreadsheet makes one of "1-5" (TI3). */
  readonly days?: boolean
}

/** A row of a table by its columns, without the blanks around its texts; '' where it says nothing. */
export interface TableRow<Name extends string> {
  readonly row: number
  readonly cells: Readonly<Record<Name, ReadCell>>
}

/** What is wrong in a row, so that its person finds it; `column` null: the row as a whole. */
export const rowProblemSchema = v.object({
  row: v.number(),
  column: v.nullable(v.string()),
  code: v.string(),
  params: v.optional(is.sentenceParams),
  /** Where it is and what is wrong, in the language of who called. */
  message: v.optional(v.string()),
})
export type RowProblem = Readonly<v.InferOutput<typeof rowProblemSchema>>

/** What is wrong in a table: the first so many problems, and how many more there are. */
export const rowProblemsSchema = v.object({ problems: is.list(rowProblemSchema), more: v.number() })
export type RowProblems = Readonly<v.InferOutput<typeof rowProblemsSchema>>

/** Problems that are told; nobody mends more at once. */
export const problemsMost = 500

/** What is wrong in a table, gathered row by row: a file is taken when it is empty and refused as a whole when it is not. */
export class Problems {
  readonly #told: RowProblem[] = []
  readonly #most: number
  #more = 0

  constructor(most = problemsMost) {
    this.#most = most
  }

  add(row: number, column: string | null, { code, params }: Failure): void {
    if (this.isFull) this.#more += 1
    else this.#told.push({ row, column, code, ...(params && { params }) })
  }

  /** Whether what else is wrong is only counted: nothing is worked out to say it. */
  get isFull(): boolean {
    return this.#told.length >= this.#most
  }

  get none(): boolean {
    return this.#told.length === 0
  }

  get found(): RowProblems {
    return { problems: this.#told.toSorted((left, right) => left.row - right.row), more: this.#more }
  }
}

/** Days as people write them in Chile, and as machines do; whatever hour stands behind is left out. */
const writtenDay = /^(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}))(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?$/

/** The day that a cell says; undefined when it says none. A number is none: which day it would be depends on who counts. */
export function dayIn(cell: ReadCell): Day | undefined {
  const [, year, month, day, dayFirst, monthThen, yearLast] = writtenDay.exec(saidIn(cell).trim()) ?? []
  const found = [year ?? yearLast ?? '', (month ?? monthThen ?? '').padStart(2, '0'), (day ?? dayFirst ?? '').padStart(2, '0')].join('-')
  return isDay(found) ? found : undefined
}

/** What two headings have in common that a person would call the same. */
export const headingKey = (text: ReadCell): string => plainKey(saidIn(text)).replace(/[^\p{L}\p{N}]/gu, '')

/** That a cell names an institution or a question that there is not. */
export function unknown(what: 'institution' | 'question', value: string, known: Alike, problems: Problems): Failure {
  const far = failure(what === 'institution' ? 'table_institution_unknown' : 'table_question_unknown')
  return problems.isFull ? far : nearOr(far, value, known.all)
}

/** That a text is none of those that are known and which of them it nearly is, or what is said where it is near none (TI11). */
export function nearOr(far: Failure, value: string, known: Iterable<string>): Failure {
  const nearest = nearestOf(value, known)
  return nearest === undefined ? far : failure('table_near', { value: quotedIn(value), nearest: quotedIn(nearest) })
}

/** That a cell holds a day, where its person may have written something else. */
export const dayInstead = ({ shown, written }: ShownDay): Failure => failure('table_cell_day', { shown, day: written })

/** What programs write into a cell whose formula went wrong. */
const errorCell = /^#(?:¡|¿)?(?:DIV\/0|N\/A|N\/D|NAME|NOMBRE|NULL|NULO|NUM|REF|VALUE|VALOR|SPILL|CALC)[!?]?$/

/** How far below its place a heading is looked for, to say where it stands. */
const headingWithin = 10

/**
 * Rows of a table whose first row names its columns, in whatever order. What is wrong is added to `problems`: columns that are missing,
 * unknown or there twice, headings below or repeated, merged cells, cells of formulas that failed, and those that say nothing and must.
 * There are rows only when the headings are right.
 */
export function readTable<Name extends string>(
  sheet: ReadSheet,
  columns: readonly Column<Name>[],
  problems: Problems,
): readonly TableRow<Name>[] {
  const byKey = new Map(columns.flatMap((column) => namesIn([column]).map((name) => [headingKey(name), column])))
  const columnOf = (cell: ReadCell): Column<Name> | undefined => byKey.get(headingKey(cell))
  const isHeading = ({ cells }: ReadRow): boolean => {
    const filled = cells.filter((cell) => cell !== '')
    return filled.length > 0 && filled.filter((cell) => columnOf(cell)).length * 2 >= filled.length
  }
  const [heading, ...rest] = sheet.rows
  if (!heading) {
    problems.add(1, null, failure('table_empty'))
    return []
  }
  const below = rest.slice(0, headingWithin).find(isHeading)
  const isNear = (cell: ReadCell): boolean => nearestOf(shownIn(cell), namesIn(columns)) !== undefined
  if (!heading.cells.some((cell) => columnOf(cell)) && (below || !heading.cells.some(isNear))) {
    problems.add(
      heading.row,
      null,
      below
        ? failure('table_heading_below', { row: below.row })
        : failure('table_heading_unknown', { columns: namesOf(columns), found: foundIn(heading) }),
    )
    return []
  }
  const places = placesOf(heading, columns, columnOf, rest, problems)
  if (!problems.none) return []
  const widest = Math.max(...places.values())
  for (const range of sheet.merged) {
    const { row, column } = placeOf(range)
    if (row >= heading.row && column <= widest) problems.add(row, null, failure('table_cells_merged', { range: quotedIn(range) }))
  }
  return rest.flatMap((each) => {
    if (isHeading(each)) {
      problems.add(each.row, null, failure('table_heading_again'))
      return []
    }
    return [rowOf(each, columns, places, problems)]
  })
}

function unknownColumn(cell: ReadCell, columns: readonly Column[]): Failure {
  return nearOr(failure('table_column_unknown', { columns: namesOf(columns) }), shownIn(cell), namesIn(columns))
}

const namesIn = (columns: readonly Column[]): readonly string[] => columns.flatMap(({ name, also = [] }) => [name, ...also])

/** What the first row says instead of headings. */
const foundIn = ({ cells }: ReadRow): string =>
  quotedIn(
    cells
      .map(shownIn)
      .filter((text) => text !== '')
      .join(' · '),
  )

const namesOf = (columns: readonly Column[]): string => columns.map(({ name }) => name).join(', ')

/** Where each column stands, from 0. */
function placesOf<Name extends string>(
  heading: ReadRow,
  columns: readonly Column<Name>[],
  columnOf: (cell: ReadCell) => Column<Name> | undefined,
  rest: readonly ReadRow[],
  problems: Problems,
): ReadonlyMap<Name, number> {
  const places = new Map<Name, number>()
  heading.cells.forEach((cell, at) => {
    const column = columnOf(cell)
    if (column && places.has(column.name)) problems.add(heading.row, column.name, failure('table_column_again'))
    else if (column) places.set(column.name, at)
    else if (shownIn(cell) !== '') problems.add(heading.row, quotedIn(cell), unknownColumn(cell, columns))
  })
  for (const { name, optional } of columns)
    if (!places.has(name) && optional !== true) problems.add(heading.row, name, failure('table_column_missing'))
  const widest = rest.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const unnamed = Array.from({ length: widest }, (_, at) => at).find(
    (at) => (heading.cells[at] ?? '') === '' && rest.some(({ cells }) => shownIn(cells[at] ?? '') !== ''),
  )
  if (unnamed !== undefined) problems.add(heading.row, null, failure('table_column_unnamed', { cell: cellName(unnamed, heading.row) }))
  return places
}

function rowOf<Name extends string>(
  { row, cells }: ReadRow,
  columns: readonly Column<Name>[],
  places: ReadonlyMap<Name, number>,
  problems: Problems,
): TableRow<Name> {
  const read = new Map<Name, ReadCell>()
  for (const { name, filled, days } of columns) {
    const at = places.get(name)
    const said = at === undefined ? '' : (cells[at] ?? '')
    const cell = typeof said === 'string' || shownIn(said) === '' ? shownIn(said).trim() : said
    if (cell === '' && filled === true) problems.add(row, name, failure('table_cell_empty'))
    if (typeof cell === 'string' && errorCell.test(cell)) problems.add(row, name, failure('table_cell_error', { value: cell }))
    const damaged = typeof cell === 'string' && !problems.isFull ? lettersProblem(cell) : undefined
    if (damaged) problems.add(row, name, damaged)
    if (isDayCell(cell) && days !== true) problems.add(row, name, dayInstead(cell))
    read.set(name, cell)
  }
  // Every column was set in the loop above.
  return { row, cells: Object.fromEntries(read) as Record<Name, ReadCell> }
}

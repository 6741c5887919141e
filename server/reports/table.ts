import {
  csvLine,
  csvMark,
  sheetHead,
  sheetRow,
  sheetRowsMost,
  sheetTail,
  sheetNames,
  workbookFrame,
  workbookMime,
  type Sheet,
} from '#shared/kernel/sheet.ts'
import type { ReportFormat } from '#shared/reports/model.ts'
import type { MadeFile } from '../http/downloads.ts'
import { zipOf, type ZipEntry } from '../http/zip.ts'

/** A table by its name; rows come some at a time, the heading first. */
export interface NamedTable {
  readonly name: string
  readonly rows: AsyncGenerator<Sheet, void>
}

/**
 * A table as a file; `name` without its extension. Never more of the file is in memory than what some rows make. `rowsMost`: of one
 * sheet of a workbook.
 */
export const tableStream = (rows: AsyncGenerator<Sheet, void>, name: string, format: 'csv' | 'xlsx', rowsMost = sheetRowsMost): MadeFile =>
  tablesStream([{ name: 'Datos', rows }], name, format, rowsMost)

/** Several tables as a file, the data first: as CSV that one alone, as a workbook or a zip of CSV files all of them. */
export function tablesStream(
  tables: readonly [NamedTable, ...NamedTable[]],
  name: string,
  format: ReportFormat,
  rowsMost = sheetRowsMost,
): MadeFile {
  switch (format) {
    case 'csv':
      return { name: `${name}.csv`, type: 'text/csv; charset=utf-8', pieces: endingAll(tables, csvPieces(tables[0].rows)) }
    case 'xlsx':
      return { name: `${name}.xlsx`, type: workbookMime, pieces: zipOf(workbookEntries(tables, rowsMost)) }
    case 'zip':
      return { name: `${name}.zip`, type: 'application/zip', pieces: zipOf(csvEntries(tables, name)) }
  }
}

const encoder = new TextEncoder()

/** Ends every table when its reader is done or leaves: of those that were not begun nothing else would. */
async function* endingAll<Piece>(tables: readonly NamedTable[], pieces: AsyncIterable<Piece>): AsyncGenerator<Piece, void> {
  try {
    yield* pieces
  } finally {
    for (const { rows } of tables) await rows.return()
  }
}

async function* csvPieces(rows: AsyncIterable<Sheet>): AsyncGenerator<Uint8Array, void> {
  yield encoder.encode(csvMark)
  for await (const some of rows) yield encoder.encode(some.map(csvLine).join(''))
}

/** The first by the file's own name, the others by theirs beside it. */
async function* csvEntries(tables: readonly NamedTable[], name: string): AsyncGenerator<ZipEntry, void> {
  const entries = async function* (): AsyncGenerator<ZipEntry, void> {
    for (const [at, table] of tables.entries())
      yield { name: at === 0 ? `${name}.csv` : `${name}_${table.name.toLowerCase()}.csv`, deflate: true, pieces: csvPieces(table.rows) }
  }
  yield* endingAll(tables, entries())
}

/** As many sheets as each table's rows need, each with its heading, and then the parts that name them. */
async function* workbookEntries(tables: readonly NamedTable[], rowsMost: number): AsyncGenerator<ZipEntry, void> {
  const names: string[] = []
  const entries = async function* (): AsyncGenerator<ZipEntry, void> {
    for (const table of tables) {
      const source = new Rows(table.rows, rowsMost)
      let own = 0
      do {
        own += 1
        yield { name: `xl/worksheets/sheet${names.length + own}.xml`, deflate: true, pieces: source.nextSheet() }
      } while (source.hasMore)
      names.push(...sheetNames(table.name, own))
    }
    for (const [name, text] of Object.entries(workbookFrame(names))) yield { name, deflate: true, pieces: [encoder.encode(text)] }
  }
  yield* endingAll(tables, entries())
}

/** Rows of a table, dealt out to sheets of at most so many. */
class Rows {
  readonly #source: AsyncGenerator<Sheet, void>
  readonly #most: number
  /** Came with the last ones and has no place in the sheet that was full. */
  #left: Sheet = []
  #heading: Sheet | undefined
  hasMore = true

  constructor(source: AsyncGenerator<Sheet, void>, most: number) {
    this.#source = source
    this.#most = most
  }

  async *nextSheet(): AsyncGenerator<Uint8Array, void> {
    yield encoder.encode(sheetHead)
    let written = 0
    const write = (some: Sheet): Uint8Array => {
      const text = some.map((row, at) => sheetRow(row, written + at)).join('')
      written += some.length
      return encoder.encode(text)
    }
    if (this.#heading) yield write(this.#heading)
    while (written < this.#most) {
      const some = await this.#some()
      if (!some) break
      this.#heading ??= some.slice(0, 1)
      const fits = some.slice(0, this.#most - written)
      this.#left = some.slice(fits.length)
      yield write(fits)
    }
    yield encoder.encode(sheetTail)
    await this.#peek()
  }

  async #some(): Promise<Sheet | undefined> {
    if (this.#left.length > 0) {
      const left = this.#left
      this.#left = []
      return left
    }
    const next = await this.#source.next()
    return next.done === true ? undefined : next.value
  }

  /** Whether a further sheet is needed is known only when rows are left for it. */
  async #peek(): Promise<void> {
    const next = await this.#some()
    this.hasMore = next !== undefined
    this.#left = next ?? []
  }
}

import {
  csvLine,
  csvMark,
  sheetHead,
  sheetRow,
  sheetRowsMost,
  sheetTail,
  dataSheets,
  workbookFrame,
  workbookMime,
  type Sheet,
} from '#shared/kernel/sheet.ts'
import type { MadeFile } from '../http/downloads.ts'
import { zipOf, type ZipEntry } from '../http/zip.ts'

type TableFormat = 'csv' | 'xlsx'

/**
 * A table as a file; `name` without its extension. Rows come some at a time, the heading first; never more of the file is in memory
 * than what some rows make. `rowsMost`: of one sheet of a workbook.
 */
export function tableStream(rows: AsyncGenerator<Sheet, void>, name: string, format: TableFormat, rowsMost = sheetRowsMost): MadeFile {
  return format === 'csv'
    ? { name: `${name}.csv`, type: 'text/csv; charset=utf-8', pieces: csvPieces(rows) }
    : { name: `${name}.xlsx`, type: workbookMime, pieces: zipOf(workbookEntries(rows, rowsMost)) }
}

const encoder = new TextEncoder()

async function* csvPieces(rows: AsyncIterable<Sheet>): AsyncGenerator<Uint8Array, void> {
  yield encoder.encode(csvMark)
  for await (const some of rows) yield encoder.encode(some.map(csvLine).join(''))
}

/** As many sheets as the rows need, each with the heading, and then the parts that name them. */
async function* workbookEntries(rows: AsyncGenerator<Sheet, void>, rowsMost: number): AsyncGenerator<ZipEntry, void> {
  const source = new Rows(rows, rowsMost)
  let sheets = 0
  try {
    do {
      sheets += 1
      yield { name: `xl/worksheets/sheet${sheets}.xml`, deflate: true, pieces: source.nextSheet() }
    } while (source.hasMore)
    for (const [name, text] of Object.entries(workbookFrame(dataSheets(sheets))))
      yield { name, deflate: true, pieces: [encoder.encode(text)] }
  } finally {
    await rows.return()
  }
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

/** A cell of a table that is handed out: a number stays one, anything else is text. */
export type Cell = string | number
export type Sheet = readonly (readonly Cell[])[]

/** What makes a spreadsheet run a text as a formula, or as one once white space before it is gone, also in the signs' wide shapes (TF1). */
const running = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n\0])/

/**
 * A text that no spreadsheet runs: with an apostrophe before it where one would. So has a text that looks as if it had one already, or it
 * could not be told from it when it is read.
 */
const guarded = (text: string): string => (running.test(text) ? `'${text}` : text)

/** What a cell says once the apostrophe is gone that keeps a spreadsheet from running it, and is none of the text's (TF1). */
export const withoutGuard = (text: string): string => (text.startsWith("'") && running.test(text) ? text.slice(1) : text)

/**
 * One cell of a CSV file (RFC 4180). A text stands between quotes, with an apostrophe before it where a spreadsheet would run it. A
 * number is written bare with a decimal point, so that it is read as the number that it is: −5 is −5, and no formula.
 */
export function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  return `"${guarded(cell).replaceAll('"', '""')}"`
}

/** What a CSV file begins with, so that spreadsheets read it as UTF-8 (TF3). */
export const csvMark = '\ufeff'

/** A row of a CSV file: commas, CRLF. */
export const csvLine = (row: readonly Cell[]): string => `${row.map(csvCell).join(',')}\r\n`

/** A table as CSV. */
export const csvOf = (sheet: Sheet): string => `${csvMark}${sheet.map(csvLine).join('')}`

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const packageNs = 'http://schemas.openxmlformats.org/package/2006'
const officeNs = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const sheetNs = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const sheetMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The mime of a workbook. */
export const workbookMime = `${sheetMime}.sheet`

/** Most rows of one sheet, by what spreadsheets take. */
export const sheetRowsMost = 1_048_576

/** Longest text of one cell of a workbook, by what spreadsheets take. */
export const cellTextMost = 32_767

export const sheetHead = `${xmlHead}<worksheet xmlns="${sheetNs}"><sheetData>`
export const sheetTail = '</sheetData></worksheet>'

/** A row of a sheet; `at` from 0. */
export const sheetRow = (row: readonly Cell[], at: number): string =>
  `<row r="${at + 1}">${row.map((cell, column) => workbookCell(cell, cellName(column, at + 1))).join('')}</row>`

/** What the sheets of a table are called that goes on from one to the next. */
export const sheetNames = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${name}${at === 0 ? '' : ` ${at + 1}`}`)

/** The parts of a workbook that hold no rows, for sheets of these names, which are `xl/worksheets/sheet1.xml` and so on. */
export function workbookFrame(names: readonly string[]): Readonly<Record<string, string>> {
  const types = names.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${sheetMime}.worksheet+xml"/>`)
  const named = names.map(
    (name, at) => `<sheet name="${xmlText(name).replaceAll('"', '&quot;')}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  )
  return {
    '[Content_Types].xml': `${xmlHead}<Types xmlns="${packageNs}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetMime}.sheet.main+xml"/>${types.join('')}</Types>`,
    '_rels/.rels': relations('officeDocument', ['xl/workbook.xml']),
    'xl/workbook.xml': `${xmlHead}<workbook xmlns="${sheetNs}" xmlns:r="${officeNs}"><sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      'worksheet',
      names.map((_, at) => `worksheets/sheet${at + 1}.xml`),
    ),
  }
}

/** A sheet of a workbook by its name, of at most 31 characters. */
export interface NamedSheet {
  readonly name: string
  readonly rows: Sheet
}

/**
 * Tables as the parts of an XLSX workbook, to be zipped by whoever can. Numbers are numbers, which every program shows in its reader's
 * way; texts stand in their cells as texts, which nothing runs.
 */
export const workbookParts = (sheets: readonly NamedSheet[]): Readonly<Record<string, string>> => ({
  ...workbookFrame(sheets.map(({ name }) => name)),
  ...Object.fromEntries(
    sheets.map(({ rows }, at) => [`xl/worksheets/sheet${at + 1}.xml`, `${sheetHead}${rows.map(sheetRow).join('')}${sheetTail}`]),
  ),
})

const relations = (type: string, targets: readonly string[]): string =>
  `${xmlHead}<Relationships xmlns="${packageNs}/relationships">${targets.map((target, at) => `<Relationship Id="rId${at + 1}" Type="${officeNs}/${type}" Target="${target}"/>`).join('')}</Relationships>`

function workbookCell(cell: Cell, ref: string): string {
  if (typeof cell === 'number') return `<c r="${ref}"><v>${cell}</v></c>`
  return `<c r="${ref}" t="inlineStr"><is><t xml:space="preserve">${xmlText(withinCell(cell))}</t></is></c>`
}

const goesOn = ' [… sigue en el CSV]'

/** What a cell holds of a text. A longer one makes spreadsheets call the whole file damaged. */
function withinCell(text: string): string {
  if (text.length <= cellTextMost) return text
  const cut = text.slice(0, cellTextMost - goesOn.length)
  return cut.replace(/[\ud800-\udbff]$/, '') + goesOn
}

/** A, B … Z, AA, AB … */
function columnName(column: number): string {
  const letter = String.fromCodePoint(65 + (column % 26))
  return column < 26 ? letter : `${columnName(Math.floor(column / 26) - 1)}${letter}`
}

/** A cell as people call it, "B4": columns from 0, rows from 1. */
export const cellName = (column: number, row: number): string => `${columnName(column)}${row}`

/** Column from 0 and row from 1 of the cell with which a range begins: "B4:C9" begins in column 1, row 4. */
export function placeOf(range: string): { column: number; row: number } {
  const [, letters = '', digits = ''] = /^\$?([A-Z]{1,3})\$?(\d{1,7})/i.exec(range) ?? []
  const column = [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + (letter.codePointAt(0) ?? 0) - 64, 0) - 1
  return { column, row: Number(digits) }
}

/** Text inside an element: XML knows no control characters, and a workbook reads `_x0041_` as the character of that number. */
const xmlText = (text: string): string =>
  text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .toWellFormed()
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/** A cell of a table that is handed out: a number stays one, anything else is text. */
export type Cell = string | number
export type Sheet = readonly (readonly Cell[])[]

/** What makes a spreadsheet run a text as a formula, or as one once white space before it is gone (TF1). */
const runs = /^[=+\-@\t\r\n\0]/

/**
 * One cell of a CSV file (RFC 4180). A text stands between quotes, with an apostrophe before it where a spreadsheet would run it. A
 * number is written bare with a decimal point, so that it is read as the number that it is: −5 is −5, and no formula.
 */
export function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const inert = runs.test(cell) ? `'${cell}` : cell
  return `"${inert.replaceAll('"', '""')}"`
}

/** A table as CSV: UTF-8 byte-order mark, commas, CRLF (TF3). */
export const csvOf = (sheet: Sheet): string => `\ufeff${sheet.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const packageNs = 'http://schemas.openxmlformats.org/package/2006'
const officeNs = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const sheetNs = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const sheetMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The mime of a workbook. */
export const workbookMime = `${sheetMime}.sheet`

/**
 * A table as the parts of an XLSX workbook with one sheet, to be zipped by whoever can. Numbers are numbers, which every program
 * shows in its reader's way; texts stand in their cells as texts, which nothing runs.
 */
export function workbookParts(sheet: Sheet): Readonly<Record<string, string>> {
  const rows = sheet.map((row, at) => {
    const cells = row.map((cell, column) => workbookCell(cell, `${columnName(column)}${at + 1}`))
    return `<row r="${at + 1}">${cells.join('')}</row>`
  })
  return {
    '[Content_Types].xml': `${xmlHead}<Types xmlns="${packageNs}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetMime}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetMime}.worksheet+xml"/></Types>`,
    '_rels/.rels': relations('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `${xmlHead}<workbook xmlns="${sheetNs}" xmlns:r="${officeNs}"><sheets><sheet name="Datos" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `${xmlHead}<worksheet xmlns="${sheetNs}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
  }
}

const relations = (type: string, target: string): string =>
  `${xmlHead}<Relationships xmlns="${packageNs}/relationships"><Relationship Id="rId1" Type="${officeNs}/${type}" Target="${target}"/></Relationships>`

function workbookCell(cell: Cell, ref: string): string {
  if (typeof cell === 'number') return `<c r="${ref}"><v>${cell}</v></c>`
  return `<c r="${ref}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`
}

/** A, B … Z, AA, AB … */
function columnName(column: number): string {
  const letter = String.fromCodePoint(65 + (column % 26))
  return column < 26 ? letter : `${columnName(Math.floor(column / 26) - 1)}${letter}`
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

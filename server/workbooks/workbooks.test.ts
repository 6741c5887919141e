import { errors, isErrorCode } from '#shared/errors.ts'
import { failureSentence } from '#shared/failure-sentence.ts'
import { failure } from '#shared/kernel/failure.ts'
import type { Result } from '#shared/kernel/result.ts'
import { shownIn } from '#shared/kernel/read-cell.ts'
import { csvOf, workbookFrame, type Cell, type Sheet } from '#shared/kernel/sheet.ts'
import type { ReadSheet } from '#shared/kernel/table.ts'
import { assertProperty } from '#shared/testing/properties.ts'
import { strToU8, zipSync } from 'fflate'
import fc from 'fast-check'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { workbookOf, workbookOfSheets } from '../http/table-file.ts'
import { containerOf, containerPart, lyingOf, xlsOf, xlsxOf, xlsxOfRows } from '../testing/books.ts'
import { readCsv } from '#shared/kernel/csv.ts'
import { decoded } from './decoded.ts'
import { tableLimits, type WorkbookLimits } from './limits.ts'
import { parseWorkbook } from './parse.ts'
import { confined, WorkbookReader } from './workbook-reader.ts'

const reader = new WorkbookReader()

const withRelation = (kind: string, target: string): string =>
  (workbookFrame(['Datos'])['xl/_rels/workbook.xml.rels'] ?? '').replace(
    '</Relationships>',
    `<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/></Relationships>`,
  )

type Read = (bytes: Uint8Array, limits: WorkbookLimits) => Promise<Result<readonly ReadSheet[]>>
/** In this process: whatever the parser throws is seen. */
const readHere: Read = (bytes, limits) => parseWorkbook(Buffer.from(bytes), limits)
/** As the product does, in a process of its own. */
const readApart: Read = (bytes, limits) => reader.read(bytes, limits)

/** Rows of the first sheet as a person sees them, or why there are none. */
async function rowsOf(file: Uint8Array | string, limits: Partial<WorkbookLimits> = {}, by: Read = readHere): Promise<unknown> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const read = await by(bytes, { ...tableLimits, ...limits })
  if (!read.ok) return { code: read.failure.code, ...read.failure.params }
  return (read.value[0]?.rows ?? []).map(({ row, cells }) => [row, ...cells])
}

const cell = (ref: string, inside: string, attributes = ''): string => `<c r="${ref}"${attributes}>${inside}</c>`
const text = (ref: string, said: string): string => cell(ref, `<is><t>${said}</t></is>`, ' t="inlineStr"')

describe('what is read', () => {
  const sheet: Sheet = [
    ['código', 'puntos', 'nota'],
    ['0012', 3.5, 'sí; "claro"\ny más'],
    ['=1+1', -4, '-4'],
  ]
  const asRows = sheet.map((row, at) => [at + 1, ...row])

  test('[TI1] what the server writes is read back as it was: numbers are numbers, and codes keep their noughts', async () => {
    for (const by of [readHere, readApart]) {
      expect(await rowsOf(workbookOf(sheet), {}, by)).toEqual(asRows)
      // A CSV file has no numbers: what a cell means is for its column to say.
      expect(await rowsOf(csvOf(sheet), {}, by)).toEqual(asRows.map((row) => [row[0], ...row.slice(1).map(String)]))
    }
  })

  test('[TI1] a binary workbook is read like the others, whatever the file is called', async () => {
    for (const by of [readHere, readApart])
      expect(await rowsOf(xlsOf([['código', 'puntos'], ['0012', 0.1 + 0.2], [], ['x', true]]), {}, by)).toEqual([
        [1, 'código', 'puntos'],
        [2, '0012', 0.3],
        [4, 'x', 'VERDADERO'],
      ])
  })

  test('[TI1] texts of a CSV file come back from it, whatever they hold', () => {
    const said = fc.string({ unit: fc.constantFrom('a', 'ñ', '"', ';', ',', '\n', '\t', '=', '-', "'", ' ', '😀'), maxLength: 8 })
    assertProperty(
      fc.property(fc.array(fc.array(said, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (rows) => {
        // A first line that tells the separator: what has more semicolons than commas is taken for the other kind.
        const read = readCsv(csvOf([['a', 'b', 'c', 'd', 'e', 'f'], ...rows]).slice(1), tableLimits)
        const filled = rows
          .map((row, at) => ({ row: at + 2, cells: cut(row.map((each) => (each.trim() === '' ? '' : each))) }))
          .filter(({ cells }) => cells.length > 0)
        expect(read).toEqual({ ok: true, value: [{ row: 1, cells: ['a', 'b', 'c', 'd', 'e', 'f'] }, ...filled] })
      }),
    )
  })

  test('[TI2] a CSV file of Windows is read: Latin letters, semicolons, decimal commas as they stand', async () => {
    const latin = Buffer.from('código;puntos\r\n0012;3,5\r\nñandú;\r\n', 'latin1')
    expect(await rowsOf(latin)).toEqual([
      [1, 'código', 'puntos'],
      [2, '0012', '3,5'],
      [3, 'ñandú'],
    ])
    expect(decoded(Buffer.from([0x93, 0x6f, 0x94]))).toEqual({ ok: true, value: '“o”' })
    expect(await rowsOf(Buffer.from('\ufeffcódigo\tpuntos\n1\t2\n', 'utf16le'))).toEqual([
      [1, 'código', 'puntos'],
      [2, '1', '2'],
    ])
    expect(await rowsOf('sep=;\r\na;b,c\r\n')).toEqual([[1, 'a', 'b,c']])
  })

  test('[TI10] a text in an alphabet of its own is read, wherever what is looked at ends, and two in one file are refused with the row', async () => {
    expect(await rowsOf(Buffer.from('a;b\r\nDirección;x', 'utf16le'))).toEqual([
      [1, 'a', 'b'],
      [2, 'Dirección', 'x'],
    ])
    for (const by of [readHere, readApart])
      expect(await rowsOf(Buffer.concat([Buffer.from('a;Niñez\n'), Buffer.from('b;Año', 'latin1')]), {}, by)).toEqual({
        code: 'text_alphabets',
        row: 2,
      })
    for (const before of [4094, 4095]) expect(await rowsOf(`${'a'.repeat(before)}ñ`)).toEqual([[1, `${'a'.repeat(before)}ñ`]])
  })

  test('[TI12] a CSV file that a spreadsheet opened in one column is read as the file that it is, in every kind of file', async () => {
    const lines = ['codigo,"nombre","valor"', 'A1,"Servicio, del Norte","45"', '', 'A2,"dicho ""así""","sí', 'y no"', 'A3,"uno; dos",7']
    const read = [
      [1, 'codigo', 'nombre', 'valor'],
      [2, 'A1', 'Servicio, del Norte', '45'],
      [4, 'A2', 'dicho "así"', 'sí\ny no'],
      [6, 'A3', 'uno; dos', '7'],
    ]
    // Where a spreadsheet splits at semicolons, a text with one stands in two cells.
    const rows = lines.map((line) => line.split(';'))
    for (const file of [workbookOf(rows), xlsOf(rows)]) expect(await rowsOf(file)).toEqual(read)
    const quoted = lines
      .map((line) =>
        line
          .split(';')
          .map((cell) => `"${cell.replaceAll('"', '""')}"`)
          .join(';'),
      )
      .join('\r\n')
    expect(await rowsOf(quoted)).toEqual(read)
    // Each field between quotes, as a table is handed out.
    expect(await rowsOf(csvOf([['"codigo","valor"'], ['"A1","45"']]))).toEqual([
      [1, 'codigo', 'valor'],
      [2, 'A1', '45'],
    ])
    expect(await rowsOf(workbookOf([['nombre'], ['uno, dos']]))).toEqual([
      [1, 'nombre'],
      [2, 'uno, dos'],
    ])
    expect(await rowsOf(workbookOf([['a,b'], ['1,"2']]))).toEqual({ code: 'csv_quote_open', cell: 'B2' })
    const form = await parseWorkbook(Buffer.from(workbookOf([['a,b']])), { ...tableLimits, sheets: 'all' })
    expect(form.ok && form.value[0]?.rows).toEqual([{ row: 1, cells: ['a,b'] }])
  })

  test('[TI2] rows are numbered as their person sees them, with the empty ones', async () => {
    const rows = `<row r="2">${text('B2', 'uno')}</row><row r="5"/><row r="9">${text('A9', ' dos ')}<c r="D9"/></row>`
    expect(await rowsOf(xlsxOfRows(rows))).toEqual([
      [2, '', 'uno'],
      [9, ' dos '],
    ])
    expect(await rowsOf('a\n\n"b\nc"\n;\nd')).toEqual([
      [1, 'a'],
      [3, 'b\nc'],
      [4, ';'],
      [5, 'd'],
    ])
  })

  test('[TI3] numbers arrive as their cell says them, and days as days', async () => {
    const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/></cellXfs></styleSheet>`
    const values = [
      cell('A1', '<v>0.30000000000000004</v>'),
      cell('B1', '<v>46348</v>'),
      cell('C1', '<v>46348</v>', ' s="1"'),
      cell('D1', '<v>46348.75</v>', ' s="2"'),
      cell('E1', '<v>1</v>', ' t="b"'),
      cell('F1', '<v>2026-11-22</v>', ' t="d"'),
    ]
    const book = xlsxOf({
      'xl/styles.xml': styles,
      'xl/_rels/workbook.xml.rels': withRelation('styles', 'styles.xml'),
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${values.join('')}</row></sheetData></worksheet>`,
    })
    const days = [
      { kind: 'day', written: '2026-11-22', shown: '22-11-2026' },
      { kind: 'day', written: '2026-11-22 18:00', shown: '22-11-2026 18:00' },
    ]
    expect(await rowsOf(book)).toEqual([[1, 0.3, 46_348, ...days, 'VERDADERO', '2026-11-22']])
    const binary = xlsOf([
      [0.1 + 0.2, 46_348, { t: 'n', v: 46_348, z: 'dd/mm/yyyy' }, { t: 'n', v: 46_348.75, z: 'dd/mm/yyyy hh:mm' }, true],
    ])
    const slashed = days.map((day) => ({ ...day, shown: day.shown.replaceAll('-', '/') }))
    expect(await rowsOf(binary)).toEqual([[1, 0.3, 46_348, ...slashed, 'VERDADERO']])
  })

  const formats = ['0%', '0.0 %', '"$"#,##0', 'd-mmm', '0000', '#,##0.00', '[h]:mm', '# ?/?', '"Sí";;"No"']
  const held = [0.45, 0.4567, 1234, 46_348, 12, 1234.5, 1.5, 0.25, 1]
  const seen = ['45%', '45,7 %', '$1.234', '22-nov', '0012', '1.234,50', '36:00', '1/4', 'Sí']

  test('[TI3] a cell says what it shows, whichever kind of workbook it is in', async () => {
    const styles = `<styleSheet><numFmts>${formats.map((each, at) => `<numFmt numFmtId="${200 + at}" formatCode="${each.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}<xf numFmtId="9"/></cellXfs></styleSheet>`
    const letters = 'ABCDEFGHI'
    const cells = held.map((value, at) => cell(`${letters[at]}3`, `<v>${value}</v>`, ` s="${at + 1}"`))
    // Cells that say no place stand one after the other.
    const row = `<row r="3">${cells.join('')}</row><row><c s="${formats.length + 1}"><v>1</v></c><c><v>0.5</v></c><c s="1" t="inlineStr"><is><t>0.5</t></is></c></row>`
    const parts = {
      'xl/_rels/workbook.xml.rels': withRelation('styles', 'styles.xml'),
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${row}</sheetData></worksheet>`,
      'xl/styles.xml': styles,
    }
    const shown = async (book: Uint8Array): Promise<unknown> => {
      const read = await readApart(book, tableLimits)
      return read.ok && read.value[0]?.rows.map(({ cells: found }) => found.map(shownIn))
    }
    expect(await shown(xlsxOf(parts))).toEqual([seen, ['100%', '0,5', '0.5']])
    // Whatever stands first in the archive.
    expect(await shown(xlsxOf(Object.fromEntries(Object.entries(parts).toReversed())))).toEqual([seen, ['100%', '0,5', '0.5']])
    expect(await shown(xlsOf([held.map((v, at) => ({ t: 'n', v, z: formats[at] ?? '' }))]))).toEqual([seen])
  })

  test('[TI3] a workbook that counts its days from 1904 shows the same days', async () => {
    const book = xlsxOf({
      'xl/workbook.xml': (workbookFrame(['Datos'])['xl/workbook.xml'] ?? '').replace('<sheets>', '<workbookPr date1904="1"/><sheets>'),
      'xl/_rels/workbook.xml.rels': withRelation('styles', 'styles.xml'),
      'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${cell('A1', `<v>${46_348 - 1462}</v>`, ' s="1"')}</row></sheetData></worksheet>`,
    })
    expect(await rowsOf(book)).toEqual([[1, { kind: 'day', written: '2026-11-22', shown: '22-11-2026' }]])
  })

  test('[TI3] a formula is read as the value beside it, and what failed as its error', async () => {
    const rows = `<row r="1">${cell('A1', '<f>1+1</f><v>2</v>')}${cell('B1', '<f>""</f><v></v>', ' t="str"')}${cell('C1', '<f>1/0</f><v>#DIV/0!</v>', ' t="e"')}</row>`
    expect(await rowsOf(xlsxOfRows(rows))).toEqual([[1, 2, '', '#DIV/0!']])
    expect(await rowsOf(xlsOf([['a', { t: 'e', v: 7 }]]))).toEqual([[1, 'a', '#DIV/0!']])
  })

  test('[TI3] sheets come by their names, with the cells that are merged; of a table, the first that holds something', async () => {
    const book = workbookOfSheets([
      { name: 'vacía', rows: [] },
      { name: 'Datos & <más>', rows: [['uno']] },
      { name: 'Datos 3', rows: [['dos']] },
    ])
    const all = await reader.read(book, { ...tableLimits, sheets: 'all' })
    expect(all.ok && all.value.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['Datos & <más>', 1],
      ['Datos 3', 1],
    ])
    expect(await rowsOf(book)).toEqual([[1, 'uno']])
    const merged = await reader.read(
      xlsxOfRows(`<row r="1">${text('A1', 'a')}</row>`, '<mergeCells><mergeCell ref="A1:C1"/></mergeCells>'),
      tableLimits,
    )
    expect(merged.ok && merged.value[0]?.merged).toEqual(['A1:C1'])
    const binary = await reader.read(xlsOf([['a', 'b']], ['A1:B1']), tableLimits)
    expect(binary.ok && binary.value[0]?.merged).toEqual(['A1:B1'])
  })

  test('[TI3] names of headings that mean something to a program mean nothing here', async () => {
    const rows = await rowsOf(
      workbookOf([
        ['__proto__', 'constructor'],
        ['toString', 'x'],
      ]),
    )
    expect(rows).toEqual([
      [1, '__proto__', 'constructor'],
      [2, 'toString', 'x'],
    ])
    expect(Object.keys({})).toEqual([])
  })
})

describe('what is refused', () => {
  const mb = 2 ** 20
  const row = '<row r="1"><c r="A1"><v>1</v></c></row>'
  /** A part of so many bytes that packs to nearly nothing. */
  const bombOf = (bytes: number): Uint8Array =>
    xlsxOf({ 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${'<row/>'.repeat(bytes / 6)}` })
  const bomb = bombOf(60 * mb)

  test('[TI4] a workbook that unpacks to more than it may is refused before it is parsed, whatever its directory says', async () => {
    expect(bomb.byteLength).toBeLessThan(mb)
    for (const by of [readHere, readApart]) {
      expect(await rowsOf(bomb, {}, by)).toEqual({ code: 'workbook_unpacks', mb: 50 })
      expect(await rowsOf(lyingOf(bomb, 1000), {}, by)).toEqual({ code: 'workbook_damaged' })
    }
  })

  test('[TI4] more parts than a workbook has are refused', async () => {
    const parts = Object.fromEntries(Array.from({ length: 6000 }, (_, at) => [`xl/media/${at}`, new Uint8Array(0)]))
    expect(await rowsOf(xlsxOf(parts))).toEqual({ code: 'workbook_parts', n: 1000 })
  })

  test('[TI4] a file that takes more memory or time than there is ends its process and nothing else', async () => {
    // Honest by its directory: what a reader makes of it is what is large.
    const many = xlsxOfRows(
      Array.from({ length: 400_000 }, (_, at) => `<row r="${at + 1}">${cell(`A${at + 1}`, '<v>1</v>')}</row>`).join(''),
    )
    expect(await rowsOf(many, { rows: 1_000_000, memoryBytes: 90 * mb }, readApart)).toEqual({ code: 'workbook_heavy' })
    expect(await rowsOf(many, { rows: 1_000_000, ms: 50 }, readApart)).toEqual({ code: 'workbook_heavy' })
    expect(await rowsOf('a,b', {}, readApart)).toEqual([[1, 'a', 'b']])
  })

  test('[TI4] a heap that is full ends the process like any other excess', async () => {
    const strings = `<sst>${'<si><t>a</t></si>'.repeat(2_800_000)}</sst>`
    const book = xlsxOf({
      'xl/sharedStrings.xml': strings,
      'xl/_rels/workbook.xml.rels': withRelation('sharedStrings', 'sharedStrings.xml'),
    })
    expect(await rowsOf(book, { memoryBytes: 2 ** 40, ms: 60_000 }, readApart)).toEqual({ code: 'workbook_heavy' })
  })

  test('[TI4] a text that many cells share counts as often as it is said', async () => {
    const said = 'a'.repeat(30_000)
    const rows = Array.from({ length: 2000 }, (_, at) => `<row r="${at + 1}">${cell(`A${at + 1}`, '<v>0</v>', ' t="s"')}</row>`)
    const book = xlsxOf({
      'xl/sharedStrings.xml': `<sst><si><t>${said}</t></si></sst>`,
      'xl/_rels/workbook.xml.rels': withRelation('sharedStrings', 'sharedStrings.xml'),
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
    })
    expect(await rowsOf(book)).toEqual({ code: 'workbook_heavy' })
    expect(await rowsOf(`${'a,'.repeat(50)}\n`.repeat(50_000))).toEqual({ code: 'workbook_heavy' })
  })

  test('[TI5] rows, columns, sheets and cells have a limit, and the sentence says it', async () => {
    const table = (rows: number, columns: number): Sheet => Array.from({ length: rows }, () => Array.from({ length: columns }, () => 'x'))
    const three = { rows: 3, columns: 3, cellLength: 5 }
    for (const write of [workbookOf, csvOf, xlsOf]) {
      expect(await rowsOf(write(table(4, 1)), three)).toEqual({ code: 'workbook_rows', n: 3 })
      expect(await rowsOf(write(table(1, 300)), three)).toEqual({ code: 'workbook_columns', n: 3 })
      expect(await rowsOf(write([['a'], ['b', '123456']]), three)).toEqual({ code: 'workbook_cell_long', cell: 'B2', n: 5 })
    }
    const far = `<row r="1">${text('A1', 'a')}</row><row r="1048576">${text('XFD1048576', 'b')}</row>`
    expect(await rowsOf(xlsxOfRows(far))).toEqual({ code: 'workbook_columns', n: 60 })
    const sheets = workbookOfSheets(Array.from({ length: 51 }, (_, at) => ({ name: `${at}`, rows: [['a']] })))
    expect(await rowsOf(sheets)).toEqual({ code: 'workbook_sheets', n: 50 })
  })

  test('[TI5] a formula without its value is refused with its cell', async () => {
    const rows = `<row r="1">${text('A1', 'a')}</row><row r="2">${cell('A2', '<v>1</v>')}${cell('B2', '<f>SUM(A1:A2)</f>')}</row>`
    expect(await rowsOf(xlsxOfRows(rows))).toEqual({ code: 'workbook_formula', cell: 'Datos!B2' })
    // Whatever the prefix of its names, and wherever its pieces are cut.
    const prefixed = rows.replace(/<(\/?)(row|c|f|v|is|t)\b/g, '<$1x:$2')
    const padded = Array.from({ length: 3000 }, (_, at) => `<x:row r="${at + 10}"><x:c r="A${at + 10}"><x:v>1</x:v></x:c></x:row>`).join('')
    const book = xlsxOf({
      'xl/worksheets/sheet1.xml': `<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData>${prefixed}${padded}</x:sheetData></x:worksheet>`,
    })
    expect(await rowsOf(book)).toEqual({ code: 'workbook_formula', cell: 'Datos!B2' })
  })

  test('[TI5] entities are not followed: a workbook that declares some is refused', async () => {
    const bombs = `<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>`
    const outside = `<!DOCTYPE w [<!ENTITY a SYSTEM "file:///etc/passwd">]>`
    for (const doctype of [bombs, outside]) {
      const sheet = `<?xml version="1.0"?>${doctype}<worksheet><sheetData>${row}</sheetData></worksheet>`
      expect(await rowsOf(xlsxOf({ 'xl/worksheets/sheet1.xml': sheet }))).toEqual({ code: 'workbook_unsafe' })
      expect(await rowsOf(xlsxOf({ 'xl/sharedStrings.xml': `${doctype}<sst/>` }))).toEqual({ code: 'workbook_unsafe' })
    }
  })

  test('[TI5] quotes that nothing closes are refused where they begin', async () => {
    expect(await rowsOf('a,b\n1,"2\n3,4\n')).toEqual({ code: 'csv_quote_open', cell: 'B2' })
    expect(await rowsOf(`a,"${'x,y\n'.repeat(3_000_000)}`)).toEqual({ code: 'csv_quote_open', cell: 'B1' })
  })

  test('[TI6] what is no spreadsheet is refused by what it is, whatever it is called', async () => {
    const html = '<html><table><tr><td>código</td></tr></table></html>'
    const types = strToU8('<Types/>')
    const mimetype = (kind: string): Uint8Array => strToU8(`application/vnd.oasis.opendocument.${kind}`)
    const others: readonly (readonly [what: string | undefined, code: string, file: Uint8Array | string])[] = [
      ['HTML', 'workbook_other_program', html],
      ['HTML', 'workbook_other_program', `\ufeff\n ${html}`],
      ['HTML', 'workbook_other_program', 'MIME-Version: 1.0\nContent-Type: multipart/related\n\n<html>'],
      ['XML', 'workbook_other_program', '<?xml version="1.0"?><Workbook/>'],
      [
        'OpenDocument (.ods)',
        'workbook_other_program',
        zipSync({ mimetype: [mimetype('spreadsheet'), { level: 0 }], 'content.xml': types }),
      ],
      ['Excel (.xlsb)', 'workbook_other_program', zipSync({ '[Content_Types].xml': types, 'xl/workbook.bin': new Uint8Array(10) })],
      ['Apple Numbers', 'workbook_other_program', zipSync({ 'Index/Document.iwa': new Uint8Array(10) })],
      ['PDF', 'workbook_is_other', '%PDF-1.7\n1 0 obj'],
      ['PNG', 'workbook_is_other', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
      ['JPG', 'workbook_is_other', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46])],
      ['HEIC', 'workbook_is_other', new Uint8Array([0, 0, 0, 24, ...strToU8('ftypheic'), 0, 0, 0, 0])],
      ['SVG', 'workbook_is_other', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
      ['RTF', 'workbook_is_other', '{\\rtf1\\ansi Tabla}'],
      ['JSON', 'workbook_is_other', '[ {"código": 1} ]'],
      ['Word (.docx)', 'workbook_is_other', zipSync({ '[Content_Types].xml': types, 'word/document.xml': types })],
      ['PowerPoint (.pptx)', 'workbook_is_other', zipSync({ '[Content_Types].xml': types, 'ppt/presentation.xml': types })],
      ['OpenDocument', 'workbook_is_other', zipSync({ mimetype: [mimetype('text'), { level: 0 }], 'content.xml': types })],
      ['Word (.doc)', 'workbook_is_other', containerOf('WordDocument', new Uint8Array(5000))],
      ['PowerPoint (.ppt)', 'workbook_is_other', containerOf('PowerPoint Document', new Uint8Array(5000))],
      ['ZIP', 'workbook_is_archive', zipSync({ 'planilla.xlsx': workbookOf([['a', 'b']]) })],
      ['ZIP', 'workbook_is_archive', zipSync({})],
      ['RAR', 'workbook_is_archive', new Uint8Array([...strToU8('Rar!'), 0x1a, 0x07, 0x01, 0x00, 0, 0])],
      ['GZIP', 'workbook_is_archive', new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])],
      [undefined, 'workbook_format', new Uint8Array(1000).map((_, at) => (at * 7) % 256)],
    ]
    for (const [what, code, file] of others) {
      expect(await rowsOf(file), what).toEqual(what === undefined ? { code } : { code, what })
      for (const language of ['es', 'en'] as const)
        expect(failureSentence(failure(code, { what: what ?? '' }), language)).toMatch(/Excel \(\.xlsx\)/)
    }
  })

  test('[TI6] a binary workbook that opens with a password says so, whichever program shut it', async () => {
    const book: Uint8Array = containerPart(xlsOf([['a', 'b']]), 'Workbook')
    const first = 4 + (book[2] ?? 0) + (book[3] ?? 0) * 256
    const shut = (pass: readonly number[]): Uint8Array =>
      containerOf('Workbook', new Uint8Array([...book.subarray(0, first), 0x2f, 0, pass.length, 0, ...pass, ...book.subarray(first)]))
    // By an exclusive or, and by RC4 with its salt.
    for (const pass of [
      [0, 0, 0x12, 0x34, 0x56, 0x78],
      [1, 0, 1, 0, 1, 0, ...new Uint8Array(48)],
      [1, 0, 2, 0, 2, 0, ...new Uint8Array(60)],
    ])
      expect(await rowsOf(shut(pass))).toEqual({ code: 'workbook_locked' })
  })

  test('[TI6] what is cut short, locked or empty says so', async () => {
    const whole = workbookOf([['a', 'b']])
    expect(await rowsOf(whole.subarray(0, whole.length - 40))).toEqual({ code: 'workbook_damaged' })
    const binary = xlsOf([['a', 'b']])
    expect(await rowsOf(binary.subarray(0, 600))).toEqual({ code: 'workbook_damaged' })
    expect(await rowsOf(Buffer.concat([binary.subarray(0, 512), Buffer.from('EncryptedPackage', 'utf16le')]))).toEqual({
      code: 'workbook_locked',
    })
    const broken = xlsxOf({ 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row r="9"></row><row r="2"><c r="A2"><v>1</v></c></row>' })
    expect(await rowsOf(broken)).toEqual({ code: 'workbook_damaged' })
    for (const empty of ['', '\n\n,,\n', workbookOf([]), xlsOf([[]])]) expect(await rowsOf(empty)).toEqual({ code: 'workbook_empty' })
  })

  test('[TI6] bytes that begin like a workbook and go on anyhow never break the reader', async () => {
    const whole = [workbookOf([['a', 1]]), xlsOf([['a', 1]]), deflateRawSync(Buffer.alloc(100))]
    for (let at = 0; at < 24; at += 1) {
      const bytes = Buffer.from(whole[at % 3] ?? [])
      for (let change = 0; change < 1 + (at % 5); change += 1)
        bytes[(at * 131 + change * 977) % bytes.length] = (at * 53 + change * 17) % 256
      const read = await readHere(bytes, tableLimits)
      expect(read.ok || isErrorCode(read.failure.code), JSON.stringify(read)).toBe(true)
      if (at < 3) expect(await readApart(bytes, tableLimits)).toEqual(read)
    }
  })
})

test('[TI7] the process that reads a file can neither read what others wrote, nor write, nor start anything, and knows no secret', async () => {
  const tries = {
    read: `fs.readFileSync('/etc/hostname')`,
    data: `fs.readdirSync(${JSON.stringify(tmpdir())})`,
    write: `fs.writeFileSync(${JSON.stringify(fileURLToPath(new URL('written', import.meta.url)))}, '')`,
    start: `child.execFileSync('/bin/true')`,
  }
  const attempts = Object.entries(tries).map(([name, code]) => `try { ${code}; done.push('${name}') } catch {}`)
  const program = `import fs from 'node:fs'; import child from 'node:child_process'; const done = []; ${attempts.join(';')}; console.log(JSON.stringify({ done, env: Object.keys(process.env) }))`
  const run = (options: typeof confined): Promise<{ stdout: string }> =>
    promisify(execFile)(process.execPath, [...options.execArgv, '--input-type=module', '-e', program], { env: options.env })
  expect(JSON.parse((await run(confined)).stdout)).toEqual({ done: [], env: [] })
  // Without what holds it back it can do what is tried.
  const free = JSON.parse((await run({ execArgv: [], env: { SECRET: 'x' } })).stdout)
  rmSync(new URL('written', import.meta.url))
  expect(free).toEqual({ done: Object.keys(tries), env: ['SECRET'] })
})

test('[TI6] each refusal of a file has a sentence in both languages, with its numbers', () => {
  const sources = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const codes = new Set(
    sources.flatMap((name) =>
      [...readFileSync(new URL(name, import.meta.url), 'utf8').matchAll(/fail(?:ure)?\('(\w+)', (?:\{ (.*?) \})?/g)].map(
        (match) => match[1] ?? '',
      ),
    ),
  )
  expect(codes.size).toBeGreaterThan(5)
  for (const code of codes) {
    expect(Object.hasOwn(errors, code), code).toBe(true)
    const params = { n: 7, mb: 7, cell: 'B2' }
    for (const language of ['es', 'en'] as const) expect(failureSentence({ code, params }, language)).toMatch(/7|B2/)
  }
})

const cut = (row: readonly string[]): Cell[] => {
  const cells = [...row]
  while (cells.at(-1) === '') cells.pop()
  return cells
}

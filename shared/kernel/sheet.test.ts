import { expect, test } from 'vitest'
import { cellTextMost, csvCell, csvOf, workbookParts } from './sheet.ts'

const sheetOf = (cell: string | number): string => workbookParts([{ name: 'Datos', rows: [[cell]] }])['xl/worksheets/sheet1.xml'] ?? ''

test('[TF1] a text that a spreadsheet would run as a formula is made inert, and one that only holds such a sign is left alone', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\r=1', '\n=1', '\0=1', ' =1+1', '\u00a0-1', '＝1+1', '＠SUM(A1)'])
    expect(csvCell(text)).toBe(`"'${text}"`)
  for (const text of ['1-2', 'a=b', 'ana@norte.example', '']) expect(csvCell(text)).toBe(`"${text}"`)
})

test('[TF1] a formula does not come out of the quotes of its cell', () => {
  expect(csvCell('=HYPERLINK("http://x","y")')).toBe(`"'=HYPERLINK(""http://x"",""y"")"`)
  expect(csvCell('"=1+1')).toBe('"""=1+1"')
})

test('[TF2] a number stays a number: with a decimal point, and a negative one without an apostrophe', () => {
  expect([1.5, -5, 0, -0.25, 1234567].map(csvCell)).toEqual(['1.5', '-5', '0', '-0.25', '1234567'])
  expect(sheetOf(-5)).toContain('<c r="A1"><v>-5</v></c>')
  expect(sheetOf(1.5)).toContain('<v>1.5</v>')
})

test('[TF3] quotes inside a cell are doubled, line breaks stay inside it', () => {
  expect(csvCell('dijo "sí"\ny nada más, dijo')).toBe('"dijo ""sí""\ny nada más, dijo"')
})

test('[TF3] a file begins with one byte-order mark and its lines end in CRLF', () => {
  expect(
    csvOf([
      ['a', 1],
      ['ñ', ''],
    ]),
  ).toBe('\ufeff"a",1\r\n"ñ",""\r\n')
})

test('[TF4] in a workbook a text is a text, whatever it looks like', () => {
  expect(sheetOf('=1+1')).toContain('<c r="A1" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>')
  expect(sheetOf('Ñuñoa & <b>otras</b>\ndos')).toContain('>Ñuñoa &amp; &lt;b&gt;otras&lt;/b&gt;\ndos<')
  expect(sheetOf('_x0041_ \u0007\u0000')).toContain('>_x005F_x0041_ <')
})

test('[TF4] columns past Z have two letters', () => {
  const wide = workbookParts([{ name: 'Datos', rows: [Array.from({ length: 55 }, (_, at) => at)] }])['xl/worksheets/sheet1.xml'] ?? ''
  expect(['A1', 'Z1', 'AA1', 'AZ1', 'BA1', 'BC1'].filter((ref) => !wide.includes(`r="${ref}"`))).toEqual([])
})

test('[TF5] a text that is longer than a cell may be is cut where a workbook is opened without repair, and says that it goes on in the CSV', () => {
  const textIn = (cell: string): string => /preserve">(.*)<\/t>/s.exec(sheetOf(cell))?.[1] ?? ''
  const fits = 'a'.repeat(cellTextMost)
  expect(textIn(fits)).toBe(fits)
  for (const long of [`${fits}a`, '😀'.repeat(cellTextMost), `a${'😀'.repeat(cellTextMost)}`]) {
    const cut = textIn(long)
    expect(cut.length).toBeLessThanOrEqual(cellTextMost)
    expect(cut.length).toBeGreaterThan(cellTextMost - 3)
    expect(cut).toMatch(/(a|😀) \[… sigue en el CSV\]$/u)
    expect(csvCell(long)).toBe(`"${long}"`)
  }
})

import { expect, test } from 'vitest'
import { csvCell, csvText } from './answers-csv.ts'

test('a cell that a spreadsheet would run as a formula gets an apostrophe before it', () => {
  for (const text of ['=1+1', '+1', '-1', '@x', '\tx']) expect(csvCell(text)).toBe(`"'${text}"`)
  expect(csvCell('1-2')).toBe('"1-2"')
})

test('quotes inside a cell are doubled and line breaks stay inside it', () => {
  expect(csvCell('dijo "sí"\ny nada más')).toBe('"dijo ""sí""\ny nada más"')
})

test('a file begins with the byte-order mark and its lines end in CRLF', () => {
  expect(
    csvText([
      ['a', 'b'],
      ['ñ', ''],
    ]),
  ).toBe('\ufeff"a","b"\r\n"ñ",""\r\n')
})

import { expect, test } from 'vitest'
import { csvCell, csvOf } from './csv.ts'

test('a text that a spreadsheet would run is made inert, and a number stays a number', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1']) expect(csvCell(text)).toBe(`"'${text}"`)
  expect(csvCell(-5)).toBe('-5')
  expect(csvCell('dijo "sí"')).toBe('"dijo ""sí"""')
})

test('the file begins with one byte-order mark and ends its lines with CRLF', () => {
  expect(
    csvOf([
      ['a', 1],
      ['b', 2],
    ]),
  ).toBe('\uFEFF"a",1\r\n"b",2\r\n')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../testing/properties.ts'
import { cellShown } from './number-format.ts'
import { shownIn } from './read-cell.ts'

const shown = (value: number, format: string): string => shownIn(cellShown(value, format, false))
const says = (value: number, format: string): unknown => {
  const cell = cellShown(value, format, false)
  return typeof cell === 'object' && cell.kind === 'number' ? [cell.held, cell.says] : cell
}

test('[TI3] a number is shown as a spreadsheet in Chile shows it', () => {
  const cases: readonly (readonly [value: number, format: string, text: string])[] = [
    [0.45, '0%', '45%'],
    [0.4567, '0.0%', '45,7%'],
    [0.25, '0.00 %', '25,00 %'],
    [1, '0%', '100%'],
    [-0.05, '0%', '-5%'],
    [1_234_567.5, '#,##0.00', '1.234.567,50'],
    [1234, '"$"#,##0', '$1.234'],
    [1234, '[$$-340A]#,##0;[Red]-[$$-340A]#,##0', '$1.234'],
    [-1234, '"$"#,##0_);[Red]\\("$"#,##0\\)', '($1.234)'],
    [1234, '_-"$"* #,##0_-;\\-"$"* #,##0_-;_-"$"* "-"_-;_-@_-', '$1.234'],
    [0, '_-"$"* #,##0_-;\\-"$"* #,##0_-;_-"$"* "-"_-;_-@_-', '$-'],
    [12, '0000', '0012'],
    [12_345_678, '##\\.###\\.###\\-0', '1.234.567-8'],
    [1, '"Sí";;"No"', 'Sí'],
    [0, '"Sí";;"No"', 'No'],
    [1, '[=1]"Sí";[=0]"No";General', 'Sí'],
    [7, '[=1]"Sí";[=0]"No";General', '7'],
    [5, '0" años"', '5 años'],
    [1_234_567, '0.0,,"M"', '1,2M'],
    [123_456, '0.00E+00', '1,23E+05'],
    [0.000_012, '0.0E+00', '1,2E-05'],
    [12_345, '##0.0E+0', '12,3E+3'],
    [0.5, '# ?/?', '1/2'],
    [2.25, '# ?/?', '2 1/4'],
    [3, '# ?/?', '3'],
    [0.3, '?/10', '3/10'],
    [0.1 + 0.2, '0.0###', '0,3'],
    [1.005, '0.00', '1,01'],
    [5, '0.#', '5'],
    [0, ';;;', ''],
    [3.25, 'General', '3,25'],
    [3.25, '@', '3,25'],
  ]
  for (const [value, format, text] of cases) expect([format, shown(value, format)]).toEqual([format, text])
})

test('[TI3] a cell tells the number that it shows beside the one that it holds', () => {
  expect(says(0.45, '0%')).toEqual([45, 45])
  expect(says(0.4567, '0%')).toEqual([45.67, 46])
  expect(says(2.345, '0.0')).toEqual([2.345, 2.3])
  expect(says(-3, '0;(0)')).toEqual([-3, -3])
  expect(says(-3, '0;0')).toEqual([-3, 3])
  expect(says(1_234_567, '0.0,,"M"')).toEqual([1_234_567, 1.2])
  expect(says(1_500_000, '0.0E+00')).toEqual([1_500_000, 1_500_000])
  expect(says(12_345, '000"-"00')).toEqual([12_345, null])
  expect(says(1, '"Sí"')).toEqual([1, null])
  expect(says(3, '0')).toBe(3)
  expect(says(1e300, 'General')).toBe(1e300)
})

test('[TI3] a day and an hour are shown by their format, and a day says which it is', () => {
  const day = 46_348
  expect(cellShown(day, 'd-mmm', false)).toEqual({ kind: 'day', written: '2026-11-22', shown: '22-nov' })
  expect(cellShown(day + 0.75, 'dd/mm/yyyy hh:mm', false)).toEqual({ kind: 'day', written: '2026-11-22 18:00', shown: '22/11/2026 18:00' })
  expect(shown(day, 'dddd d" de "mmmm" de "yyyy')).toBe('domingo 22 de noviembre de 2026')
  expect(cellShown(day - 1462, 'yyyy-mm-dd', true)).toEqual({ kind: 'day', written: '2026-11-22', shown: '2026-11-22' })
  expect(shown(day, 'mmm-yy')).toBe('nov-26')
  expect(cellShown(0.75, 'h:mm', false)).toEqual({ kind: 'number', held: 0.75, says: null, shown: '18:00' })
  expect([shown(0.75, 'h:mm AM/PM'), shown(1.5, '[h]:mm:ss'), shown(0.5, 'mm:ss')]).toEqual(['6:00 PM', '36:00:00', '00:00'])
  expect([cellShown(-1, 'd-m-yy', false), cellShown(1e9, 'd-m-yy', false)]).toEqual([-1, 1e9])
})

test('[TI3] whatever a format says, a cell is read', () => {
  const format = fc.string({ unit: fc.constantFrom(...'0#?.,%/E+-;@"\\_*[]$<>=ymdhsgAPneral 1'.split('')), maxLength: 20 })
  assertProperty(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), format, (value, said) => {
      expect(typeof shown(value, said)).toBe('string')
    }),
  )
})

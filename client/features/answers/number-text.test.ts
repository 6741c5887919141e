import { expect, test } from 'vitest'
import { numberFrom, textOfNumber } from './number-text.ts'

test('a comma is the decimal mark, and points between thousands are read as such', () => {
  expect(numberFrom('1,5', 'es')).toBe(1.5)
  expect(numberFrom('1.234', 'es')).toBe(1234)
  expect(numberFrom('12.345.678,25', 'es')).toBe(12_345_678.25)
})

test('a point that cannot stand between thousands is a decimal mark', () => {
  expect(numberFrom('0.125', 'es')).toBe(0.125)
  expect(numberFrom('3.14', 'es')).toBe(3.14)
})

test('what is half written is not a number', () => {
  for (const text of ['', '-', '1,', ',', '1,2,3', '1.2.3']) expect(numberFrom(text, 'es')).toBeNull()
})

test('a number is shown with at most four decimals and reads back as itself', () => {
  expect(textOfNumber(1234.56789, 'es')).toBe('1234,5679')
  expect(numberFrom(textOfNumber(1234.5, 'es'), 'es')).toBe(1234.5)
})

test('in English commas stand between thousands and a point is the decimal mark', () => {
  expect(numberFrom('60,000', 'en')).toBe(60_000)
  expect(numberFrom('1,5', 'en')).toBe(1.5)
  expect(numberFrom(textOfNumber(1234.5, 'en'), 'en')).toBe(1234.5)
})

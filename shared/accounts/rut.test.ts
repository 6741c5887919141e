import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../testing/properties.ts'
import { rutOf } from './rut.ts'

test('[SO2] a rut is kept in one form, however it was typed', () => {
  for (const typed of ['12345678-5', '12.345.678-5', '123456785', ' 12 345 678 - 5 ', '012.345.678-5', '12.345.678‑5', '12.345.678–5'])
    expect(rutOf(typed), typed).toBe('12.345.678-5')
  expect(rutOf('6k')).toBe('6-K')
  expect(rutOf('1-9')).toBe('1-9')
  expect(rutOf('7.654.321-6')).toBe('7.654.321-6')
  expect(rutOf('11.111.111-1')).toBe('11.111.111-1')
})

test('[SO2] what is no rut, or has another check digit, is none', () => {
  for (const typed of [
    '',
    '-',
    '12.345.678-4',
    '12345678',
    '12345678-55',
    '123456789-2',
    '0-0',
    'k-k',
    '12.345.678-5x',
    '１２３４５６７８-5',
    '1'.repeat(1e6),
  ])
    expect(rutOf(typed), typed.slice(0, 20)).toBeUndefined()
})

/** The check digit as the civil registry's page tells it in words: the series 2, 3, 4, 5, 6, 7 from the right, and eleven minus the rest. */
function told(number: number): string {
  const series = [2, 3, 4, 5, 6, 7, 2, 3]
  const sum = series.reduce((total, by, at) => total + by * (Math.floor(number / 10 ** at) % 10), 0)
  return '0123456789K'[(11 - (sum % 11)) % 11] ?? ''
}

test('[SO2] of every number one check digit is right, its form is its own, and one wrong digit is noticed', () => {
  assertProperty(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), fc.nat(7), fc.integer({ min: 1, max: 9 }), (number, place, by) => {
      const right = Array.from('0123456789K').filter((check) => rutOf(`${number}-${check}`) !== undefined)
      expect(right).toEqual([told(number)])
      const formatted = rutOf(`${number}${told(number)}`) ?? ''
      expect(rutOf(formatted)).toBe(formatted)
      expect(Number(formatted.replaceAll('.', '').split('-')[0])).toBe(number)
      const digits = String(number)
      if (place >= digits.length) return
      const other = [...digits].map((digit, at) => (at === place ? (Number(digit) + by) % 10 : digit)).join('')
      expect(rutOf(`${other}-${told(number)}`)).toBeUndefined()
    }),
  )
})

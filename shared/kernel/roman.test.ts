import { expect, test } from 'vitest'
import { fromRoman, toRoman } from './roman.ts'

test('Roman figures are written and read, and what is none is not', () => {
  expect([1, 4, 9, 14, 40, 1994].map(toRoman)).toEqual(['i', 'iv', 'ix', 'xiv', 'xl', 'mcmxciv'])
  for (let number = 1; number < 400; number += 1) expect(fromRoman(toRoman(number))).toBe(number)
  expect(['', 'iiii', 'ic', 'a', 'x1'].map(fromRoman)).toEqual(Array(5).fill(undefined))
})

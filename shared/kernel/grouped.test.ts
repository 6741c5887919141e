import { expect, test } from 'vitest'
import { grouped } from './grouped.ts'

test('digits stand in threes from their end', () => {
  expect(['', '1', '12', '123', '1234', '123456', '1234567'].map((digits) => grouped(digits, '.'))).toEqual([
    '',
    '1',
    '12',
    '123',
    '1.234',
    '123.456',
    '1.234.567',
  ])
})

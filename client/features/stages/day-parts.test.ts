import { expect, test } from 'vitest'
import { dayOfParts, partsOfDay, partsOfText, textOfParts } from './day-parts.ts'

test('a day is its parts and back, with one or two figures', () => {
  expect(partsOfDay('2025-03-04')).toEqual({ day: '4', month: '03', year: '2025' })
  expect(dayOfParts({ day: '4', month: '03', year: '2025' })).toBe('2025-03-04')
  expect(dayOfParts({ day: '04', month: '03', year: '2025' })).toBe('2025-03-04')
})

test('no part is no day, and some of them, or a day that no calendar has, are not one yet', () => {
  expect(dayOfParts(partsOfDay(''))).toBe('')
  expect(dayOfParts({ day: '31', month: '02', year: '2025' })).toBeUndefined()
  expect(dayOfParts({ day: '4', month: '', year: '2025' })).toBeUndefined()
  expect(dayOfParts({ day: 'x', month: '03', year: '2025' })).toBeUndefined()
  expect(dayOfParts({ day: '4', month: '03', year: '25' })).toBeUndefined()
})

test('what was typed of a day is read again as it was typed', () => {
  for (const parts of [{ day: '31', month: '02', year: '2025' }, { day: '', month: '03', year: '' }, partsOfDay('')])
    expect(partsOfText(textOfParts(parts))).toEqual(parts)
})

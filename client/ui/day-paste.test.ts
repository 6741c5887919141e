import { expect, test } from 'vitest'
import { partsOfPaste } from './day-paste.ts'

test('a whole day that is pasted fills every part, day first or year first', () => {
  const day = { day: '14', month: '03', year: '2025' }
  for (const text of ['14/03/2025', ' 14-3-2025 ', '14.03.2025', '2025-03-14']) expect(partsOfPaste(text)).toEqual(day)
})

test('what is no whole day is pasted as it is', () => {
  for (const text of ['14', 'marzo', '14/13/2025', '14/03/25', '']) expect(partsOfPaste(text)).toBeUndefined()
})

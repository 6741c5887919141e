import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../testing/properties.ts'
import { cleanText } from './clean-text.ts'

test('controls are left out, breaks of other programs are lines, and everything that people write stays', () => {
  expect(cleanText('a\u0000b\u0007c\u001b[1m\u007f\u009f')).toBe('abc[1m')
  expect(cleanText('uno\r\ndos\rtres\u000bcuatro\u000ccinco\u2028seis\u2029siete\u0085ocho')).toBe(
    'uno\ndos\ntres\ncuatro\ncinco\nseis\nsiete\nocho',
  )
  expect(cleanText('ñandú\tceldas «40 %» — 😀\u200d👩 e\u0301')).toBe('ñandú\tceldas «40 %» — 😀\u200d👩 e\u0301')
  expect(cleanText('half \ud800 pair')).toBe('half \ufffd pair')
})

test('a clean text stays as it is, whatever was cleaned', () => {
  assertProperty(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const clean = cleanText(text)
      expect(cleanText(clean)).toBe(clean)
      expect(clean).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
    }),
  )
})

import { expect, test } from 'vitest'
import { translate } from '#client/i18n/text.ts'
import { syncText } from './text.ts'
import { valueText } from './value-text.ts'

const t = translate(syncText, 'es')

test('an absent value and an empty text both read as no answer', () => {
  expect(valueText(t, null)).toBe('Sin respuesta')
  expect(valueText(t, '')).toBe('Sin respuesta')
})

test('zero and no are answers', () => {
  expect(valueText(t, 0)).toBe('0')
  expect(valueText(t, false)).toBe('No')
})

test('rich text reads without its tags', () => {
  expect(valueText(t, '<p>Uno</p><p>Dos</p>')).toBe('Uno\nDos')
})

test('a plain text reads as it was typed, with what looks like a tag in it', () => {
  expect(valueText(t, '<pendiente> 3 < 5', { kind: 'SimpleText' })).toBe('<pendiente> 3 < 5')
})

test('choices keep their extra text, one per line', () => {
  expect(valueText(t, { choices: [{ value: 'A' }, { value: 'Otro', extra: 'cual' }] })).toBe('A\nOtro: cual')
  expect(valueText(t, { choices: [], none: true })).toBe('Ninguna de las anteriores')
})

test('a block reads as its number of rows, none as Ninguna', () => {
  expect(valueText(t, { rows: [] })).toBe('Ninguna')
  expect(valueText(t, { rows: ['a', 'b'] })).toBe('2 filas')
})

import { expect, test } from 'vitest'
import { readIn } from './in-language.ts'

test('[DF6] who reads English is shown the English of a text where there is any, and Spanish that says so otherwise', () => {
  expect(readIn('en', '¿Cuántas?', 'How many?')).toEqual({ text: 'How many?', lang: 'en' })
  expect(readIn('en', '¿Cuántas?', undefined)).toEqual({ text: '¿Cuántas?', lang: 'es' })
  expect(readIn('en', '¿Cuántas?', '  ')).toEqual({ text: '¿Cuántas?', lang: 'es' })
  expect(readIn('es', '¿Cuántas?', 'How many?')).toEqual({ text: '¿Cuántas?', lang: 'es' })
})

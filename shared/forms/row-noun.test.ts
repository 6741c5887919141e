import { expect, test } from 'vitest'
import { rowNounOf } from './row-noun.ts'

test('a row is called by what its first question asks the name of', () => {
  expect(rowNounOf({ text: 'Nombre de la iniciativa' })).toBe('Iniciativa')
  expect(rowNounOf({ text: 'Indique el nombre del convenio:' })).toBe('Convenio')
  expect(rowNounOf({ text: 'Título de la mesa de trabajo' })).toBe('Mesa de trabajo')
})

test('a row whose first question asks for no name, or for a long one, has no noun', () => {
  expect(rowNounOf(undefined)).toBeUndefined()
  expect(rowNounOf({ text: '¿Cuántas personas participaron?' })).toBeUndefined()
  expect(rowNounOf({ text: 'Nombre de la persona que coordina el equipo de trabajo' })).toBeUndefined()
})

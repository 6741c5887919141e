import { expect, test } from 'vitest'
import { rowNounOf } from './row-noun.ts'

test('a row is called by what its first question asks the name of', () => {
  expect(rowNounOf('Nombre de la iniciativa')).toBe('Iniciativa')
  expect(rowNounOf('Indique el nombre del convenio:')).toBe('Convenio')
  expect(rowNounOf('Título de la mesa de trabajo')).toBe('Mesa de trabajo')
  expect(rowNounOf('Name of the initiative')).toBe('Initiative')
  expect(rowNounOf('The title of the agreement.')).toBe('Agreement')
})

test('a row whose first question asks for no name, or for a long one, has no noun', () => {
  expect(rowNounOf(undefined)).toBeUndefined()
  expect(rowNounOf('¿Cuántas personas participaron?')).toBeUndefined()
  expect(rowNounOf('Nombre de la persona que coordina el equipo de trabajo')).toBeUndefined()
})

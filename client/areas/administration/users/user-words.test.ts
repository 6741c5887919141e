import { expect, test } from 'vitest'
import { translate } from '#client/i18n/text.ts'
import { usersText } from './text.ts'
import { nameOf, roleWords } from './user-words.ts'

const t = translate(usersText, 'es')

test('what somebody is stands in one word: of the lab their kind, of an institution their highest role', () => {
  expect(roleWords(t, { kind: 'Administrator', role: [] })).toBe('Administrador')
  expect(roleWords(t, { kind: 'Evaluator', role: [] })).toBe('Evaluador')
  expect(roleWords(t, { kind: 'Institutional', role: ['Delegate', 'Professional'] })).toBe('Delegado')
  expect(roleWords(t, { kind: 'Institutional', role: [] })).toBe('Sin asignación')
  expect(nameOf({ name: 'Ana', surname: '' })).toBe('Ana')
})

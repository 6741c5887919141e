import { errors, isErrorCode } from '#shared/errors.ts'
import { failure } from '#shared/kernel/failure.ts'
import { beforeAll, expect, test } from 'vitest'
import { errorText, loadEnglishErrors, loadLabErrors } from './errors.ts'

test('what only administrators meet reads as an unexpected problem until its sentences have come, which the first failure asks for', async () => {
  const unexpected = errorText(failure('internal_error'), 'es')
  expect(errorText(failure('table_empty'), 'es')).toBe(unexpected)
  await expect.poll(() => errorText(failure('table_empty'), 'es')).not.toBe(unexpected)
})

beforeAll(loadEnglishErrors)

test('every code has its own sentence in both languages, with no place left unfilled by name', async () => {
  await loadLabErrors()
  for (const code of Object.keys(errors).filter(isErrorCode)) {
    expect(errorText(failure(code), 'es')).not.toMatch(/[{}]/)
    expect(errorText(failure(code), 'en')).not.toMatch(/[{}]/)
  }
})

test('the places of a sentence take the failure’s data', () => {
  expect(errorText(failure('words_too_few', { n: 2 }), 'es')).toBe('La respuesta debe contener por lo menos 2 palabras')
})

test('a code that this build does not know reads as an unexpected problem', () => {
  expect(errorText(failure('invented_later'), 'es')).toBe(errorText(failure('internal_error'), 'es'))
})

test('a number in a sentence has the decimal mark of its language', () => {
  expect(errorText(failure('points_out_of_bounds', { max: 2.5 }), 'es')).toBe('Los puntos van de 0 a 2,5.')
  expect(errorText(failure('points_out_of_bounds', { max: 2.5 }), 'en')).toContain('2.5')
})

test('[OX9] an unexpected problem says the code by which it stands in the server’s log, and no other refusal does', () => {
  const requestId = '4bf92f3577b34da6a3ce929d0e0e4736'
  expect(errorText(failure('internal_error', undefined, requestId), 'es')).toBe(
    'Ocurrió un problema inesperado. Intente más tarde. Código para soporte: 4bf92f3577b3',
  )
  expect(errorText(failure('internal_error', undefined, requestId), 'en')).toContain('Support code: 4bf92f3577b3')
  expect(errorText(failure('internal_error'), 'es')).not.toContain('Código')
  expect(errorText(failure('not_found', undefined, requestId), 'es')).not.toContain('Código')
})

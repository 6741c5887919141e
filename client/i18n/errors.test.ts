import { errors, isErrorCode } from '#shared/errors.ts'
import { failure } from '#shared/kernel/failure.ts'
import { beforeAll, expect, test } from 'vitest'
import { errorText, loadEnglishErrors } from './errors.ts'

beforeAll(loadEnglishErrors)

test('every code has its own sentence in both languages, with no place left unfilled by name', () => {
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

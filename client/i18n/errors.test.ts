import { errors, isErrorCode } from '#shared/errors.ts'
import { failure } from '#shared/kernel/failure.ts'
import { errorsEn as serverEn } from '#server/strings/errors.en.ts'
import { errorsEs as serverEs } from '#server/strings/errors.es.ts'
import { expect, test } from 'vitest'
import { errorText } from './errors.ts'

test('a code reads the same in the browser as in the server’s reply', () => {
  for (const code of Object.keys(errors).filter(isErrorCode)) {
    expect(errorText(failure(code), 'es').replaceAll('…', '')).toBe(serverEs[code].replace(/\{\w+\}/g, ''))
    expect(errorText(failure(code), 'en').replaceAll('…', '')).toBe(serverEn[code].replace(/\{\w+\}/g, ''))
  }
})

test('the places of a sentence take the failure’s data', () => {
  expect(errorText(failure('words_too_few', { n: 2 }), 'es')).toBe('La respuesta debe contener por lo menos 2 palabras')
})

test('a code that this build does not know reads as an unexpected problem', () => {
  expect(errorText(failure('invented_later'), 'es')).toBe(errorText(failure('internal_error'), 'es'))
})

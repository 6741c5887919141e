import { errorText } from '#client/i18n/errors.ts'
import { errorsEn } from '#server/strings/errors.en.ts'
import { errorsEs } from '#server/strings/errors.es.ts'
import { errors, isErrorCode } from '#shared/errors.ts'
import { failure } from '#shared/kernel/failure.ts'
import { expect, test } from 'vitest'

test('a code reads the same in the browser as in the server’s reply', () => {
  for (const code of Object.keys(errors).filter(isErrorCode)) {
    expect(errorText(failure(code), 'es').replaceAll('…', '')).toBe(errorsEs[code].replace(/\{\w+\}/g, ''))
    expect(errorText(failure(code), 'en').replaceAll('…', '')).toBe(errorsEn[code].replace(/\{\w+\}/g, ''))
  }
})

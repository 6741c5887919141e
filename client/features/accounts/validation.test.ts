import { failure } from '#shared/kernel/failure.ts'
import { expect, test } from 'vitest'
import { emailInQuery, emailProblem, newPasswordProblem, passwordsComplete } from './validation.ts'

test('an empty email and one without a dot after the at sign are told apart', () => {
  expect(emailProblem(' ')).toEqual(failure('email_empty'))
  expect(emailProblem('ana@servicio')).toEqual(failure('email_invalid'))
  expect(emailProblem(' ana@servicio.cl ')).toBeNull()
})

test('[SI2] a new password needs five characters and the same ones twice', () => {
  expect(newPasswordProblem('1234', '1234')).toEqual(failure('password_too_short', { n: 5 }))
  expect(newPasswordProblem('12345', '12346')).toEqual(failure('passwords_differ'))
  expect(newPasswordProblem('12345', '12345')).toBeNull()
})

test('the button stays disabled while either password is shorter than five characters', () => {
  expect(passwordsComplete('12345', '1234')).toBe(false)
  expect(passwordsComplete('12345', '12345')).toBe(true)
})

test('[PG5] a space in the email of a link is read as a plus sign', () => {
  expect(emailInQuery('ana uno@servicio.cl')).toBe('ana+uno@servicio.cl')
  expect(emailInQuery(null)).toBe('')
})

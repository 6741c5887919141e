import { addressOf } from '#shared/accounts/address.ts'
import { passwordMinLength } from '#shared/accounts/model.ts'
import { failure } from '#shared/kernel/failure.ts'
import type { Failure } from '#shared/kernel/failure.ts'

/** What is wrong with an e-mail address; null when nothing is (AC1). */
export function emailProblem(email: string): Failure | null {
  if (email.trim() === '') return failure('email_empty')
  return addressOf(email.trim()) ? null : failure('email_invalid')
}

/** What is wrong with a new password and its repetition (SI2). */
export function newPasswordProblem(password: string, confirmation: string): Failure | null {
  if (password.length < passwordMinLength) return failure('password_too_short', { n: passwordMinLength })
  return password === confirmation ? null : failure('passwords_differ')
}

/** Address in a link: a space was a plus sign before the browser read it (PG5). */
export const emailInQuery = (value: string | null): string => (value ?? '').replaceAll(' ', '+')

/** The button waits until both fields have what a password needs. */
export const passwordsComplete = (password: string, confirmation: string): boolean =>
  password.length >= passwordMinLength && confirmation.length >= passwordMinLength

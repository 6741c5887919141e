import type { EnvelopeError } from '#shared/contract/route.ts'
import { errors, isErrorCode } from '#shared/errors.ts'
import { failureSentence } from '#shared/failure-sentence.ts'
import { failure, type Failure } from '#shared/kernel/failure.ts'
import { DatabaseLost } from '../db/lost.ts'
import { FilesLost } from '../files/lost.ts'
import { Overloaded } from './turns.ts'

export type Language = 'es' | 'en'

/** The language to answer in: English when asked for first, else Spanish. */
export function languageOf(acceptLanguage: string | null | undefined): Language {
  return /^\s*en\b/i.test(acceptLanguage ?? '') ? 'en' : 'es'
}

/** HTTP status of a failure. A code that only a ledger uses answers as a conflict. */
export const statusOf = ({ code }: Failure): number => (isErrorCode(code) ? errors[code].status : 409)

export const envelopeError = (found: Failure, language: Language, requestId: string): EnvelopeError => ({
  code: found.code,
  message: failureSentence(found, language),
  ...(found.params ? { params: found.params } : {}),
  requestId,
})

/** Errors of drivers and of the disk that say "not now" rather than "bug". */
const busyCodes = new Set(['SQLITE_BUSY', 'SQLITE_LOCKED', '57014', '55P03', '40001', '40P01'])
const fullCodes = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', '53100'])

/** A character that PostgreSQL's text cannot hold (NUL): what the caller wrote. */
const unwritable = new Set(['22021', '22P05'])

/** What a thrown error is to the caller. */
export function failureOfThrown(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error instanceof DatabaseLost || error instanceof Overloaded || busyCodes.has(code)) return failure('unavailable', { seconds: 2 })
  if (fullCodes.has(code)) return failure('no_space')
  if (error instanceof FilesLost) return failure('unavailable', { seconds: 5 })
  if (unwritable.has(code)) return failure('text_broken')
  return failure('internal_error')
}

import { isErrorCode } from '#shared/errors.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { useCallback } from 'react'
import { errorsEn } from './errors.en.ts'
import { errorsEs } from './errors.es.ts'
import { language, useLanguage } from './language.ts'
import type { Language } from './language.ts'

const sentences = { es: errorsEs, en: errorsEn }

/** Sentence for a failure. A code that this build does not know reads as an unexpected problem (institution-area §8). */
export function errorText(failure: Failure, inLanguage: Language = language()): string {
  const code = isErrorCode(failure.code) ? failure.code : 'internal_error'
  return sentences[inLanguage][code].replace(/\{(\w+)\}/g, (_, name: string) => String(failure.params?.[name] ?? '…'))
}

export function useErrorText(): (failure: Failure) => string {
  const inLanguage = useLanguage()
  return useCallback((failure: Failure) => errorText(failure, inLanguage), [inLanguage])
}

import { failureSentence } from '#shared/failure-sentence.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { useCallback } from 'react'
import { language, useLanguage } from './language.ts'
import type { Language } from './language.ts'

/** Sentence for a failure, in the language of the interface unless told. */
export const errorText = (failure: Failure, inLanguage: Language = language()): string => failureSentence(failure, inLanguage)

export function useErrorText(): (failure: Failure) => string {
  const inLanguage = useLanguage()
  return useCallback((failure: Failure) => errorText(failure, inLanguage), [inLanguage])
}

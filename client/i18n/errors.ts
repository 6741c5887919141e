import { errorsEs } from '#shared/errors.es.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { sentenceIn } from '#shared/sentence-in.ts'
import type { Sentences } from '#shared/sentence-in.ts'
import { useCallback, useSyncExternalStore } from 'react'
import { language, useLanguage } from './language.ts'
import type { Language } from './language.ts'

/** Those of English come when English is chosen: sign-in does without their weight. */
let english: Sentences | null = null
let asked = false
const listeners = new Set<() => void>()

/** Brings the sentences of English; until they are there, failures read in Spanish. */
export async function loadEnglishErrors(): Promise<void> {
  asked = true
  const { errorsEn } = await import('#shared/errors.en.ts')
  english = errorsEn
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function sentencesOf(inLanguage: Language): Sentences {
  if (inLanguage === 'es') return errorsEs
  // Asked for again at the next failure, should the network have kept them away.
  if (!asked) loadEnglishErrors().catch(() => void (asked = false))
  return english ?? errorsEs
}

/** Sentence for a failure, in the language of the interface unless told. */
export const errorText = (failure: Failure, inLanguage: Language = language()): string => sentenceIn(sentencesOf(inLanguage), failure)

export function useErrorText(): (failure: Failure) => string {
  const inLanguage = useLanguage()
  const sentences = useSyncExternalStore(subscribe, () => sentencesOf(inLanguage))
  return useCallback((failure: Failure) => sentenceIn(sentences, failure), [sentences])
}

import { errorsEs } from '#shared/errors.es.ts'
import { isErrorCode } from '#shared/errors.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { spokenTrace } from '#shared/kernel/trace.ts'
import { sentenceIn } from '#shared/sentence-in.ts'
import type { SomeSentences } from '#shared/sentence-in.ts'
import { useCallback, useSyncExternalStore } from 'react'
import { language, useLanguage } from './language.ts'
import type { Language } from './language.ts'

/** Those of English come when English is chosen, the lab's when an administrator comes, or one of them is needed: sign-in does without their weight. */
let spanish: SomeSentences = errorsEs
let english: SomeSentences | null = null
let asked = false
let labAsked = false
const listeners = new Set<() => void>()

/** Brings the sentences of English; until they are there, failures read in Spanish. */
export async function loadEnglishErrors(): Promise<void> {
  asked = true
  const { errorsEn } = await import('#shared/errors.en.ts')
  english = errorsEn
  for (const listener of listeners) listener()
}

/** Brings the sentences that only administrators meet; until they are there, those failures read as an unexpected problem. */
export async function loadLabErrors(): Promise<void> {
  labAsked = true
  try {
    const { labErrorsEs } = await import('#shared/errors.lab.es.ts')
    spanish = { ...errorsEs, ...labErrorsEs }
  } catch {
    // Asked for again at the next failure, should the network have kept them away.
    labAsked = false
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function sentencesOf(inLanguage: Language): SomeSentences {
  if (inLanguage === 'es') return spanish
  // Asked for again at the next failure, should the network have kept them away.
  if (!asked) loadEnglishErrors().catch(() => void (asked = false))
  return english ?? spanish
}

/** What follows a problem that only who keeps the server can find the cause of: by this it stands in the log. */
const byCode: Readonly<Record<Language, string>> = {
  es: 'Código para soporte:',
  en: 'Support code:',
}

function said(sentences: SomeSentences, failure: Failure, inLanguage: Language): string {
  const { code, requestId } = failure
  if (!labAsked && isErrorCode(code) && !(code in errorsEs)) void loadLabErrors()
  const sentence = sentenceIn(sentences, failure, inLanguage)
  return code === 'internal_error' && requestId !== undefined ? `${sentence} ${byCode[inLanguage]} ${spokenTrace(requestId)}` : sentence
}

/** Sentence for a failure, in the language of the interface unless told. */
export const errorText = (failure: Failure, inLanguage: Language = language()): string => said(sentencesOf(inLanguage), failure, inLanguage)

export function useErrorText(): (failure: Failure) => string {
  const inLanguage = useLanguage()
  const sentences = useSyncExternalStore(subscribe, () => sentencesOf(inLanguage))
  return useCallback((failure: Failure) => said(sentences, failure, inLanguage), [sentences, inLanguage])
}

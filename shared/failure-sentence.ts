import { errorsEn } from './errors.en.ts'
import { errorsEs } from './errors.es.ts'
import type { Failure } from './kernel/failure.ts'
import { sentenceIn } from './sentence-in.ts'

/** Sentence of a failure, for who holds both languages. */
export const failureSentence = (failure: Failure, language: 'es' | 'en'): string =>
  sentenceIn(language === 'es' ? errorsEs : errorsEn, failure)

import { errorsEn } from './errors.en.ts'
import { errorsEs } from './errors.es.ts'
import { labErrorsEs } from './errors.lab.es.ts'
import type { Failure } from './kernel/failure.ts'
import { sentenceIn, type Sentences } from './sentence-in.ts'

/** Every sentence, for who holds both languages. */
export const sentences: Readonly<Record<'es' | 'en', Sentences>> = { es: { ...errorsEs, ...labErrorsEs }, en: errorsEn }

/** Sentence of a failure, for who holds both languages. */
export const failureSentence = (failure: Failure, language: 'es' | 'en'): string => sentenceIn(sentences[language], failure, language)

import { isErrorCode } from './errors.ts'
import type { ErrorCode } from './errors.ts'
import type { Failure } from './kernel/failure.ts'

/** Every code's sentence in one language, with its slots. */
export type Sentences = Readonly<Record<ErrorCode, string>>
/** The same, of what is there so far. */
export type SomeSentences = Readonly<Partial<Sentences> & Pick<Sentences, 'internal_error'>>

/**
 * What a person reads of a failure, the same from the server and in the browser. A slot without its parameter reads "…", and a number
 * has the language's decimal mark; a code that this build does not know reads as an unexpected problem.
 */
export function sentenceIn(sentences: SomeSentences, { code, params }: Failure, language: 'es' | 'en'): string {
  const known = (isErrorCode(code) ? sentences[code] : undefined) ?? sentences.internal_error
  const said = (value: string | number = '…'): string =>
    typeof value === 'number' && language === 'es' ? String(value).replace('.', ',') : String(value)
  return known.replace(/\{(\w+)\}/g, (_, name: string) => said(params?.[name]))
}

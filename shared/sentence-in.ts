import { isErrorCode } from './errors.ts'
import type { ErrorCode } from './errors.ts'
import type { Failure } from './kernel/failure.ts'

/** Every code's sentence in one language, with its slots. */
export type Sentences = Readonly<Record<ErrorCode, string>>

/**
 * What a person reads of a failure, the same from the server and in the browser. A slot without its parameter reads "…";
 * a code that this build does not know reads as an unexpected problem.
 */
export function sentenceIn(sentences: Sentences, { code, params }: Failure): string {
  const known = isErrorCode(code) ? code : 'internal_error'
  return sentences[known].replace(/\{(\w+)\}/g, (_, name: string) => String(params?.[name] ?? '…'))
}

import { errorsEn } from './errors.en.ts'
import { errorsEs } from './errors.es.ts'
import { isErrorCode } from './errors.ts'
import type { ErrorCode } from './errors.ts'
import type { Failure } from './kernel/failure.ts'

const sentences: Readonly<Record<'es' | 'en', Readonly<Record<ErrorCode, string>>>> = { es: errorsEs, en: errorsEn }

/**
 * What a person reads of a failure, the same from the server and in the browser. A slot without its parameter reads "…";
 * a code that this build does not know reads as an unexpected problem (institution-area §8).
 */
export function failureSentence({ code, params }: Failure, language: 'es' | 'en'): string {
  const known = isErrorCode(code) ? code : 'internal_error'
  return sentences[language][known].replace(/\{(\w+)\}/g, (_, name: string) => String(params?.[name] ?? '…'))
}

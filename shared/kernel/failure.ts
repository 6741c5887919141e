import type { Result } from './result.ts'

/** Data that a failure's sentence needs: names, counts, limits. Never an answer's content. */
export type FailureParams = Readonly<Record<string, string | number>>

/** An expected refusal. `code` is for programs; each side turns it into a sentence of its own language. */
export interface Failure {
  readonly code: string
  readonly params?: FailureParams | undefined
}

export const failure = (code: string, params?: FailureParams): Failure => (params ? { code, params } : { code })

export const fail = (code: string, params?: FailureParams): Result<never> => ({ ok: false, failure: failure(code, params) })

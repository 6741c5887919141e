import type { Result } from './result.ts'

/** Data that a failure's sentence needs: names, counts, limits. Never an answer's content. */
export type FailureParams = Readonly<Record<string, string | number>>

/** An expected refusal. `code` is for programs; each side turns it into a sentence of its own language. */
export interface Failure {
  readonly code: string
  readonly params?: FailureParams | undefined
  /** Of the reply that said it: what a person reads out to whoever looks for the cause. */
  readonly requestId?: string | undefined
}

export const failure = (code: string, params?: FailureParams, requestId?: string): Failure => ({
  code,
  ...(params ? { params } : {}),
  ...(requestId === undefined ? {} : { requestId }),
})

export const fail = (code: string, params?: FailureParams): Result<never> => ({ ok: false, failure: failure(code, params) })

import type { Failure } from './failure.ts'

/** Value of an operation that can be refused for an expected reason. A bug throws instead. */
export type Result<T> = { ok: true; value: T } | { ok: false; failure: Failure }

export const done = <T>(value: T): Result<T> => ({ ok: true, value })

import type { Failure } from '#shared/kernel/failure.ts'

/** Why a report that was begun is not finished: thrown through the stream that was reading it, for who writes it down. */
export class Refused extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.code)
    this.name = 'Refused'
    this.failure = failure
  }
}

/**
 * The database cannot be reached, does not answer in time, or is no longer the one that was opened.
 * Thrown while a transaction commits it means "unknown", never "no": the same work is to be asked for again.
 */
export class DatabaseLost extends Error {
  readonly reason: LostReason
  constructor(reason: LostReason, cause?: unknown) {
    super(`${sentences[reason]}${cause instanceof Error && cause.message !== '' ? `: ${cause.message}` : ''}`, { cause })
    this.reason = reason
  }
}

export type LostReason = 'unreachable' | 'file'

const sentences: Readonly<Record<LostReason, string>> = {
  unreachable: 'the database cannot be reached',
  file: 'the database file was removed or replaced under the running server',
}

import type { Unit, UserId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Level } from '../answers/model.ts'

export const commentMaxCharacters = 2000

/** The newest comment thread of a unit (rules C1: one open at a time). Keyed by the unit. */
export interface Thread {
  readonly unit: Unit
  readonly threadId: string
  readonly authorId: UserId
  /** Who must reply: the responsible when the thread was opened. */
  readonly addresseeId: UserId | null
  /** open: the addressee must reply · replied: the author must resolve · resolved. */
  readonly state: 'open' | 'replied' | 'resolved'
  /** False once the addressee has said, for good, that the answer will not change (rules C2). */
  readonly updateAnswer: boolean
  /** Level that a resolve without change restores (rules L4). */
  readonly formerLevel: Level | null
  /** Whether the answer had been sent up to that level. */
  readonly formerSent: boolean
}

export interface Comment {
  readonly id: string
  readonly unit: Unit
  readonly threadId: string
  readonly kind: 'comment' | 'reply'
  /** Null when its author redacted it; replies stay. */
  readonly body: string | null
  readonly authorId: UserId
  readonly writtenAt: Instant
  /** Revision of the answer that it speaks about; 0 when there was none. */
  readonly answerRev: number
  readonly edited: boolean
  /** Arrived when comments were closed: shown, asks nothing of anybody (sync.md §3, row 15). */
  readonly late: boolean
}

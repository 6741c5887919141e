import type { FormId, InstitutionId, Mid, Unit, UserId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import type { AnswerValue } from '../answers/model.ts'
import type { Decision } from '../evaluations/model.ts'

/** What one side of a conflict wanted. */
export interface Side {
  readonly mid: Mid | null
  readonly authorId: UserId
  readonly at: Instant
  readonly value?: AnswerValue | null | undefined
  readonly decision?: Decision | undefined
  readonly text?: string | null | undefined
  readonly attachmentId?: string | undefined
}

/** One card in somebody's inbox (sync.md §3). Lives in the owner's user scope. */
export interface Conflict {
  readonly id: string
  readonly institutionId: InstitutionId
  readonly formId: FormId
  /** Null when it is not about one unit (a send, an assignment). */
  readonly unit: Unit | null
  /** Code of the outcome that made it: answer_already_accepted, not_assignee, concurrent, … */
  readonly code: string
  /** Name of the mutation that made it. */
  readonly mutation: string
  /** author: your change did not stand · other: somebody's change beat or suggests against yours · notice: for information. */
  readonly side: 'author' | 'other' | 'notice'
  readonly mine: Side | null
  readonly theirs: Side | null
  /** Earlier values of the same chain of one's own edits (matrix row 26), oldest first. */
  readonly chain: readonly Side[]
  readonly ownerId: UserId
  readonly state: 'open' | 'reapplied' | 'kept' | 'dismissed'
  readonly openedAt: Instant
  readonly closedAt: Instant | null
  /** Names, counts and limits for its sentence. */
  readonly params: Readonly<Record<string, string | number>>
}

/** Codes that a card may carry beside the error codes: what happened to somebody's value without an error of theirs. */
export const noticeCodes = [
  /** Your value replaced somebody's, because you are responsible. */
  'replaced_other',
  /** The responsible person's value replaced yours. */
  'replaced_by_responsible',
  /** Somebody who is not responsible proposes a value. */
  'suggested',
  /** A change arrived after the answers were sent. */
  'late_form_sent',
  /** A change arrived after the answer was accepted. */
  'late_answer_already_accepted',
  /** You also edited it on another device. */
  'own_other_device',
  /** What somebody could not send any more and an administrator took in: a value, or words. */
  'recovered',
  'recovered_text',
] as const

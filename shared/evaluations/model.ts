import type { Mid, Unit, UserId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import type { StageKind } from '../stages/model.ts'

export const decisions = ['Accepted', 'Rejected', 'Observed'] as const
export type Decision = (typeof decisions)[number]
/** Stages in which an evaluator decides. */
export type Round = Extract<StageKind, 'FirstRevision' | 'SecondRevision' | 'ReplicaRevision'>

/**
 * A decision on a unit. While a round runs it lives in the evaluators' own scope (table `draft`);
 * sending the evaluation copies it into the institution's (table `evaluation`). Keyed by the unit.
 */
export interface Evaluation {
  readonly unit: Unit
  readonly round: Round
  readonly decision: Decision
  /** Required for Observed. */
  readonly comment: string | null
  readonly authorId: UserId
  readonly decidedAt: Instant
  /** Revision of the answer that the evaluator saw. */
  readonly answerRev: number
  /** Given on an answer that had changed since the last round (rules C10). */
  readonly changeEvaluation: boolean
  /** Decision that a rejection of the parent replaced; offered again when the parent is decided anew (rules C9). */
  readonly former: { readonly decision: Decision; readonly comment: string | null } | null
  readonly mid: Mid
  readonly rev: number
  /** Given before the revision ended and received after (rules S7). */
  readonly late?: boolean | undefined
  /** A draft that was taken back before its evaluation was sent: the row stays, as every row does, and decides nothing. */
  readonly withdrawn?: boolean | undefined
}

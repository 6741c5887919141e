import * as v from 'valibot'
import type { StageKind } from '../stages/model.ts'
import * as is from '../kernel/schemas.ts'

export const decisions = ['Accepted', 'Rejected', 'Observed'] as const
export type Decision = (typeof decisions)[number]
/** Stages in which an evaluator decides. */
export const rounds = ['FirstRevision', 'SecondRevision', 'ReplicaRevision'] as const satisfies readonly StageKind[]
export type Round = (typeof rounds)[number]

/**
 * A decision on a unit. While a round runs it lives in the evaluators' own scope (table `draft`);
 * sending the evaluation copies it into the institution's (table `evaluation`). Keyed by the unit.
 */
export const evaluationSchema = v.object({
  unit: is.unit,
  round: v.picklist(rounds),
  decision: v.picklist(decisions),
  /** Required for Observed. */
  comment: v.nullable(v.string()),
  authorId: is.userId,
  decidedAt: is.instant,
  /** Revision of the answer that the evaluator saw. */
  answerRev: v.number(),
  /** Given on an answer that had changed since the last round (EV7). */
  changeEvaluation: v.boolean(),
  /** Decision that a rejection of the parent replaced; offered again when the parent is decided anew (EV6). */
  former: v.nullable(v.object({ decision: v.picklist(decisions), comment: v.nullable(v.string()) })),
  mid: is.mid,
  rev: v.number(),
  /** Given before the revision ended and received after (TM14). */
  late: v.optional(v.boolean()),
  /** A draft that was taken back before its evaluation was sent: the row stays, as every row does, and decides nothing. */
  withdrawn: v.optional(v.boolean()),
})
export type Evaluation = Readonly<v.InferOutput<typeof evaluationSchema>>

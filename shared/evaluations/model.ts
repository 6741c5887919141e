import * as v from 'valibot'
import { answerValueSchema } from '../answers/model.ts'
import { questionKinds } from '../forms/model.ts'
import { participantSchema, reopenRequestSchema } from '../institutions/model.ts'
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
  /** The file that the evaluator saw beside it, null for none; absent in what was decided before this was kept (EV21). */
  file: v.optional(v.nullable(is.attachmentId)),
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
  /** When the institution was told; absent in what was told before this was kept. */
  publishedAt: v.optional(is.instant),
})
export type Evaluation = Readonly<v.InferOutput<typeof evaluationSchema>>

/**
 * What an institution answered to a question of an earlier form, beside the question of this one that it came from. Derived of the
 * newest form that is over (FB1), for the lab alone. Keyed by the unit that it had there.
 */
export const formerSchema = v.object({
  unit: is.unit,
  /** The first question of the line: what this form's question has as its origin, or is itself. */
  line: is.questionId,
  /** Name of the row of a block in which it stood; null outside blocks, '' for a row without a name. */
  rowName: v.nullable(v.string()),
  /** Name of that form. */
  form: v.string(),
  /** How the question was worded there, and of what kind it was. */
  text: v.string(),
  kind: v.picklist(questionKinds),
  /** Null for a block, whose rows are told by name, and where only a file was given. */
  value: v.nullable(answerValueSchema),
  rows: v.nullable(is.list(v.string())),
  /** Name of its evidence. */
  file: v.nullable(v.string()),
  /** What was decided of it in the end, and said with it; null where nothing was. */
  decision: v.nullable(v.picklist(decisions)),
  comment: v.nullable(v.string()),
  /** What was observed of it before that; null where that is the comment, or nothing. */
  observed: v.nullable(v.string()),
})
export type Former = Readonly<v.InferOutput<typeof formerSchema>>

/** Most characters of a note. */
export const noteMost = 2000

/** What whoever evaluates an institution writes about a unit for themselves, and for who evaluates it after them. Keyed by the unit. */
export const noteSchema = v.object({
  unit: is.unit,
  /** Empty: taken away. */
  text: v.string(),
  authorId: is.userId,
  writtenAt: is.instant,
  mid: is.mid,
})

/** How far one revision's decisions have come. Units are the open ones of the questionnaire, the survey left out. */
const roundFiguresSchema = v.object({
  /** Units that the round decides. */
  total: v.number(),
  /** Of them, those without a decision. */
  pendent: v.number(),
  /** Decisions of the round that its evaluators hold. */
  drafts: v.number(),
  /** Decisions given on an answer that has changed since. */
  outdated: v.number(),
  /** Decisions whose file has not arrived. */
  blobs: v.number(),
  /** While the round runs: observed and not changed since. */
  observed: v.number(),
  /** While the round runs: answered units whose decision is not an acceptance. */
  notAccepted: v.number(),
})
export type RoundFigures = Readonly<v.InferOutput<typeof roundFiguresSchema>>

/** Counts up with the shape of an overview's row: rows of another shape are made anew, and until then no program reads them. */
export const overviewShape = 2

/**
 * How an institution stands in a form, in one small row for the lists of who administers and who evaluates. It holds facts that no
 * clock changes: what they mean at a moment is told by `progress.ts`. Keyed by the institution, in its evaluator's own scope.
 */
export const overviewSchema = v.object({
  shape: v.number(),
  institutionId: is.institutionId,
  formId: is.formId,
  name: v.string(),
  leaderId: is.userId,
  /** Full name; null when the account is gone. */
  leader: v.nullable(v.string()),
  evaluatorId: v.nullable(is.userId),
  locked: v.boolean(),
  lockReason: participantSchema.entries.lockReason,
  sentAt: v.nullable(is.instant),
  sendCount: v.number(),
  lateChanges: v.number(),
  /** Stages whose evaluation was sent. */
  releasedStageIds: is.list(is.stageId),
  /** It has sent a replica. */
  appeals: v.boolean(),
  /** What it asks of the lab and nobody has answered: to be opened again (RC6). Absent: nothing. */
  reopen: v.optional(reopenRequestSchema),
  /** Answers that hold something, of the survey and the lab's too. */
  answered: v.number(),
  /** A decision that it was told observes. */
  isObserved: v.boolean(),
  input: v.object({ total: v.number(), pendent: v.number() }),
  rounds: v.object({ FirstRevision: roundFiguresSchema, SecondRevision: roundFiguresSchema, ReplicaRevision: roundFiguresSchema }),
  /** Outside revisions, where the last decision known counts. */
  between: v.object({ observed: v.number(), notAccepted: v.number() }),
  /** Pairs of answers that do not go together, as the form declares them (AL2). */
  alerts: v.number(),
  /** Rows of the whole institution in the form, to the next fifty: what opening it asks of a device. */
  rows: v.number(),
})
export type Overview = Readonly<v.InferOutput<typeof overviewSchema>>

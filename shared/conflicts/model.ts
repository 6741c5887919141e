import * as v from 'valibot'
import { answerValueSchema } from '../answers/model.ts'
import { decisions } from '../evaluations/model.ts'
import * as is from '../kernel/schemas.ts'

/** What one side of a conflict wanted. */
export const sideSchema = v.object({
  mid: v.nullable(is.mid),
  authorId: is.userId,
  at: is.instant,
  value: v.optional(v.nullable(answerValueSchema)),
  decision: v.optional(v.picklist(decisions)),
  text: v.optional(v.nullable(v.string())),
  attachmentId: v.optional(v.string()),
})
export type Side = Readonly<v.InferOutput<typeof sideSchema>>

/** One card in somebody's inbox. Lives in the owner's user scope. */
export const conflictSchema = v.object({
  id: v.string(),
  institutionId: is.institutionId,
  formId: is.formId,
  /** Null when it is not about one unit (a send, an assignment). */
  unit: v.nullable(is.unit),
  /** Code of the outcome that made it: answer_already_accepted, not_assignee, concurrent, … */
  code: v.string(),
  /** Name of the mutation that made it. */
  mutation: v.string(),
  /** author: your change did not stand · other: somebody's change beat or suggests against yours · notice: for information. */
  side: v.picklist(['author', 'other', 'notice']),
  mine: v.nullable(sideSchema),
  theirs: v.nullable(sideSchema),
  /** Earlier values of the same chain of one's own edits (CF26), oldest first. */
  chain: is.list(sideSchema),
  /** Answers of other people, to other units, that the change closed or would have closed. */
  others: v.optional(is.list(v.object({ unit: is.unit, side: sideSchema }))),
  ownerId: is.userId,
  state: v.picklist(['open', 'reapplied', 'kept', 'dismissed']),
  openedAt: is.instant,
  closedAt: v.nullable(is.instant),
  /** Names, counts and limits for its sentence. */
  params: is.sentenceParams,
})
export type Conflict = Readonly<v.InferOutput<typeof conflictSchema>>

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
  /** Somebody else's change closed an answer of yours that they had not seen. */
  'closed_meanwhile',
  /** Your change closed answers of somebody else's that you had not seen. */
  'closed_others',
  /** Somebody proposes a change that would close an answer of yours that they had not seen. */
  'suggested_closing',
  /** You also edited it on another device. */
  'own_other_device',
  /** A leader undid the opening of a sub-dimension in which you wrote for the replica. */
  'replica_undone',
  /** What somebody could not send any more and an administrator took in: a value, or words. */
  'recovered',
  'recovered_text',
] as const

import * as v from 'valibot'
import { levelSchema } from '../answers/model.ts'
import * as is from '../kernel/schemas.ts'

export const commentMaxCharacters = 2000

/** The newest comment thread of a unit (CM3). Keyed by the unit. */
export const threadSchema = v.object({
  unit: is.unit,
  threadId: v.string(),
  authorId: is.userId,
  /** Who must reply: the responsible when the thread was opened. */
  addresseeId: v.nullable(is.userId),
  /** open: the addressee must reply · replied: the author must resolve · resolved. */
  state: v.picklist(['open', 'replied', 'resolved']),
  /** False once the addressee has said, for good, that the answer will not change (CM6). */
  updateAnswer: v.boolean(),
  /** Level that a resolve without change restores (CM9). */
  formerLevel: v.nullable(levelSchema),
  /** Whether the answer had been sent up to that level. */
  formerSent: v.boolean(),
  /** Whether the answer counted as changed; absent in rows written before this was kept. */
  formerChanged: v.optional(v.boolean()),
  /** The released decision about the answer then, by its mutation; null for none. */
  formerDecision: v.optional(v.nullable(is.mid)),
})
export type Thread = Readonly<v.InferOutput<typeof threadSchema>>

export const commentSchema = v.object({
  id: v.string(),
  unit: is.unit,
  threadId: v.string(),
  kind: v.picklist(['comment', 'reply']),
  /** Null when its author redacted it; replies stay. */
  body: v.nullable(v.string()),
  authorId: is.userId,
  writtenAt: is.instant,
  /** When the server took it; absent in rows written before this was kept. */
  receivedAt: v.optional(is.instant),
  /** Revision of the answer that it speaks about; 0 when there was none. */
  answerRev: v.number(),
  edited: v.boolean(),
  /** Arrived when comments were closed: shown, asks nothing of anybody (CF15). */
  late: v.boolean(),
})
export type Comment = Readonly<v.InferOutput<typeof commentSchema>>

/** Most characters of a comment that is reworded: one about a closed unit carries its name besides (CM12). */
export const mostCharacters = ({ body }: Pick<Comment, 'body'>): number => Math.max(commentMaxCharacters, [...(body ?? '')].length)

import * as v from 'valibot'
import * as is from '../kernel/schemas.ts'

/** 15 MB (FI2). */
export const maxFileBytes = 15_728_640
/** Kinds of file that are taken, by the end of the name (FI1). */
export const fileExtensions = ['doc', 'docx', 'xls', 'xlsx', 'pdf', 'jpg', 'jpeg', 'tiff', 'png', 'zip', 'rar', 'xml'] as const
/** Bytes of one part of a resumable upload. */
export const partBytes = 2_097_152

export const attachmentSchema = v.object({
  id: is.attachmentId,
  unit: is.unit,
  /** Name as the person's device had it, made safe for display and headers. */
  name: v.string(),
  sizeBytes: v.number(),
  mime: v.string(),
  /** Lower-case hex. */
  sha256: v.string(),
  state: v.picklist(['awaiting_blob', 'ready', 'removed']),
  /** False when it arrived too late to count: the file is kept for its card (CF23). */
  applied: v.boolean(),
  authorId: is.userId,
  addedAt: is.instant,
  /** Revision of the answer beside which it was added; 0 when there was none. */
  answerRev: v.number(),
  /** Who took it out of force; absent while nobody has, and in rows written before this was kept. */
  removedBy: v.optional(is.userId),
  removedAt: v.optional(is.instant),
})
export type Attachment = Readonly<v.InferOutput<typeof attachmentSchema>>

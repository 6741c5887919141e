import type { AttachmentId, Unit, UserId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'

/** 15 MB (institution-area §9). */
export const maxFileBytes = 15_728_640
/** Institution-area §5. */
export const fileExtensions = ['doc', 'docx', 'xls', 'xlsx', 'pdf', 'jpg', 'jpeg', 'tiff', 'png', 'zip', 'rar', 'xml'] as const
/** Bytes of one part of a resumable upload. */
export const partBytes = 2_097_152

export interface Attachment {
  readonly id: AttachmentId
  readonly unit: Unit
  /** Name as the person's device had it, made safe for display and headers. */
  readonly name: string
  readonly sizeBytes: number
  readonly mime: string
  /** Lower-case hex. */
  readonly sha256: string
  readonly state: 'awaiting_blob' | 'ready' | 'removed'
  /** False when it arrived too late to count: the file is kept for its card (sync.md §3, row 23). */
  readonly applied: boolean
  readonly authorId: UserId
  readonly addedAt: Instant
  /** Revision of the answer beside which it was added; 0 when there was none. */
  readonly answerRev: number
  /** Who took it out of force; absent while nobody has, and in rows written before this was kept. */
  readonly removedBy?: UserId | undefined
  readonly removedAt?: Instant | undefined
}

import * as v from 'valibot'
import { levelSchema } from '../answers/model.ts'
import * as is from '../kernel/schemas.ts'

/** A send that the server carried out; the receipt is made of it. */
export const sendSchema = v.object({
  id: v.string(),
  /** Receipt number, for example IIP-2026-NORTE-7F3A2-1. */
  number: v.string(),
  authorId: is.userId,
  sentAt: is.instant,
  /** When it was asked for, where that was well before the server carried it out: by the clock of a device that was offline (RT4). */
  askedAt: v.optional(is.instant),
  /** Level to which the answers moved: 0 is the evaluation. */
  toLevel: levelSchema,
  /** Who received the answers, when they are people of the institution. */
  to: v.optional(is.list(is.userId)),
  answers: v.number(),
  files: v.number(),
  /** SHA-256 of every unit, revision, value and file hash that was sent, in unit order. */
  digest: v.string(),
  /** Who of those who received it opened it first, and when; absent while nobody has (RC3). */
  openedAt: v.optional(is.instant),
  openedBy: v.optional(is.userId),
  /** Who took it back, and when; absent while it stands (RC1). */
  recalledAt: v.optional(is.instant),
  recalledBy: v.optional(is.userId),
  /** Of a send to the evaluation: where the institution stood before it, which a recall puts back. Absent from those of earlier releases. */
  before: v.optional(
    v.object({
      sentAt: v.nullable(is.instant),
      receipt: v.nullable(v.string()),
      incomplete: v.boolean(),
      sendCount: v.number(),
      replicaSentAt: v.optional(v.nullable(is.instant)),
    }),
  ),
})
export type Send = Readonly<v.InferOutput<typeof sendSchema>>

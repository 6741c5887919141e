import * as v from 'valibot'
import { levelSchema } from '../answers/model.ts'
import * as is from '../kernel/schemas.ts'

/** A send that the server carried out; the receipt is made of it. */
export const sendSchema = v.object({
  id: v.string(),
  /** Receipt number, for example IIP-2025-NORTE-1. */
  number: v.string(),
  authorId: is.userId,
  sentAt: is.instant,
  /** Level to which the answers moved: 0 is the evaluation. */
  toLevel: levelSchema,
  /** Who received the answers, when they are people of the institution. */
  to: v.optional(is.list(is.userId)),
  answers: v.number(),
  files: v.number(),
  /** SHA-256 of every unit, revision, value and file hash that was sent, in unit order. */
  digest: v.string(),
})
export type Send = Readonly<v.InferOutput<typeof sendSchema>>

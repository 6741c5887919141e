import * as v from 'valibot'
import * as is from '../kernel/schemas.ts'

const saidSchema = v.object({ subject: v.string(), content: v.string() })

/** What a person was told, to be read on each of their devices. Beside most of them a letter says the same. */
export const noticeSchema = v.object({
  id: v.string(),
  /** Of which letter it is, or what else it tells. */
  kind: v.string(),
  ...saidSchema.entries,
  /** The same in English; without it what was written is read by everybody. */
  en: v.optional(saidSchema),
  /** Page of the application that it leads to. */
  link: v.nullable(v.string()),
  at: is.instant,
  readAt: v.nullable(is.instant),
  formId: v.optional(is.formId),
  institutionId: v.optional(is.institutionId),
  /** How many things it tells of, where one that was not read yet becomes one with the next (NO8). */
  count: v.optional(v.number()),
})
export type Notice = Readonly<v.InferOutput<typeof noticeSchema>>

/** Most notices that a person's devices hold: of more the oldest leave them (NO3). */
export const noticesMax = 100

/** Newest first, and in one order on every device. */
export const byNewest = (a: Notice, b: Notice): number => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1)

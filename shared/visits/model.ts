import * as v from 'valibot'
import * as is from '../kernel/schemas.ts'

/** A stay of one person, on however many devices, without a long pause. */
export const visitSchema = v.object({
  /** When it began. */
  at: is.instant,
  /** Until when they had been here before it; null where nobody knows. */
  since: v.nullable(is.instant),
  /** When they were last seen in it. */
  seenAt: is.instant,
  /** They put away what had changed before it. */
  dismissed: v.boolean(),
})
export type Visit = Readonly<v.InferOutput<typeof visitSchema>>

/** How long somebody is away before they come for another visit, milliseconds (VS1). */
export const pauseMs = 3 * 3_600_000

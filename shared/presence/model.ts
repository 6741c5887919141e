import * as v from 'valibot'
import type { QuestionId, UserId } from '../kernel/ids.ts'

/** Somebody is held to be there for so long after the last sign of their device (PS3). */
export const presenceMs = 45_000

/** Most letters of an id that is taken. */
export const idMost = 128
const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(idMost))

/** Where somebody is: an institution in a form, and the question that they have open there; null for none. */
export const standingSchema = v.object({ formId: id, institutionId: id, questionId: v.nullable(id) })
export type Standing = Readonly<v.InferOutput<typeof standingSchema>>

/** A colleague, and what they have open of what the reader sees. */
export interface Present {
  readonly u: UserId
  readonly q: readonly QuestionId[]
}

/** What a stream tells of an institution in a form: how many others of the reader's side are there, and who is to be shown. */
export const presentSchema = v.object({
  /** Scope of the institution in the form; '' for nowhere. */
  s: v.string(),
  n: v.number(),
  who: v.array(v.object({ u: v.string(), q: v.array(v.string()) })),
})
export interface PresentEvent {
  readonly s: string
  readonly n: number
  readonly who: readonly Present[]
}

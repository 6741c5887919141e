import * as v from 'valibot'
import { cleanText } from '../kernel/clean-text.ts'
import type { FormVersionId, Mid, QuestionId, RowId, Unit, UserId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'

/** Who holds an answer, as a number: the order of the role ranks (rules L1). */
export const level = { Evaluation: 0, Institution: 1, Dimension: 2, Subdimension: 3, Question: 4 } as const
export type Level = (typeof level)[keyof typeof level]

/** What a person types, before anything is asked of it. */
export const typedText = v.pipe(v.string(), v.transform(cleanText))

const optionChoice = v.object({ value: v.pipe(v.string(), v.maxLength(500)), extra: v.optional(v.pipe(typedText, v.maxLength(2000))) })

/**
 * Value of an answer, by kind of question:
 * SimpleText, Text (HTML), Date (YYYY-MM-DD): text · Number: number · Boolean: boolean ·
 * Single: one choice · Multiple: choices, or none · Block: row ids in order ([] = "Ninguna").
 */
export const answerValueSchema = v.union([
  v.pipe(typedText, v.maxLength(100_000)),
  v.pipe(v.number(), v.finite()),
  v.boolean(),
  v.object({ choice: optionChoice }),
  v.object({ choices: v.pipe(v.array(optionChoice), v.maxLength(200)), none: v.optional(v.boolean()) }),
  v.object({ rows: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))), v.maxLength(100)) }),
])
export type AnswerValue = v.InferOutput<typeof answerValueSchema>
export type OptionChoice = v.InferOutput<typeof optionChoice>

/** The answer that stands for a unit. Every value it ever had is in its history. */
export interface Answer {
  readonly unit: Unit
  readonly questionId: QuestionId
  readonly rowId: RowId | null
  /** Null when cleared. */
  readonly value: AnswerValue | null
  readonly level: Level
  /** Moved up to its level by a send, not by who wrote it. */
  readonly sent: boolean
  /** Changed since it was last returned, observed or decided (rules L2, L4, C10). */
  readonly changeAnswer: boolean
  /** "No adjunto": said in so many words that there is no file. */
  readonly noAttachment: boolean
  /** Why an observed answer is kept as it was (rules L11), or why a rejected one is appealed. */
  readonly justification: string | null
  /** Value that a dependency cleared: offered again when the parent matches once more (rules L12). */
  readonly clearedValue: AnswerValue | null
  /** Grows by one at each change of value. */
  readonly rev: number
  /** Mutation that wrote this value: what a later edit names as its base. */
  readonly mid: Mid
  readonly authorId: UserId
  /** When the person wrote it, by the device's clock: information only. */
  readonly occurredAt: Instant
  /** When the server took it. */
  readonly receivedAt: Instant
  readonly formVersion: FormVersionId
  /** Written before its stage ended and received after (rules S7). */
  readonly late: boolean
}

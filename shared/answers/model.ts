import * as v from 'valibot'
import { cleanText } from '../kernel/clean-text.ts'
import * as is from '../kernel/schemas.ts'

/** Who holds an answer, as a number: the order of the role ranks (rules L1). */
export const level = { Evaluation: 0, Institution: 1, Dimension: 2, Subdimension: 3, Question: 4 } as const
export type Level = (typeof level)[keyof typeof level]
export const levelSchema = v.picklist(Object.values(level))

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
export const answerSchema = v.object({
  unit: is.unit,
  questionId: is.questionId,
  rowId: v.nullable(is.rowId),
  /** Null when cleared. */
  value: v.nullable(answerValueSchema),
  level: levelSchema,
  /** Moved up to its level by a send, not by who wrote it. */
  sent: v.boolean(),
  /** Changed since it was last returned, observed or decided (rules L2, L4, C10). */
  changeAnswer: v.boolean(),
  /** "No adjunto": said in so many words that there is no file. */
  noAttachment: v.boolean(),
  /** Why an observed answer is kept as it was (rules L11), or why a rejected one is appealed. */
  justification: v.nullable(v.string()),
  /** Value that a dependency cleared: offered again when the parent matches once more (rules L12). */
  clearedValue: v.nullable(answerValueSchema),
  /** Grows by one at each change of value. */
  rev: v.number(),
  /** Mutation that wrote this value: what a later edit names as its base. */
  mid: is.mid,
  authorId: is.userId,
  /** When the person wrote it, by the device's clock: information only. */
  occurredAt: is.instant,
  /** When the server took it. */
  receivedAt: is.instant,
  formVersion: is.formVersionId,
  /** Written before its stage ended and received after (rules S7). */
  late: v.boolean(),
})
export type Answer = Readonly<v.InferOutput<typeof answerSchema>>

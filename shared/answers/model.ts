import { typedText } from '../kernel/typed-text.ts'
import * as v from 'valibot'
import * as is from '../kernel/schemas.ts'
import { appealSchema } from '../replica/model.ts'

/** Who holds an answer, as a number: the order of the role ranks (LV8). */
export const level = { Evaluation: 0, Institution: 1, Dimension: 2, Subdimension: 3, Question: 4 } as const
export type Level = (typeof level)[keyof typeof level]
export const levelSchema = v.picklist(Object.values(level))

/** Name of a file of the lab's, as histories tell it. */
export const fileNameSchema = v.pipe(typedText, v.trim(), v.maxLength(200))

const optionChoice = v.object({ value: v.pipe(v.string(), v.maxLength(500)), extra: v.optional(v.pipe(typedText, v.maxLength(2000))) })

/** Most characters of any text that is an answer, and most rows of a block, whatever the question says. */
export const textLengthMost = 100_000
export const rowsMost = 100

/** Shapes of values; which kind of question has which is the kinds' to say (`forms/kinds`). */
export const textValue = v.pipe(typedText, v.maxLength(textLengthMost))
export const numberValue = v.pipe(v.number(), v.finite())
export const booleanValue = v.boolean()
export const choiceValue = v.object({ choice: optionChoice })
export const choicesValue = v.object({ choices: v.pipe(v.array(optionChoice), v.maxLength(200)), none: v.optional(v.boolean()) })
export const rowsValue = v.object({ rows: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))), v.maxLength(rowsMost)) })

/** Value of an answer: text (rich as HTML, a day as YYYY-MM-DD), number, yes or no, one choice, choices or none, row ids in order. */
export const answerValueSchema = v.union([textValue, numberValue, booleanValue, choiceValue, choicesValue, rowsValue])
export type AnswerValue = v.InferOutput<typeof answerValueSchema>
export type OptionChoice = v.InferOutput<typeof optionChoice>

const restChoice = v.union([v.string(), v.object({ value: v.string(), extraValue: v.string() })])
/** A value as REST callers write and read it: an option by its text, a block by how many rows it has. */
export const restValueSchema = v.union([v.null(), v.string(), v.number(), v.boolean(), restChoice, is.list(restChoice)])
export type RestValue = v.InferOutput<typeof restValueSchema>
export type RestChoice = v.InferOutput<typeof restChoice>

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
  /** The send that moved it here, from where, and the revision that went: what a recall puts back (RC1). */
  moved: v.optional(v.object({ send: v.string(), level: levelSchema, sent: v.boolean(), rev: v.number() })),
  /** Changed since it was last returned, observed or decided (AN1, CM2, EV7). */
  changeAnswer: v.boolean(),
  /** "No adjunto": said in so many words that there is no file. */
  noAttachment: v.boolean(),
  /** Why an observed answer is kept as it was (AN8). */
  justification: v.nullable(v.string()),
  /** Why a rejected answer is appealed (RP7); null when that was taken back. */
  appeal: v.optional(v.nullable(appealSchema)),
  /** Value that was rejected, kept by the first change that a replica makes of it (RP9). */
  rejectedValue: v.optional(answerValueSchema),
  /** Value that a dependency cleared: offered again when the parent matches once more (AN4). */
  clearedValue: v.nullable(answerValueSchema),
  /** Answer of the parent under which it was open, of a dependent that another one closed: what opens it again (AN14). */
  closedFrom: v.optional(answerValueSchema),
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
  /** Written before its stage ended and received after (TM6). */
  late: v.boolean(),
})
export type Answer = Readonly<v.InferOutput<typeof answerSchema>>

/** A unit as callers write it: a question, or an inner question and its row. */
export const unitSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,64}(?:@[\w-]{1,64})?$/))

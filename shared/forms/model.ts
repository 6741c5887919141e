import { typedText } from '../kernel/typed-text.ts'
import * as v from 'valibot'
import type { DimensionId } from '../kernel/ids.ts'

/** Kinds of question. SimpleText is plain, Text is rich (VA2, VA3). What each does: `kinds.ts`. */
export const questionKinds = ['SimpleText', 'Text', 'Number', 'Boolean', 'Single', 'Multiple', 'Date', 'Block'] as const
export type QuestionKind = (typeof questionKinds)[number]

/** Most that a questionnaire holds, and the longest texts in it, in characters: what is read is bounded before it is followed. */
export const definitionLimits = {
  dimensions: 500,
  questions: 20_000,
  options: 200,
  nameLength: 200,
  textLength: 4000,
  hintLength: 20_000,
  optionLength: 500,
  alerts: 200,
  alertLength: 500,
} as const

/** Names that every object of the language has: what is kept by its id would lose what is called so. */
export const unnameable: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
/** An id that can be part of a unit and of a scope. */
export const idSchema = v.pipe(
  v.string(),
  v.regex(/^[\w-]{1,64}$/),
  v.check((id) => !unnameable.has(id)),
)
export const textOf = (most: number) => v.pipe(v.string(), v.maxLength(most, 'text_limit'))
/** What a form, a dimension or a sub-dimension is called. */
export const namedText = v.pipe(typedText, v.trim(), v.nonEmpty('form_name_empty'), v.maxLength(definitionLimits.nameLength, 'text_limit'))
/** A list that is not changed, of so many at most. */
export const listOf = <Item>(item: v.GenericSchema<unknown, Item>, most: number): v.GenericSchema<unknown, readonly Item[]> =>
  v.pipe(v.array(item), v.maxLength(most))

export const idsSchema = listOf(idSchema, definitionLimits.questions)
const hintSchema = v.optional(textOf(definitionLimits.hintLength))
const boundSchema = v.optional(v.union([v.pipe(v.number(), v.finite()), textOf(10)]))

export const optionSchema = v.object({
  value: textOf(definitionLimits.optionLength),
  /** The same in English, for who reads the platform in it. The value stays what is answered and named. */
  en: v.optional(textOf(definitionLimits.optionLength)),
  /** Choosing it asks for a free text beside it. */
  allowExtra: v.optional(v.boolean()),
})
export type Option = Readonly<v.InferOutput<typeof optionSchema>>

/** Points of one entry: `key` is an option, "true"/"false", or "value". */
export const pointsEntrySchema = v.object({
  key: textOf(definitionLimits.optionLength),
  value: v.pipe(v.number(), v.finite()),
  /** Question whose answer divides a Number with a rate. */
  divisor: v.optional(idSchema),
})
export type PointsEntry = Readonly<v.InferOutput<typeof pointsEntrySchema>>

/** Texts of a question in English; what is missing is read in Spanish. */
export const questionEnglishSchema = v.object({
  text: v.optional(textOf(definitionLimits.textLength)),
  hint: hintSchema,
  fillingHint: hintSchema,
  questionHint: hintSchema,
})
/** Texts of a dimension or sub-dimension in English. */
export const dimensionEnglishSchema = v.object({
  name: v.optional(textOf(definitionLimits.nameLength)),
  configHint: hintSchema,
  fillingHint: hintSchema,
})

/** Texts of a form in English. */
export const formEnglishSchema = v.object({
  name: v.optional(textOf(definitionLimits.nameLength)),
  description: v.optional(textOf(definitionLimits.textLength)),
})

/** Which Spanish each English text was written from, as a digest, by the text's field or `option:` and what the option is (DF7). */
export const digestsSchema: v.GenericSchema<unknown, Digests> = v.pipe(
  v.record(textOf(definitionLimits.optionLength + 'option:'.length), v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/))),
  v.maxEntries(definitionLimits.options + 10),
)
export type Digests = Readonly<Record<string, string>>

/** Shape of a question, bounded; what its parts must be to each other is `definition.ts`. */
export const questionSchema = v.object({
  id: idSchema,
  text: textOf(definitionLimits.textLength),
  kind: v.picklist(questionKinds),
  /** Sub-dimension that holds it; the survey's id for survey questions. */
  dimensionId: idSchema,
  /** Question on which this one depends; null at top level. */
  parentId: v.nullable(idSchema),
  /** Value of the parent that opens this one. */
  visibleIf: v.nullable(v.union([v.boolean(), textOf(definitionLimits.optionLength)])),
  /** Block that holds this one as an inner question; null outside blocks. */
  blockId: v.nullable(idSchema),
  /** Ids of the questions that depend on this one, in order. */
  dependent: idsSchema,
  /** Ids of the inner questions, in order; only for a Block. The first is the row's name. */
  block: idsSchema,
  /** Short text under the question. */
  hint: hintSchema,
  /** Help for who fills (HTML from the fixed set). */
  fillingHint: hintSchema,
  /** Help for who evaluates (HTML from the fixed set). */
  questionHint: hintSchema,
  options: listOf(optionSchema, definitionLimits.options),
  allowNoneOption: v.boolean(),
  required: v.boolean(),
  administrative: v.boolean(),
  allowFile: v.boolean(),
  /** Words (Text), value (Number), options (Multiple), day (Date), rows (Block). Undefined = default (VA1, VA2, VA3, VA4). */
  min: boundSchema,
  /** Characters (SimpleText, Text), value (Number), options (Multiple), day (Date), rows (Block). 0 = unlimited. */
  max: boundSchema,
  points: listOf(pointsEntrySchema, definitionLimits.options + 1),
  survey: v.boolean(),
  en: v.optional(questionEnglishSchema),
  enFrom: v.optional(digestsSchema),
  /** The question of an earlier questionnaire that this one was copied from, the first of its line. */
  originId: v.optional(idSchema),
})
export type Question = Readonly<v.InferOutput<typeof questionSchema>>

/** Dimension (parentId null) or sub-dimension. */
export const dimensionSchema = v.object({
  id: idSchema,
  name: textOf(definitionLimits.nameLength),
  parentId: v.nullable(idSchema),
  subDimensionIds: idsSchema,
  /** Top-level questions in order: not dependents, not inner questions of a block. */
  questionIds: idsSchema,
  configHint: hintSchema,
  fillingHint: hintSchema,
  en: v.optional(dimensionEnglishSchema),
  enFrom: v.optional(digestsSchema),
  originId: v.optional(idSchema),
})
export type Dimension = Readonly<v.InferOutput<typeof dimensionSchema>>

/** One of the two questions of an alert: that it is answered so, or (`says` false) that it is not. value: a choice; null for any answer. */
export const alertSideSchema = v.object({
  questionId: idSchema,
  says: v.boolean(),
  value: v.nullable(v.union([v.boolean(), textOf(definitionLimits.optionLength)])),
})
export type AlertSide = Readonly<v.InferOutput<typeof alertSideSchema>>

/** Two questions whose answers do not go together where both sides hold, and what is told of it to whoever evaluates. */
export const alertSchema = v.object({
  id: idSchema,
  first: alertSideSchema,
  second: alertSideSchema,
  text: textOf(definitionLimits.alertLength),
  en: v.optional(textOf(definitionLimits.alertLength)),
  /** The institution is told as well, before it sends (AL4). Absent or false: only who evaluates. */
  institution: v.optional(v.boolean()),
})
export type Alert = Readonly<v.InferOutput<typeof alertSchema>>

/** One immutable version of a questionnaire, for an audience. Never in a sync patch: read once by its version id. */
export const formDefinitionSchema = v.object({
  versionId: idSchema,
  formId: idSchema,
  name: textOf(definitionLimits.nameLength),
  dimensions: listOf(dimensionSchema, definitionLimits.dimensions),
  questions: listOf(questionSchema, definitionLimits.questions),
  /** Absent: none. */
  alerts: v.optional(listOf(alertSchema, definitionLimits.alerts)),
  /** Said of what was taken out for an institution; undefined: the whole. */
  audience: v.optional(v.literal('institution')),
})
export type FormDefinition = Readonly<v.InferOutput<typeof formDefinitionSchema>>

/** Sub-dimension id that stands for the satisfaction survey's questions. */
export const surveyDimensionId: DimensionId = 'survey'

/** Id of the report texts of the form as a whole; the others' is their dimension's, so that no dimension is called so. */
export const formReportId = 'form'

/** What a question is until somebody says otherwise: required, at the top, without options, files or points. */
export const plainQuestion = {
  parentId: null,
  visibleIf: null,
  blockId: null,
  dependent: [],
  block: [],
  options: [],
  allowNoneOption: false,
  required: true,
  administrative: false,
  allowFile: false,
  points: [],
} as const satisfies Partial<Question>

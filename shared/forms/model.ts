import * as v from 'valibot'
import type { DimensionId } from '../kernel/ids.ts'
import * as is from '../kernel/schemas.ts'

/** Kinds of question (institution-area §3). SimpleText is plain, Text is rich (rules L16). */
export const questionKinds = ['SimpleText', 'Text', 'Block', 'Number', 'Boolean', 'Single', 'Multiple', 'Date'] as const
export type QuestionKind = (typeof questionKinds)[number]

export const optionSchema = v.object({
  value: v.string(),
  /** Choosing it asks for a free text beside it. */
  allowExtra: v.optional(v.boolean()),
})
export type Option = Readonly<v.InferOutput<typeof optionSchema>>

/** Points of one entry: `key` is an option, "true"/"false", or "value" (administration-area §3). */
export const pointsEntrySchema = v.object({
  key: v.string(),
  value: v.number(),
  /** Question whose answer divides a Number with a rate. */
  divisor: v.optional(is.questionId),
})
export type PointsEntry = Readonly<v.InferOutput<typeof pointsEntrySchema>>

export const questionSchema = v.object({
  id: is.questionId,
  text: v.string(),
  kind: v.picklist(questionKinds),
  /** Sub-dimension that holds it; the survey's id for survey questions. */
  dimensionId: is.dimensionId,
  /** Question on which this one depends; null at top level. */
  parentId: v.nullable(is.questionId),
  /** Value of the parent that opens this one. */
  visibleIf: v.nullable(v.union([v.boolean(), v.string()])),
  /** Block that holds this one as an inner question; null outside blocks. */
  blockId: v.nullable(is.questionId),
  /** Ids of the questions that depend on this one, in order. */
  dependent: is.list(is.questionId),
  /** Ids of the inner questions, in order; only for a Block. The first is the row's name. */
  block: is.list(is.questionId),
  /** Short text under the question. */
  hint: v.optional(v.string()),
  /** Help for who fills (HTML from the fixed set). */
  fillingHint: v.optional(v.string()),
  /** Help for who evaluates (HTML from the fixed set). */
  questionHint: v.optional(v.string()),
  options: is.list(optionSchema),
  allowNoneOption: v.boolean(),
  required: v.boolean(),
  administrative: v.boolean(),
  allowFile: v.boolean(),
  /** Words (Text), value (Number), options (Multiple), day (Date), rows (Block). Undefined = default (rules L13-L16). */
  min: v.optional(v.union([v.number(), v.string()])),
  /** Characters (SimpleText, Text), value (Number), options (Multiple), day (Date), rows (Block). 0 = unlimited. */
  max: v.optional(v.union([v.number(), v.string()])),
  points: is.list(pointsEntrySchema),
  survey: v.boolean(),
})
export type Question = Readonly<v.InferOutput<typeof questionSchema>>

/** Dimension (parentId null) or sub-dimension. */
export const dimensionSchema = v.object({
  id: is.dimensionId,
  name: v.string(),
  parentId: v.nullable(is.dimensionId),
  subDimensionIds: is.list(is.dimensionId),
  /** Top-level questions in order: not dependents, not inner questions of a block. */
  questionIds: is.list(is.questionId),
  configHint: v.optional(v.string()),
  fillingHint: v.optional(v.string()),
})
export type Dimension = Readonly<v.InferOutput<typeof dimensionSchema>>

/** One immutable version of a questionnaire, for an audience. Never in a sync patch: read once by its version id. */
export const formDefinitionSchema = v.object({
  versionId: is.formVersionId,
  formId: is.formId,
  name: v.string(),
  dimensions: is.list(dimensionSchema),
  questions: is.list(questionSchema),
  /** Said of what was taken out for an institution; undefined: the whole. */
  audience: v.optional(v.literal('institution')),
})
export type FormDefinition = Readonly<v.InferOutput<typeof formDefinitionSchema>>

/** Sub-dimension id that stands for the satisfaction survey's questions. */
export const surveyDimensionId: DimensionId = 'survey'

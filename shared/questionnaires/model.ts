import { typedText } from '../kernel/typed-text.ts'
import * as v from 'valibot'
import {
  alertSchema,
  definitionLimits,
  digestsSchema,
  dimensionSchema,
  idsSchema,
  listOf,
  namedText,
  optionSchema,
  pointsEntrySchema,
  questionSchema,
  textOf,
} from '../forms/model.ts'
import * as is from '../kernel/schemas.ts'

/** Who changed a field of a row last, and when: what a second person who changes it is told. */
const marksSchema = v.optional(is.dictionary(v.object({ by: is.userId, at: is.instant })))
const workingEntries = {
  marks: marksSchema,
  /** Taken out of the questionnaire; it keeps its id and what hangs on it, so that it can come back. */
  removed: v.optional(v.boolean()),
  /** What it stood behind in its list when it was taken out; null: it was the first. */
  behind: v.optional(v.nullable(v.string())),
}

/** A dimension, or a question, of the questionnaire that is being worked on. */
export const dimensionRowSchema = v.object({ ...dimensionSchema.entries, ...workingEntries })
export type DimensionRow = Readonly<v.InferOutput<typeof dimensionRowSchema>>
export const questionRowSchema = v.object({ ...questionSchema.entries, ...workingEntries })
export type QuestionRow = Readonly<v.InferOutput<typeof questionRowSchema>>

/** The order of the dimensions of a questionnaire that is being worked on, and its alerts. */
export const outlineSchema = v.object({
  formId: is.formId,
  dimensionIds: idsSchema,
  /** Alerts in their order, each with who changed it last; one whose question or choice is gone waits for it to come back. */
  alerts: v.optional(listOf(v.object({ ...alertSchema.entries, by: is.userId, at: is.instant }), definitionLimits.alerts)),
})
export type Outline = Readonly<v.InferOutput<typeof outlineSchema>>

const longTextSchema = v.optional(textOf(definitionLimits.hintLength))
/** Texts of the reports (HTML from the fixed set): the form's four, or a dimension's or sub-dimension's three by level. */
export const reportTextFields = {
  preliminaryIntroduction: longTextSchema,
  preliminaryConclusion: longTextSchema,
  finalIntroduction: longTextSchema,
  finalConclusion: longTextSchema,
  good: longTextSchema,
  med: longTextSchema,
  bad: longTextSchema,
} as const
export const reportTextSchema = v.object({ ...reportTextFields, marks: marksSchema })
export type ReportText = Readonly<v.InferOutput<typeof reportTextSchema>>

/** A table of obtained points that an administrator brought: which file, by whom, when. Each has the number of its turn, from 1. */
export const pointsSheetSchema = v.object({
  id: v.string(),
  turn: v.number(),
  name: v.string(),
  sha256: v.string(),
  sizeBytes: v.number(),
  rows: v.number(),
  institutions: v.number(),
  by: is.userId,
  at: is.instant,
})
export type PointsSheet = Readonly<v.InferOutput<typeof pointsSheetSchema>>

/** What one institution obtained by question, of the last table that named it. */
export const manualPointsSchema = v.object({ sheetId: v.string(), points: is.dictionary(v.number()) })
export type ManualPoints = Readonly<v.InferOutput<typeof manualPointsSchema>>

const cleaned = (most: number) => v.pipe(typedText, v.maxLength(most, 'text_limit'))
const { textLength, hintLength, optionLength, nameLength } = definitionLimits
const cleanHint = v.optional(cleaned(hintLength))
const dimensionEnglish = v.object({ name: v.optional(cleaned(nameLength)), configHint: cleanHint, fillingHint: cleanHint })
const questionEnglish = v.object({
  text: v.optional(cleaned(textLength)),
  hint: cleanHint,
  fillingHint: cleanHint,
  questionHint: cleanHint,
})
const cleanOption = v.object({ ...optionSchema.entries, value: cleaned(optionLength), en: v.optional(cleaned(optionLength)) })
const { kind, visibleIf, points, min, max, allowNoneOption, required, administrative, allowFile } = questionSchema.entries

/** A question as a person asks for a new one: what they typed or pasted is cleaned, and what names an option with it (VA11). */
export const newQuestionSchema = v.object({
  ...questionSchema.entries,
  text: cleaned(textLength),
  hint: cleanHint,
  fillingHint: cleanHint,
  questionHint: cleanHint,
  options: listOf(cleanOption, definitionLimits.options),
  visibleIf: v.nullable(v.union([v.boolean(), cleaned(optionLength)])),
  points: listOf(v.object({ ...pointsEntrySchema.entries, key: cleaned(optionLength) }), definitionLimits.options + 1),
  en: v.optional(questionEnglish),
})

/** Fields of a dimension that may be changed; null takes an optional one away. */
export const dimensionFields = v.partial(
  v.object({
    name: namedText,
    configHint: v.nullable(cleaned(hintLength)),
    fillingHint: v.nullable(cleaned(hintLength)),
    en: v.nullable(v.optional(dimensionEnglish)),
    enFrom: v.nullable(digestsSchema),
  }),
)

const optionEdit = v.object({ ...cleanOption.entries, /** What it was called before. */ was: v.optional(cleaned(optionLength)) })

/** Fields of a question that may be changed; null takes an optional one away. */
export const questionFields = v.partial(
  v.object({
    text: v.pipe(typedText, v.trim(), v.nonEmpty('question_text_empty'), v.maxLength(textLength, 'text_limit')),
    kind,
    visibleIf,
    hint: v.nullable(cleaned(hintLength)),
    fillingHint: v.nullable(cleaned(hintLength)),
    questionHint: v.nullable(cleaned(hintLength)),
    options: v.pipe(v.array(optionEdit), v.maxLength(definitionLimits.options)),
    allowNoneOption,
    required,
    administrative,
    allowFile,
    min: v.nullable(min),
    max: v.nullable(max),
    points,
    en: v.nullable(v.optional(questionEnglish)),
    enFrom: v.nullable(digestsSchema),
  }),
)
export type QuestionFields = v.InferOutput<typeof questionFields>

/** Texts of the reports that may be changed; null takes one away. */
export const reportFields = v.partial(
  v.object(Object.fromEntries(Object.keys(reportTextFields).map((field) => [field, v.nullable(cleaned(hintLength))]))),
)

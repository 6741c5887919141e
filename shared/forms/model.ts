import type { DimensionId, FormId, FormVersionId, QuestionId } from '../kernel/ids.ts'

/** Kinds of question (institution-area §3). SimpleText is plain, Text is rich (rules L16). */
export type QuestionKind = 'SimpleText' | 'Text' | 'Block' | 'Number' | 'Boolean' | 'Single' | 'Multiple' | 'Date'

export interface Option {
  readonly value: string
  /** Choosing it asks for a free text beside it. */
  readonly allowExtra?: boolean | undefined
}

/** Points of one entry: `key` is an option, "true"/"false", or "value" (administration-area §3). */
export interface PointsEntry {
  readonly key: string
  readonly value: number
  /** Question whose answer divides a Number with a rate. */
  readonly divisor?: QuestionId | undefined
}

export interface Question {
  readonly id: QuestionId
  readonly text: string
  readonly kind: QuestionKind
  /** Sub-dimension that holds it; the survey's id for survey questions. */
  readonly dimensionId: DimensionId
  /** Question on which this one depends; null at top level. */
  readonly parentId: QuestionId | null
  /** Value of the parent that opens this one. */
  readonly visibleIf: boolean | string | null
  /** Block that holds this one as an inner question; null outside blocks. */
  readonly blockId: QuestionId | null
  /** Ids of the questions that depend on this one, in order. */
  readonly dependent: readonly QuestionId[]
  /** Ids of the inner questions, in order; only for a Block. The first is the row's name. */
  readonly block: readonly QuestionId[]
  /** Short text under the question. */
  readonly hint?: string | undefined
  /** Help for who fills (HTML from the fixed set). */
  readonly fillingHint?: string | undefined
  /** Help for who evaluates (HTML from the fixed set). */
  readonly questionHint?: string | undefined
  readonly options: readonly Option[]
  readonly allowNoneOption: boolean
  readonly required: boolean
  readonly administrative: boolean
  readonly allowFile: boolean
  /** Words (Text), value (Number), options (Multiple), day (Date), rows (Block). Undefined = default (rules L13-L16). */
  readonly min?: number | string | undefined
  /** Characters (SimpleText, Text), value (Number), options (Multiple), day (Date), rows (Block). 0 = unlimited. */
  readonly max?: number | string | undefined
  readonly points: readonly PointsEntry[]
  readonly survey: boolean
}

/** Dimension (parentId null) or sub-dimension. */
export interface Dimension {
  readonly id: DimensionId
  readonly name: string
  readonly parentId: DimensionId | null
  readonly subDimensionIds: readonly DimensionId[]
  /** Top-level questions in order: not dependents, not inner questions of a block. */
  readonly questionIds: readonly QuestionId[]
  readonly configHint?: string | undefined
  readonly fillingHint?: string | undefined
}

/** One immutable version of a questionnaire, for an audience. Never in a sync patch: read once by its version id. */
export interface FormDefinition {
  readonly versionId: FormVersionId
  readonly formId: FormId
  readonly name: string
  readonly dimensions: readonly Dimension[]
  readonly questions: readonly Question[]
  /** Said of what was taken out for an institution; undefined: the whole. */
  readonly audience?: 'institution' | undefined
}

/** Sub-dimension id that stands for the satisfaction survey's questions. */
export const surveyDimensionId: DimensionId = 'survey'

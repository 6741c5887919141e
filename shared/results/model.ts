import { typedText } from '../kernel/typed-text.ts'
import * as v from 'valibot'
import { answerValueSchema } from '../answers/model.ts'
import { decisions, rounds } from '../evaluations/model.ts'
import { definitionLimits } from '../forms/model.ts'
import { orientations } from '../institutions/model.ts'
import * as is from '../kernel/schemas.ts'
import { maturities } from './maturities.ts'

/** preliminary: after the second revision, what an institution appeals · final: what stands in the end. ◆ */
export const resultKinds = ['preliminary', 'final'] as const
export type ResultKind = (typeof resultKinds)[number]

/** What a part of what can be obtained is called: MALO, REGULAR, BUENO (RS6). ◆ */
export const levels = ['bad', 'med', 'good'] as const
export type Level = (typeof levels)[number]

/** Parts of what can be obtained at which a level begins: below `med` it is bad, from `good` on good. 0 < med < good ≤ 1. */
export const thresholdsSchema = v.object({ med: v.pipe(v.number(), v.finite()), good: v.pipe(v.number(), v.finite()) })
export type Thresholds = Readonly<v.InferOutput<typeof thresholdsSchema>>
/** Those of a form that says none. */
export const usualThresholds: Thresholds = { med: 1 / 3, good: 2 / 3 }

/**
 * Why a unit earned what it did. earned: its answer did · unanswered · undecided: nobody decided it · not_accepted: its decision is no
 * acceptance · worthless: what was chosen is worth nothing · divisor: what it is divided by is empty or 0 · other_row: another row of
 * its block earns more, and counts.
 */
export const reasons = ['earned', 'unanswered', 'undecided', 'not_accepted', 'worthless', 'divisor', 'other_row'] as const
export type Reason = (typeof reasons)[number]

/** Most characters of a text that a result keeps of an answer: what was read of it, not the whole. */
export const excerptMost = 280

/** What one unit earned, and by what. */
export const unitResultSchema = v.object({
  unit: is.unit,
  /** What it earned as such, without what it opens, 4 decimals. Only those that count add up. */
  own: v.number(),
  /** False: in a row of a block beside the one that counts. */
  counts: v.boolean(),
  why: v.picklist(reasons),
  /** What stood there; of a text null, whose beginning is the excerpt. */
  value: v.nullable(answerValueSchema),
  excerpt: v.nullable(v.string()),
  /** Key of the version of the answer. */
  answer: v.nullable(is.mid),
  /** The decision that counted, and where it was given. Null for what needs none or has none. */
  decision: v.nullable(
    v.object({
      decision: v.picklist(decisions),
      round: v.picklist(rounds),
      authorId: is.userId,
      at: is.instant,
      comment: v.nullable(v.string()),
    }),
  ),
  /** The evidence that stood beside it. */
  evidence: v.nullable(v.object({ id: is.attachmentId, name: v.string(), sha256: v.string() })),
  /** Of a rate: by what it was divided. */
  divisor: v.nullable(v.object({ questionId: is.questionId, value: v.nullable(v.number()) })),
})
export type UnitResult = Readonly<v.InferOutput<typeof unitResultSchema>>

/** What a question of top level earned with all that it opens: `points` is the sum of its counting units less `cut`. */
export const questionResultSchema = v.object({
  id: is.questionId,
  points: v.number(),
  max: v.number(),
  /** What was earned above the most, and does not count. */
  cut: v.number(),
  /** In reading order; none where points were brought by hand. */
  units: is.list(unitResultSchema),
})
export type QuestionResult = Readonly<v.InferOutput<typeof questionResultSchema>>

/** What a dimension or sub-dimension earned: the sum of its questions and sub-dimensions. */
export const dimensionResultSchema = v.object({
  id: is.dimensionId,
  parentId: v.nullable(is.dimensionId),
  points: v.number(),
  max: v.number(),
  /** Null where nothing can be earned: it is there for reference (RS5). */
  level: v.nullable(v.picklist(levels)),
})
export type DimensionResult = Readonly<v.InferOutput<typeof dimensionResultSchema>>

/** What an institution obtained in a form. A dimension comes before its sub-dimensions, in the form's order. */
export const computedSchema = v.object({
  /** 1 worked out, 2 brought in a table. */
  calculatedBy: v.picklist([1, 2]),
  /** The table that said the points; null where they were worked out. */
  sheetId: v.nullable(v.string()),
  points: v.number(),
  max: v.number(),
  maturity: v.picklist(maturities),
  dimensions: is.list(dimensionResultSchema),
  /** Those of top level that are worth points, in reading order. */
  questions: is.list(questionResultSchema),
})
export type Computed = Readonly<v.InferOutput<typeof computedSchema>>

/**
 * What an institution had obtained at a moment, and by what: never changed. Keyed by its kind and number. Numbers run from 1 within a
 * kind; the version is what reports print, and counts up when another one was published before (RS12).
 */
export const snapshotSchema = v.object({
  id: v.string(),
  kind: v.picklist(resultKinds),
  number: v.number(),
  version: v.number(),
  institutionId: is.institutionId,
  formId: is.formId,
  /** The questions and points that it was worked out with. */
  definitionId: is.formVersionId,
  thresholds: thresholdsSchema,
  /** As it was then. `category`: id of its category, with its name. */
  institution: v.object({ name: v.string(), code: v.string(), abbreviation: v.string() }),
  category: v.object({ id: v.string(), name: v.string() }),
  orientation: v.picklist(orientations),
  /** Receipt of what the institution had sent: its number, and the digest that the institution holds of it. */
  receipt: v.nullable(v.string()),
  receiptDigest: v.nullable(v.string()),
  result: computedSchema,
  /** SHA-256 in hex of everything above as one text (RS13). */
  digest: v.string(),
  /** Why it was worked out again; null for the first ones. */
  reason: v.nullable(v.string()),
  by: is.userId,
  at: is.instant,
})
export type Snapshot = Readonly<v.InferOutput<typeof snapshotSchema>>

export const reasonMost = 500

/** Texts of one institution's report, rich. `dimensions`: by dimension and sub-dimension. */
const textSchema = v.string()
export const reportTextsSchema = v.object({ introduction: textSchema, conclusion: textSchema, dimensions: is.dictionary(textSchema) })
export type ReportTexts = Readonly<v.InferOutput<typeof reportTextsSchema>>

/** Name of one text of a report: these two, or `dimension:` and its id. */
export const reportFieldSchema = v.pipe(v.string(), v.regex(/^(?:introduction|conclusion|dimension:[\w-]{1,64})$/))

/** What was written for one institution in the place of the form's texts. Keyed by its kind. Absent fields are the form's own. */
export const informSchema = v.object({
  kind: v.picklist(resultKinds),
  /** By field; a text that was taken back to the form's is not there. */
  texts: is.dictionary(v.string()),
  /** Who changed which field last, and when. */
  marks: is.dictionary(v.object({ by: is.userId, at: is.instant })),
})
export type Inform = Readonly<v.InferOutput<typeof informSchema>>

const cleaned = v.pipe(typedText, v.maxLength(definitionLimits.hintLength, 'text_limit'))
/** Fields of a report that are changed; null goes back to the form's text. */
export const informFieldsSchema = v.pipe(v.record(reportFieldSchema, v.nullable(cleaned)), v.maxEntries(definitionLimits.dimensions + 2))

/** What an institution was given to see, and when: never changed. Keyed by its kind and version. */
export const publicationSchema = v.object({
  id: v.string(),
  kind: v.picklist(resultKinds),
  version: v.number(),
  snapshotId: v.string(),
  /** As they were then. */
  texts: reportTextsSchema,
  by: is.userId,
  at: is.instant,
})
export type Publication = Readonly<v.InferOutput<typeof publicationSchema>>

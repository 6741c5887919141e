import * as v from 'valibot'
import { dayMs } from '../kernel/instant.ts'
import * as is from '../kernel/schemas.ts'

/** How long a report stays to be fetched once it was made, milliseconds (RE9). */
export const reportKeptMs = dayMs

/** What the lab takes out of a form, by the specification's names. */
export const reportKinds = [
  'Configuracion',
  'Answers',
  'AnswersHistory',
  'AnswersSurvey',
  'EvaluationAnswers',
  'FormResults',
  'FormResultsByQuestion',
  'PreliminaryReports',
  'FinalReports',
  'Archive',
  'PseudonymArchive',
  'OpenBase',
] as const
export type ReportKind = (typeof reportKinds)[number]

/** Kinds that are no table: the report of each institution's result as PDF, all of them in a zip. */
export const documentKinds = { PreliminaryReports: 'preliminary', FinalReports: 'final' } as const
export type DocumentKind = keyof typeof documentKinds
/** Kinds that are a whole cycle in a zip: a form with everything in it, the same with people under pseudonyms, and what of it may be published. */
export const wholeKinds = ['Archive', 'PseudonymArchive', 'OpenBase'] as const satisfies readonly ReportKind[]
export type WholeKind = (typeof wholeKinds)[number]
export type TableKind = Exclude<ReportKind, DocumentKind | WholeKind>
export const isWhole = (kind: ReportKind): kind is WholeKind => wholeKinds.some((each) => each === kind)
export const isOfDocuments = (kind: ReportKind): kind is DocumentKind => Object.hasOwn(documentKinds, kind)

/**
 * xlsx: a workbook whose further sheets are its codebook · csv: the table alone · zip: the table and its codebook, each as CSV.
 */
export const reportFormats = ['xlsx', 'csv', 'zip'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** long: a line for each question, and for each of a block's rows · wide: a row for each institution · rows: a line for each row of a block. */
export const reportLayouts = ['long', 'wide', 'rows'] as const
export type ReportLayout = (typeof reportLayouts)[number]

/** Layouts in which a kind can be had, the usual one first. */
export const layoutsOf = (kind: ReportKind): readonly ReportLayout[] => {
  if (kind === 'Answers') return reportLayouts
  return kind === 'AnswersSurvey' ? ['long', 'wide'] : ['long']
}

/** Formats in which a kind can be had. */
export const formatsOf = (kind: ReportKind): readonly ReportFormat[] => (isOfDocuments(kind) || isWhole(kind) ? ['zip'] : reportFormats)

/** Whether it is of one institution and not of all that take part. */
export const isOfOneInstitution = (kind: ReportKind): boolean => kind === 'AnswersHistory'

/** Whether administrators alone take it: who holds which office, what was said of the lab, and a cycle as a whole are not for who evaluates. */
export const isForAdministrators = (kind: ReportKind): boolean => kind === 'Configuracion' || kind === 'AnswersSurvey' || isWhole(kind)

/** What is asked for. */
export const reportWishSchema = v.object({
  kind: v.picklist(reportKinds),
  formId: is.formId,
  institutionId: v.nullable(is.institutionId),
  format: v.picklist(reportFormats),
  layout: v.picklist(reportLayouts),
})
export type ReportWish = Readonly<v.InferOutput<typeof reportWishSchema>>

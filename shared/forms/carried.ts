import * as v from 'valibot'
import { reportTextFields } from '../questionnaires/model.ts'
import type { Digests, FormDefinition, formEnglishSchema } from './model.ts'

/** Texts of the reports (HTML from the fixed set): four of the form, and three by level of a dimension or sub-dimension. */
export const reportTextsSchema = v.object(reportTextFields)
export type ReportTexts = Readonly<v.InferOutput<typeof reportTextsSchema>>
// The keys of an object that was written above.
export const reportTextNames = Object.keys(reportTextFields) as readonly (keyof ReportTexts)[]

type FormEnglish = Readonly<v.InferOutput<typeof formEnglishSchema>>

/** All of a questionnaire that a file carries from one installation to another. */
export interface CarriedForm {
  readonly definition: FormDefinition
  readonly description: string
  /** Name and description in English, and what they were written from. */
  readonly en?: FormEnglish | undefined
  readonly enFrom?: Digests | undefined
  /** By the id of a dimension or sub-dimension, and `formReportId`. */
  readonly reportTexts: Readonly<Record<string, ReportTexts>>
}

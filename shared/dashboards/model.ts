import * as v from 'valibot'
import * as is from '../kernel/schemas.ts'

/** How a column is worked out: a question's value, its sum or mean, one divided by another, a block's rows. ◆ */
export const calcTypes = ['value', 'sum', 'average', 'division', 'block'] as const
export type CalcType = (typeof calcTypes)[number]
/** Charts of a column of a dimension. ◆ */
export const chartTypes = ['bar', 'line', 'radial'] as const

export const dashboardLimits = { columns: 4, name: 80, subtitle: 200, decoration: 12, phases: 12, forms: 20, iconBytes: 200_000 } as const

const short = (most: number) => v.pipe(v.string(), v.trim(), v.maxLength(most, 'text_limit'))
export const columnSchema = v.object({
  _id: v.string(),
  name: short(dashboardLimits.name),
  /** Where the figure comes from. */
  subtitle: short(dashboardLimits.subtitle),
  calcType: v.picklist(calcTypes),
  questionId: is.questionId,
  /** By which it is divided; of a division alone. */
  questionIdDiv: v.nullable(is.questionId),
  preDecoration: short(dashboardLimits.decoration),
  postDecoration: short(dashboardLimits.decoration),
  isPercentual: v.boolean(),
  /** Drawn as a bubble; of a percentage alone. */
  isBouble: v.boolean(),
  /** Of a dimension's columns alone. */
  chartType: v.optional(v.nullable(v.picklist(chartTypes)), null),
  /** Of a dimension's columns: the dimension. */
  dimensionId: v.optional(v.nullable(is.dimensionId), null),
})
export type Column = Readonly<v.InferOutput<typeof columnSchema>>

const iconSchema = v.object({ type: v.picklist(['image/png', 'image/svg+xml', 'image/jpeg', 'image/webp']), base64: v.string() })
export const generalSchema = v.object({ id: v.literal('general'), overallResultId: is.questionId, questionreports: is.list(columnSchema) })
export const dimensionSchema = v.object({ id: v.literal('dimension'), questionreports: is.list(columnSchema) })
export const institutionSchema = v.object({
  id: v.literal('institution'),
  /** Earlier forms that are shown beside this one, each with its label and place. */
  asociatedForms: is.list(is.formId),
  asociatedFormsData: is.dictionary(v.object({ txt: short(40), order: v.number() })),
  /** The block of initiatives, and the questions of its rows that say that a phase was reached. */
  blockQuestion: v.nullable(is.questionId),
  phases: is.list(v.object({ id: v.string(), name: short(60), questionId: is.questionId, icon: iconSchema })),
  iconIniciative: v.nullable(iconSchema),
})
/** What is configured of a form's public dashboards: a row for each of the three tabs. */
export const dashboardSchema = v.variant('id', [generalSchema, dimensionSchema, institutionSchema])
export type Dashboard = Readonly<v.InferOutput<typeof dashboardSchema>>
export const dashboardTabs = ['general', 'dimension', 'institution'] as const
export type DashboardTab = (typeof dashboardTabs)[number]

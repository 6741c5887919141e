import { typedText } from '../kernel/typed-text.ts'
import * as v from 'valibot'
import * as is from '../kernel/schemas.ts'

/**
 * How a column is worked out of what an institution answered. value: its number · sum: its number, beside which the category's is added
 * up · average: its number for each of its workers · division: its number divided by another one · block: how many rows it filled. ◆
 */
export const calcTypes = ['value', 'sum', 'average', 'division', 'block'] as const
export type CalcType = (typeof calcTypes)[number]
/** Charts of a column of a dimension. ◆ */
export const chartTypes = ['bar', 'line', 'radial'] as const
export type ChartType = (typeof chartTypes)[number]

/** Most of each; texts in characters, an icon in bytes as it is brought. */
export const dashboardLimits = {
  columns: 4,
  name: 80,
  subtitle: 200,
  decoration: 12,
  phase: 60,
  phases: 12,
  label: 40,
  forms: 20,
  iconBytes: 200_000,
} as const

const short = (most: number) => v.pipe(typedText, v.trim(), v.maxLength(most, 'text_limit'))
const ownId = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))
const limited = <Item>(item: v.GenericSchema<unknown, Item>, most: number): v.GenericSchema<unknown, readonly Item[]> =>
  v.pipe(v.array(item), v.maxLength(most))
export const columnSchema = v.object({
  _id: ownId,
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
  /** Of a dimension's columns: the dimension; null: that of its question. */
  dimensionId: v.optional(v.nullable(is.dimensionId), null),
})
export type Column = Readonly<v.InferOutput<typeof columnSchema>>

/** A picture as it is kept: drawn anew by the server, so that nothing of what its file held is left. */
export const iconSchema = v.object({ type: v.literal('image/webp'), base64: v.pipe(v.string(), v.maxLength(400_000)) })
export type Icon = Readonly<v.InferOutput<typeof iconSchema>>
const phaseSchema = v.object({
  id: ownId,
  name: short(dashboardLimits.phase),
  questionId: is.questionId,
  /** Null while none was chosen: it cannot be saved so. */
  icon: v.nullable(iconSchema),
})
// Somewhat more than is allowed, so that too many are told for what they are.
const columns = limited(columnSchema, dashboardLimits.columns * 4)

const general = { id: v.literal('general'), overallResultId: is.questionId, questionreports: columns } as const
const dimension = { id: v.literal('dimension'), questionreports: columns } as const
const institution = {
  id: v.literal('institution'),
  /** Earlier forms that are shown beside this one, each with its label and place. */
  asociatedForms: limited(is.formId, dashboardLimits.forms),
  asociatedFormsData: is.dictionary(v.object({ txt: short(dashboardLimits.label), order: v.number() })),
  /** The block of initiatives, and the questions of its rows that say that a phase was reached. */
  blockQuestion: v.nullable(is.questionId),
  phases: limited(phaseSchema, dashboardLimits.phases),
  iconIniciative: v.nullable(iconSchema),
} as const
/** One tab as an administrator writes it. */
export const dashboardContentSchema = v.variant('id', [v.object(general), v.object(dimension), v.object(institution)])
export type DashboardContent = Readonly<v.InferOutput<typeof dashboardContentSchema>>
export type GeneralContent = Extract<DashboardContent, { id: 'general' }>
export type DimensionContent = Extract<DashboardContent, { id: 'dimension' }>
export type InstitutionContent = Extract<DashboardContent, { id: 'institution' }>

/** Who left it so, and when. */
const mark = { by: is.userId, at: is.instant } as const
/** What is configured of a form's public dashboards: a row for each of the three tabs. */
export const dashboardSchema = v.variant('id', [
  v.object({ ...general, ...mark }),
  v.object({ ...dimension, ...mark }),
  v.object({ ...institution, ...mark }),
])
export type Dashboard = Readonly<v.InferOutput<typeof dashboardSchema>>
/** What somebody showed to visitors of a form's final results; without tabs it was taken away from them (DB15). */
export const showingSchema = v.object({
  /** The tabs as they were when they were shown: what is saved since is a draft. */
  tabs: v.pipe(v.array(dashboardSchema), v.maxLength(3)),
  /** Institutions that were named then. */
  institutionIds: v.array(is.institutionId),
  ...mark,
})
export type Showing = Readonly<v.InferOutput<typeof showingSchema>>
export const dashboardTabs = ['general', 'dimension', 'institution'] as const
export type DashboardTab = (typeof dashboardTabs)[number]

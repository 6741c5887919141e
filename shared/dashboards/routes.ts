import * as v from 'valibot'
import { doorFailures } from '../contract/door.ts'
import { route } from '../contract/route.ts'
import { workbookMime } from '../kernel/sheet.ts'
import * as is from '../kernel/schemas.ts'
import { breaks } from '../results/comparing.ts'
import { chartTypes, columnSchema, dashboardContentSchema, dashboardLimits, dashboardTabs } from './model.ts'
import { chosenMost } from './asked.ts'
import type { PublicResultsView } from './view.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const tabs = v.picklist(dashboardTabs)

// Configuration of what of a form everybody reads, for administrators.

/** An icon as it is brought: any picture's bytes. */
const broughtIcon = v.object({ type: v.string(), base64: v.pipe(v.string(), v.maxLength(dashboardLimits.iconBytes * 1.4)) })
const text = v.pipe(v.string(), v.maxLength(1_000))
const columns = v.pipe(v.array(columnSchema), v.maxLength(dashboardLimits.columns * 4))
const bodySchema = v.object({
  formId: v.optional(id),
  /** Of the general tab. */
  overallResultId: v.optional(text),
  /** Of the general tab and of the dimensions'. */
  questionreports: v.optional(columns),
  /** Of the institutions' tab. */
  asociatedForms: v.optional(v.pipe(v.array(id), v.maxLength(dashboardLimits.forms))),
  asociatedFormsData: v.optional(is.dictionary(v.object({ txt: text, order: v.number() }))),
  blockQuestion: v.optional(v.nullable(text)),
  phases: v.optional(
    v.pipe(
      v.array(v.object({ id: text, name: text, questionId: text, icon: v.nullable(broughtIcon) })),
      v.maxLength(dashboardLimits.phases),
    ),
  ),
  iconIniciative: v.optional(v.nullable(broughtIcon)),
  /** True: the tab is emptied, whatever else is said. */
  empty: v.optional(v.boolean()),
  /** `stamp` of what the caller saw; absent: whatever stands now. */
  seen: v.optional(v.nullable(v.string())),
})
const configurationSchema = v.object({
  formId: is.formId,
  content: dashboardContentSchema,
  /** Tells what stands from what stood; null where nobody configured it. */
  stamp: v.nullable(v.string()),
  /** Full name of who left it so, and when; null where nobody did. */
  by: v.nullable(v.string()),
  at: v.nullable(is.instant),
  /** The question of the general tab that tells how many people work there; '' where none does. */
  workers: is.questionId,
  /** Forms that can be shown beside it. */
  forms: is.list(v.object({ _id: is.formId, name: v.string() })),
})
export type Configuration = Readonly<v.InferOutput<typeof configurationSchema>>
const place = v.object({ form: id, tab: tabs })

export const configuration = route({
  name: 'dashboards.configuration',
  method: 'GET',
  path: 'reports/:form/publicreports/config/publicdashboard/:tab',
  summary: {
    es: 'Cómo está configurada una pestaña de los tableros públicos de un formulario: general, dimension o institution.',
    en: 'How a tab of a form’s public dashboards is configured: general, dimension or institution.',
  },
  access: 'administrator',
  params: place,
  reply: configurationSchema,
  fails: ['not_found'],
})

const contentFailures = [
  'dashboards_closed',
  'dashboards_incomplete',
  'dashboards_columns_many',
  'dashboards_bubble',
  'dashboards_question_unfit',
  'dashboards_image_missing',
  'dashboards_image_unknown',
  'dashboards_form_unknown',
  'icon_too_large',
  'icon_unreadable',
] as const

export const configure = route({
  name: 'dashboards.configure',
  method: 'POST',
  path: 'reports/:form/publicreports/config/publicdashboard/:tab',
  summary: {
    es: 'Guarda una pestaña de los tableros públicos de un formulario, sin mostrarla a los visitantes. Vaciar la general les quita el formulario.',
    en: 'Saves a tab of a form’s public dashboards without showing it to visitors. Emptying the general one takes the form away from them.',
  },
  access: 'administrator',
  params: place,
  body: bodySchema,
  reply: configurationSchema,
  fails: [...doorFailures, ...contentFailures, 'changed_meanwhile'],
  limits: { bodyBytes: 5_000_000 },
})

/** A figure of each institution that was published, for who configures: a column as it would be drawn. */
export const previewSchema = v.object({
  /** By institution, the largest first; of those alone that have a figure. */
  figures: is.list(v.object({ name: v.string(), value: v.number() })),
  /** Mean of all; null under three. */
  mean: v.nullable(v.number()),
  /** How many have none. */
  missing: v.number(),
  /** Whose figures they are: what was published, or, where nothing was yet, what is answered now. */
  of: v.picklist(['published', 'answers']),
})
export type ColumnPreview = Readonly<v.InferOutput<typeof previewSchema>>

export const preview = route({
  name: 'dashboards.preview',
  method: 'POST',
  path: 'reports/:form/publicreports/config/publicdashboard/preview/column',
  summary: {
    es: 'Las cifras que mostraría una columna, con los datos de hoy. No guarda nada.',
    en: 'The figures that a column would show, with the data of today. Nothing is saved.',
  },
  access: 'administrator',
  params: v.object({ form: id }),
  body: v.object({ column: columnSchema, overallResultId: text }),
  reply: previewSchema,
  fails: ['not_found', 'dashboards_incomplete', 'dashboards_question_unfit', 'dashboards_bubble', 'dashboards_columns_many'],
  limits: { pace: { burst: 60, perSecond: 5 } },
})

const institutionNames = is.list(v.object({ _id: is.institutionId, name: v.string() }))
/** What visitors see of a form, and what they would see of it as it stands. */
const showingReplySchema = v.object({
  formId: is.formId,
  /** Somebody showed it to visitors, and nobody took it away since. */
  shown: v.boolean(),
  /** Visitors read it now. */
  public: v.boolean(),
  /** Visitors read it now or from `from` on, once it is shown; false: its stages never come to it, or it is switched off. */
  told: v.boolean(),
  /** First day on which they find it; null: at once, or never. */
  from: v.nullable(is.day),
  /** Full name of who showed it, or took it away, and when; null where nobody did. */
  by: v.nullable(v.string()),
  at: v.nullable(is.instant),
  /** What visitors see is what is saved, and of every institution that was published. */
  current: v.boolean(),
  /** Its general tab is whole. */
  configured: v.boolean(),
  /** Institutions that visitors see. */
  visitors: institutionNames,
  /** Institutions that they would see: all with a published final result, but those that are hidden. */
  institutions: institutionNames,
  /** Stands for what they would see; who shows it says that they looked at it. */
  seen: v.string(),
})
export type ShowingReply = Readonly<v.InferOutput<typeof showingReplySchema>>

export const showing = route({
  name: 'dashboards.showing',
  method: 'GET',
  path: 'reports/:form/publicreports/showing',
  summary: {
    es: 'Qué ven los visitantes de un formulario, de qué instituciones, y qué verían si se les mostrara como está guardado.',
    en: 'What visitors see of a form, of which institutions, and what they would see if it were shown as it is saved.',
  },
  access: 'administrator',
  params: v.object({ form: id }),
  reply: showingReplySchema,
  fails: ['not_found'],
})

export const show = route({
  name: 'dashboards.show',
  method: 'POST',
  path: 'reports/:form/publicreports/showing',
  summary: {
    es: 'Muestra a los visitantes los resultados finales de un formulario como están guardados, con el nombre de cada institución. `seen` es el de la consulta que se revisó.',
    en: 'Shows a form’s final results to visitors as they are saved, with the name of each institution. `seen` is that of the reading that was looked at.',
  },
  access: 'administrator',
  params: v.object({ form: id }),
  body: v.object({ seen: v.pipe(v.string(), v.maxLength(200)) }),
  reply: showingReplySchema,
  fails: [...doorFailures, 'dashboards_unconfigured', 'dashboards_unpublished', 'dashboards_moved'],
})

export const hide = route({
  name: 'dashboards.hide',
  method: 'DELETE',
  path: 'reports/:form/publicreports/showing',
  summary: {
    es: 'Quita a los visitantes los resultados de un formulario, en cualquier etapa. La configuración queda como está.',
    en: 'Takes a form’s results away from visitors, in any stage. The configuration stays as it is.',
  },
  access: 'administrator',
  params: v.object({ form: id }),
  reply: showingReplySchema,
  fails: [...doorFailures],
})

export const previewPages = ['results', 'dimensionResults', 'institutionResults'] as const
export const previewShowing = route({
  name: 'dashboards.previewShowing',
  method: 'POST',
  path: 'reports/:form/publicreports/showing/preview',
  summary: {
    es: 'El documento de una página de resultados tal como la verían los visitantes, sin mostrársela.',
    en: 'The document of a page of results as visitors would see it, without showing it to them.',
  },
  access: 'administrator',
  params: v.object({ form: id }),
  body: v.object({
    at: v.picklist(previewPages),
    language: v.optional(v.picklist(['es', 'en']), 'es'),
    /** An institution that a visitor would choose. */
    institution: v.optional(v.nullable(id)),
  }),
  raw: { reply: 'text/html; charset=utf-8' },
  shown: true,
  fails: ['not_found', 'unavailable', 'dashboards_unconfigured', 'dashboards_unpublished'],
  limits: { pace: { burst: 60, perSecond: 5 } },
})

// What everybody reads of it, without a session.

const asked = v.object({
  formId: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(128)))),
  category: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(128)))),
  institutions: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(128))), v.maxLength(chosenMost))),
})
const named = v.object({ id: v.string(), name: v.string() })
const figures = is.dictionary(v.nullable(v.number()))
const dimensions = is.list(v.object({ id: is.dimensionId, name: v.string(), points: v.number(), max: v.number() }))
const shown = {
  id: v.string(),
  name: v.string(),
  subtitle: v.string(),
  preDecoration: v.string(),
  postDecoration: v.string(),
  isPercentual: v.boolean(),
  isBouble: v.boolean(),
  chartType: v.nullable(v.picklist(chartTypes)),
  isSum: v.boolean(),
} as const
const publicInstitution = v.object({
  id: is.institutionId,
  name: v.string(),
  points: v.number(),
  max: v.number(),
  maturity: v.string(),
  workers: v.nullable(v.number()),
  dimensions,
  figures,
  initiatives: v.nullable(v.number()),
  phases: is.list(v.object({ id: v.string(), name: v.string(), count: v.number() })),
  evolution: is.list(
    v.object({
      label: v.string(),
      points: v.number(),
      max: v.number(),
      broken: v.optional(v.picklist(breaks)),
      declared: v.optional(v.string()),
    }),
  ),
})
const meanSchema = v.nullable(v.object({ points: v.number(), max: v.number(), dimensions, figures }))
const viewSchema: v.GenericSchema<unknown, PublicResultsView> = v.object({
  forms: is.list(named),
  formId: v.nullable(is.formId),
  edition: v.optional(v.nullable(v.object({ version: v.number(), day: v.string() }))),
  categories: is.list(named),
  category: v.nullable(v.string()),
  institutions: is.list(named),
  chosen: is.list(publicInstitution),
  dimensions: is.list(v.object({ id: is.dimensionId, name: v.string(), max: v.number() })),
  mean: meanSchema,
  general: is.list(v.object(shown)),
  byDimension: is.list(v.object({ ...shown, dimensionId: is.dimensionId })),
  icons: is.dictionary(v.string()),
})
/** results_not_public: a form was named that is not public. Without one the newest is meant. */
const open = { access: 'public', fails: ['results_not_public'] } as const

export const publicResults = route({
  ...open,
  name: 'publicResults.view',
  method: 'POST',
  path: 'publicReports',
  summary: {
    es: 'Resultados públicos de un formulario: instituciones elegidas de una categoría, con la media de esa categoría y las columnas configuradas.',
    en: 'Public results of a form: the chosen institutions of a category, with the mean of that category and the configured columns.',
  },
  body: asked,
  reply: viewSchema,
})

const query = v.object({
  form: v.optional(v.pipe(v.string(), v.maxLength(128))),
  category: v.optional(v.pipe(v.string(), v.maxLength(128))),
  institutions: v.optional(v.pipe(v.string(), v.maxLength(400))),
})
export const readResults = route({
  ...open,
  name: 'publicResults.read',
  method: 'GET',
  path: 'publicReports/results',
  summary: {
    es: 'Lo mismo por dirección: `institutions` son identificadores separados por comas.',
    en: 'The same by address: `institutions` are ids with commas between them.',
  },
  query: v.object({ ...query.entries, lang: v.optional(v.picklist(['es', 'en'])) }),
  reply: viewSchema,
})

export const publicInstitutions = route({
  ...open,
  name: 'publicResults.institutions',
  method: 'POST',
  path: 'publicReports/institutions',
  summary: {
    es: 'Instituciones con resultados públicos en una categoría de un formulario.',
    en: 'Institutions with public results in a category of a form.',
  },
  body: asked,
  reply: v.object({
    formId: v.nullable(is.formId),
    category: v.nullable(v.string()),
    institutions: is.list(v.object({ _id: is.institutionId, name: v.string() })),
  }),
})

export const publicCategories = route({
  ...open,
  name: 'publicResults.categories',
  method: 'GET',
  path: 'publicReports/categories',
  summary: {
    es: 'Categorías con resultados públicos en un formulario; sin decir cuál, en el más reciente.',
    en: 'Categories with public results in a form; in the newest unless it is said.',
  },
  query: v.object({ form: query.entries.form }),
  reply: is.list(v.object({ _id: v.string(), name: v.string() })),
})

export const publicByInstitution = route({
  ...open,
  name: 'publicResults.byInstitution',
  method: 'POST',
  path: 'publicReports/byInstitution',
  summary: {
    es: 'Resultados públicos de hasta cuatro instituciones de una misma categoría.',
    en: 'Public results of up to four institutions of one category.',
  },
  body: asked,
  reply: v.object({ formId: v.nullable(is.formId), institutions: is.list(publicInstitution), mean: meanSchema }),
})

/** Tables that visitors take away: result has the points, the others what is on the page of that name. */
export const publicTables = ['result', ...dashboardTabs] as const
export type PublicTable = (typeof publicTables)[number]
const file = {
  raw: { reply: ['text/csv', workbookMime] },
  shown: true,
  fails: ['results_not_public'],
  access: 'public',
} as const
const format = v.optional(v.picklist(['csv', 'xlsx']))
export const exportPublic = route({
  ...file,
  name: 'publicResults.export',
  method: 'POST',
  path: 'publicReports/byInstitution/:report/export',
  summary: {
    es: 'Descarga como CSV o XLSX lo que muestran los resultados públicos: result, general, dimension o institution.',
    en: 'Downloads what public results show as CSV or XLSX: result, general, dimension or institution.',
  },
  params: v.object({ report: v.picklist(publicTables) }),
  body: v.object({ ...asked.entries, format }),
})
export const downloadPublic = route({
  ...file,
  name: 'publicResults.download',
  method: 'GET',
  path: 'publicReports/byInstitution/:report/export',
  summary: {
    es: 'La misma descarga por dirección, para un enlace.',
    en: 'The same download by address, for a link.',
  },
  params: v.object({ report: v.picklist(publicTables) }),
  query: v.object({ ...query.entries, format, lang: v.optional(v.picklist(['es', 'en'])) }),
})

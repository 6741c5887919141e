import * as v from 'valibot'
import { doorFailures } from '../contract/door.ts'
import { route } from '../contract/route.ts'
import type { ErrorCode } from '../errors.ts'
import { orientations } from '../institutions/model.ts'
import * as is from '../kernel/schemas.ts'
import { workbookMime } from '../kernel/sheet.ts'
import { workbookFailures } from '../questionnaires/routes.ts'
import { yearsTextMost } from './filter.ts'
import { openCategories, openReportLimits } from './model.ts'
import { descriptionSchema, titleSchema } from './mutations.ts'
import { differencesSchema, openSets, type OpenReply } from './replies.ts'
import type { OpenSet } from './model.ts'
import { openProblemSchema } from './workbook.ts'

const id = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))
const report = v.object({ id })

const reportView = v.object({
  _id: v.string(),
  title: v.string(),
  description: v.string(),
  date: is.instant,
  /** Full name of who added it. */
  by: v.string(),
  public: v.boolean(),
  fileName: v.string(),
  bytes: v.number(),
  years: is.list(v.number()),
  institutions: v.number(),
  initiatives: v.number(),
  /** Institutions that it counts and that are hidden or deleted by now; of the public one alone, 0 of the others. */
  withdrawn: v.number(),
})
export type OpenReportView = Readonly<v.InferOutput<typeof reportView>>

/** Why a file is not read as a workbook. */
const fileFailures = [
  'open_file_missing',
  'open_file_many',
  'open_file_format',
  ...workbookFailures,
  'too_large',
] as const satisfies readonly ErrorCode[]

/** A file and what stands around it in a form. */
const sent = { bodyBytes: openReportLimits.fileBytes + 100_000, pace: { burst: 10, perSecond: 0.2 } } as const

export const openReports = route({
  name: 'openData.reports',
  method: 'GET',
  path: 'openstatistics',
  summary: { es: 'Los reportes públicos, el más nuevo primero.', en: 'Public reports, the newest first.' },
  access: 'administrator',
  reply: is.list(reportView),
  fails: [],
})

export const addReport = route({
  name: 'openData.addReport',
  method: 'POST',
  path: 'openstatistics',
  summary: {
    es: 'Agrega un reporte público con su libro de Excel, campos `title`, `description` y `file`. Con una sola celda equivocada no se agrega nada; `openstatistics/check` dice cada una.',
    en: 'Adds a public report with its Excel workbook, fields `title`, `description` and `file`. With a single wrong cell nothing is added; `openstatistics/check` tells each of them.',
  },
  access: 'administrator',
  raw: { body: 'multipart/form-data' },
  reply: v.object({ _id: v.string() }),
  fails: [
    ...doorFailures,
    ...fileFailures,
    'open_title_missing',
    'open_title_long',
    'open_about_missing',
    'open_about_long',
    'open_workbook_wrong',
    'concurrent',
  ],
  limits: sent,
})

export const checkWorkbook = route({
  name: 'openData.checkWorkbook',
  method: 'POST',
  path: 'openstatistics/check',
  summary: {
    es: 'Lee un libro de estadísticas abiertas y dice qué trae y cada celda equivocada, sin agregarlo.',
    en: 'Reads a workbook of open statistics and tells what it holds and each wrong cell, without adding it.',
  },
  access: 'administrator',
  raw: { body: 'multipart/form-data' },
  reply: v.object({
    years: is.list(v.number()),
    institutions: v.number(),
    initiatives: v.number(),
    problems: is.list(openProblemSchema),
    /** How many there are beyond those that are told. */
    more: v.number(),
  }),
  fails: fileFailures,
  limits: sent,
})

export const removeReport = route({
  name: 'openData.removeReport',
  method: 'DELETE',
  path: 'openstatistics/:id',
  summary: { es: 'Elimina un reporte público.', en: 'Deletes a public report.' },
  access: 'administrator',
  params: report,
  reply: v.null(),
  fails: doorFailures,
})

export const publishReport = route({
  name: 'openData.publishReport',
  method: 'PUT',
  path: 'openstatistics/:id/publish/:isPublic',
  summary: {
    es: 'Activa o desactiva un reporte público: `true` o `false`. Sólo uno puede estar activo a la vez.',
    en: 'Turns a public report on or off: `true` or `false`. Only one can be on at a time.',
  },
  access: 'administrator',
  params: v.object({ id, isPublic: v.picklist(['true', 'false']) }),
  reply: v.object({ _id: v.string(), public: v.boolean() }),
  fails: [...doorFailures, 'open_report_active', 'open_report_unreadable'],
})

export const templateWorkbook = route({
  name: 'openData.template',
  method: 'GET',
  path: 'openstatistics/template',
  summary: { es: 'La plantilla del libro de estadísticas abiertas.', en: 'The template of the workbook of open statistics.' },
  access: 'administrator',
  params: v.object({}),
  raw: { reply: workbookMime },
  fails: [],
})

export const reportWorkbook = route({
  name: 'openData.workbook',
  method: 'GET',
  path: 'openstatistics/:id/workbook',
  summary: { es: 'El libro de un reporte público, tal como llegó.', en: 'The workbook of a public report, as it came.' },
  access: 'administrator',
  params: report,
  raw: { reply: 'application/octet-stream' },
  fails: ['not_found', 'attachment_missing'],
})

export const codesWorkbook = route({
  name: 'openData.codes',
  method: 'GET',
  path: 'openstatistics/codes',
  summary: {
    es: 'La lista privada de qué institución es cada código de los reportes generados, para completar su libro. No se publica.',
    en: 'The private list of which institution each code of generated reports is, to complete their workbook. It is not published.',
  },
  access: 'administrator',
  params: v.object({}),
  raw: { reply: workbookMime },
  fails: [],
})

/** What of a form's results the workbook does not say, and why. */
const noteSchema = v.object({
  /** Form, and where it is about one institution its name. */
  form: v.string(),
  institution: v.nullable(v.string()),
  code: v.string(),
  params: v.optional(is.sentenceParams),
})
export type GenerationNote = Readonly<v.InferOutput<typeof noteSchema>>
/** Notes that are told. */
export const notesMost = 200

export const generateReport = route({
  name: 'openData.generate',
  method: 'POST',
  path: 'openstatistics/generate',
  summary: {
    es: 'Agrega un reporte hecho con los resultados finales publicados de formularios, cada uno en el año en que se calcularon. `base` es un reporte cuyos otros años se conservan. Lo que no se encuentra se dice en `notes`.',
    en: 'Adds a report made of the published final results of forms, each in the year in which they were calculated. `base` is a report whose other years are kept. What is not found is told in `notes`.',
  },
  access: 'administrator',
  body: v.object({
    formIds: v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(128))), v.minLength(1), v.maxLength(10)),
    title: titleSchema,
    description: descriptionSchema,
    base: v.optional(v.nullable(id), null),
  }),
  reply: v.object({
    _id: v.string(),
    years: is.list(v.number()),
    institutions: v.number(),
    initiatives: v.number(),
    notes: is.list(noteSchema),
    more: v.number(),
  }),
  fails: [
    ...doorFailures,
    'concurrent',
    'open_results_none',
    'open_results_early',
    'open_results_category',
    'open_gen_capacity',
    'open_gen_hidden',
    'open_year_again',
    'open_report_unreadable',
    'open_workbook_wrong',
  ],
})

/** What of the public is asked: a filter that means something. Unknown parameters are dropped, and what is no filter is refused. */
export const openFilterSchema = v.object({
  years: v.optional(v.pipe(v.string(), v.maxLength(yearsTextMost), v.regex(/^(?:\d{4}(?:,\d{4})*)?$/))),
  category: v.optional(v.picklist(['', 'Todas', ...openCategories])),
  orientation: v.optional(v.picklist(['', 'Todas', ...orientations])),
})
/** open_data_none: no report is public · open_years_unknown: none of the years that were asked for is in the data. */
const readFailures = ['open_data_none', 'open_years_unknown'] as const satisfies readonly ErrorCode[]

const openSetRoute = <Of extends OpenSet>(path: string, set: Of, about: { readonly es: string; readonly en: string }) =>
  route({
    name: `openData.${set}`,
    method: 'GET',
    path: `publicReports/openstatistics/${path}`,
    summary: about,
    access: 'public',
    query: openFilterSchema,
    lists: ['years'],
    reply: openSets[set] as unknown as v.GenericSchema<unknown, OpenReply<Of>>,
    fails: readFailures,
  })

export const openStatus = route({
  name: 'openData.status',
  method: 'GET',
  path: 'publicReports/openstatistics',
  summary: { es: 'Si hay datos abiertos publicados.', en: 'Whether open data is published.' },
  access: 'public',
  reply: v.object({ status: v.boolean() }),
  fails: [],
})

export const openYears = route({
  name: 'openData.years',
  method: 'GET',
  path: 'publicReports/openstatistics/yearsavailable',
  summary: { es: 'Los años de los datos abiertos.', en: 'The years of open data.' },
  access: 'public',
  reply: is.list(v.number()),
  fails: ['open_data_none'],
})

export const openOrientations = route({
  name: 'openData.orientations',
  method: 'GET',
  path: 'publicReports/openstatistics/orientationsAvailable',
  summary: {
    es: 'Las orientaciones de las instituciones de los datos abiertos.',
    en: 'The orientations of the institutions of open data.',
  },
  access: 'public',
  reply: is.list(v.string()),
  fails: ['open_data_none'],
})

/** The sets by call. */
export const openSetRoutes = {
  keyCapability: openSetRoute('performanceKeyCapability', 'keyCapability', {
    es: 'Puntos por dimensión y capacidad.',
    en: 'Points by dimension and capacity.',
  }),
  methodologic: openSetRoute('colabOpenessMethodologic', 'methodologic', {
    es: 'Iniciativas y colaboración por fase.',
    en: 'Initiatives and collaboration by phase.',
  }),
  scoreDistribution: openSetRoute('scoreDistribution', 'scoreDistribution', {
    es: 'Puntajes de cada año, con mediana y desviación estándar.',
    en: 'Scores of each year, with median and standard deviation.',
  }),
  classDistribution: openSetRoute('distClassScoreCategory', 'classDistribution', {
    es: 'Puntajes por categoría y año.',
    en: 'Scores by category and year.',
  }),
  publicSectorIndex: openSetRoute('publicSectorIndex', 'publicSectorIndex', {
    es: 'Índice por sector público y año.',
    en: 'Index by public sector and year.',
  }),
  initiativeOrigin: openSetRoute('iniciativeOrigin', 'initiativeOrigin', {
    es: 'Origen de las iniciativas en 2022, 2023 y 2024.',
    en: 'Origin of initiatives in 2022, 2023 and 2024.',
  }),
  initiativeTypes: openSetRoute('iniciativeTypes', 'initiativeTypes', { es: 'Tipos de iniciativas.', en: 'Types of initiatives.' }),
  scopeChange: openSetRoute('scopeChange', 'scopeChange', {
    es: 'Ámbito de los cambios por sector público.',
    en: 'Scope of changes by public sector.',
  }),
  maturityLevels: openSetRoute('maturityLevels', 'maturityLevels', {
    es: 'Instituciones por nivel de madurez y año.',
    en: 'Institutions by level of maturity and year.',
  }),
  directedInitiatives: openSetRoute('directedInitiatives', 'directedInitiatives', {
    es: 'A quiénes se dirigen las iniciativas de cada año.',
    en: 'Whom the initiatives of each year are directed at.',
  }),
} as const

export const openAverages = route({
  name: 'openData.averageIndex',
  method: 'GET',
  path: 'publicReports/openstatistics/scoreDistribution/years/:years',
  summary: {
    es: 'El índice promedio de un año, o de varios separados por coma, con su cambio.',
    en: 'The mean index of a year, or of several separated by commas, with its change.',
  },
  access: 'public',
  params: v.object({ years: v.pipe(v.string(), v.maxLength(yearsTextMost), v.regex(/^\d{4}(?:,\d{4})*$/)) }),
  query: v.omit(openFilterSchema, ['years']),
  reply: openSets.averageIndex,
  fails: readFailures,
})

export const openDifferences = route({
  name: 'openData.differences',
  method: 'GET',
  path: 'publicReports/openstatistics/scoreDistribution/years/:from/:to',
  summary: {
    es: 'Cuánto cambió el índice promedio entre dos años: el segundo menos el primero.',
    en: 'By how much the mean index changed between two years: the second less the first.',
  },
  access: 'public',
  params: v.object({ from: v.pipe(v.string(), v.regex(/^\d{4}$/)), to: v.pipe(v.string(), v.regex(/^\d{4}$/)) }),
  query: v.omit(openFilterSchema, ['years']),
  reply: differencesSchema,
  fails: readFailures,
})

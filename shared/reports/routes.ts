import * as v from 'valibot'
import { route } from '../contract/route.ts'
import { workbookMime } from '../kernel/sheet.ts'
import * as is from '../kernel/schemas.ts'
import { reportFormats, reportKinds, reportLayouts, reportWishSchema } from './model.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const form = v.object({ form: id })

/** A table of a form, as CSV unless something else is asked for. It is made while it is read. */
const report = {
  method: 'GET',
  query: v.object({ format: v.optional(v.picklist(reportFormats)), layout: v.optional(v.picklist(reportLayouts)) }),
  raw: { reply: ['text/csv', workbookMime, 'application/zip'] },
  fails: ['not_found', 'forbidden', 'archive_running', 'archives_busy'],
} as const
const ofAdministrators = { ...report, access: 'administrator' } as const
const ofTheLab = { ...report, access: 'session' } as const

export const reportConfiguration = route({
  ...ofAdministrators,
  name: 'reports.configuration',
  path: 'reports/:form/institutions/configuration/export',
  summary: {
    es: 'Descarga la configuración de cada institución del formulario: líder, delegado, evaluador y quién responde por cada parte.',
    en: 'Downloads how each institution of the form is set up: leader, delegate, evaluator and who answers for each part.',
  },
  params: form,
})

export const reportAnswers = route({
  ...ofTheLab,
  name: 'reports.answers',
  path: 'reports/:form/institutions/answers/export',
  summary: {
    es: 'Descarga las respuestas de las instituciones del formulario: una línea por pregunta (long), una fila por institución (wide) o una línea por fila de bloque (rows). Quien evalúa recibe las suyas.',
    en: 'Downloads the answers of the form’s institutions: a line for each question (long), a row for each institution (wide), or a line for each row of a block (rows). Evaluators receive their own.',
  },
  params: form,
})

export const reportAllAnswers = route({
  ...ofTheLab,
  name: 'reports.allAnswers',
  path: 'reports/:form/institutions/answers/all/export',
  summary: {
    es: 'Descarga las respuestas de las instituciones del formulario con sus decisiones, y para administración también las de la encuesta.',
    en: 'Downloads the answers of the form’s institutions with their decisions, and for administrators those of the survey too.',
  },
  params: form,
})

export const reportEvaluationAnswers = route({
  ...ofTheLab,
  name: 'reports.evaluationAnswers',
  path: 'reports/:form/institutions/answers/evaluation/export',
  summary: {
    es: 'Descarga cada respuesta del formulario con lo que se decidió sobre ella.',
    en: 'Downloads each answer of the form with what was decided about it.',
  },
  params: form,
})

export const reportSurveyAnswers = route({
  ...ofAdministrators,
  name: 'reports.surveyAnswers',
  path: 'reports/:form/survey/answers/export',
  summary: {
    es: 'Descarga las respuestas de la encuesta de satisfacción.',
    en: 'Downloads the answers of the satisfaction survey.',
  },
  params: form,
})

export const reportAnswersHistory = route({
  ...ofTheLab,
  name: 'reports.answersHistory',
  path: 'reports/:form/institutions/:institution/answershistory/export',
  summary: {
    es: 'Descarga todo lo que se hizo en las respuestas de una institución, desde lo más antiguo.',
    en: 'Downloads everything that was done to the answers of an institution, the oldest first.',
  },
  params: v.object({ form: id, institution: id }),
})

export const reportResults = route({
  ...ofTheLab,
  name: 'reports.results',
  path: 'reports/:form/results/export',
  summary: {
    es: 'Descarga lo que se sabe hoy de cada institución: decisiones, puntaje máximo y, si el cálculo es manual, puntaje cargado.',
    en: 'Downloads what is known today of each institution: decisions, most points and, where calculation is manual, the points that were brought.',
  },
  params: form,
})

export const reportResultsByQuestion = route({
  ...ofTheLab,
  name: 'reports.resultsByQuestion',
  path: 'result/:form/questions/export',
  summary: {
    es: 'Descarga, por institución y pregunta con puntaje, lo que se decidió, su puntaje máximo y, si el cálculo es manual, el cargado.',
    en: 'Downloads, for each institution and question that is worth points, what was decided, its most points and, where calculation is manual, those that were brought.',
  },
  params: form,
})

/** A report that somebody asked for, to be made apart. */
export const reportJobSchema = v.object({
  id: v.string(),
  ...reportWishSchema.entries,
  kind: v.picklist(reportKinds),
  state: v.picklist(['waiting', 'running', 'ready', 'failed']),
  /** Steps that are behind it, of so many; both 0 before the first. */
  done: v.number(),
  total: v.number(),
  /** Reports of others that came before and wait too. */
  ahead: v.number(),
  /** Of its file; null before it is ready, and so is its size, in bytes. */
  name: v.nullable(v.string()),
  size: v.nullable(v.number()),
  /** Why it failed. */
  code: v.nullable(v.string()),
  createdAt: is.instant,
  /** When it goes; null before it is ready or failed. */
  expiresAt: v.nullable(is.instant),
})
export type ReportJob = Readonly<v.InferOutput<typeof reportJobSchema>>

const jobId = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/))

export const askReport = route({
  name: 'reports.ask',
  method: 'POST',
  path: 'reports/jobs',
  summary: {
    es: 'Pide un reporte que se prepara aparte y queda un día para descargarlo. El mismo id pide una sola vez.',
    en: 'Asks for a report that is made apart and stays for a day to be downloaded. The same id asks once.',
  },
  access: 'session',
  body: v.object({ id: jobId, ...reportWishSchema.entries, formId: id, institutionId: v.nullable(id) }),
  reply: reportJobSchema,
  fails: ['forbidden', 'administrators_only', 'not_found', 'reports_many'],
  limits: { pace: { burst: 20, perSecond: 0.5 } },
})

export const reportJobs = route({
  name: 'reports.jobs',
  method: 'GET',
  path: 'reports/jobs',
  summary: {
    es: 'Los reportes que quien llama pidió y aún puede descargar, con su avance.',
    en: 'The reports that the caller asked for and can still download, with how far they have come.',
  },
  access: 'session',
  reply: is.list(reportJobSchema),
  fails: [],
})

export const cancelReport = route({
  name: 'reports.cancel',
  method: 'DELETE',
  path: 'reports/jobs/:job',
  summary: {
    es: 'Cancela un reporte pedido, o borra el que ya está listo.',
    en: 'Cancels a report that was asked for, or removes one that is ready.',
  },
  access: 'session',
  params: v.object({ job: jobId }),
  reply: v.null(),
  fails: ['not_found'],
})

export const fetchReport = route({
  name: 'reports.fetch',
  method: 'GET',
  path: 'reports/:form/jobs/:job/file',
  summary: {
    es: 'Descarga un reporte que quien llama pidió y que está listo.',
    en: 'Downloads a report that the caller asked for and that is ready.',
  },
  access: 'session',
  params: v.object({ form: id, job: jobId }),
  raw: { reply: ['text/csv', workbookMime, 'application/zip'] },
  fails: ['not_found', 'forbidden', 'administrators_only'],
})

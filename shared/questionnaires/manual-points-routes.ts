import * as v from 'valibot'
import { fileNameSchema } from '../answers/model.ts'
import { route } from '../contract/route.ts'
import * as is from '../kernel/schemas.ts'
import { workbookMime } from '../kernel/sheet.ts'
import { rowProblemsSchema } from '../kernel/table.ts'
import { fileFailures, formFailures, sentFileTypes, templateFormats } from './routes.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const form = v.object({ form: id })

/** Most bytes of a table of obtained points. */
export const manualPointsMaxBytes = 10_000_000

export const calculationTypes = route({
  name: 'questionnaires.calculationTypes',
  method: 'GET',
  path: 'reports/calculate/types',
  summary: { es: 'Las formas de calcular los puntos de un formulario.', en: 'The ways in which points of a form come about.' },
  access: 'administrator',
  reply: is.list(v.object({ id: v.picklist([1, 2]), name: v.string() })),
  fails: [],
})

export const manualPointsTemplate = route({
  name: 'questionnaires.manualPointsTemplate',
  method: 'GET',
  path: 'reports/:form/templatePointsConfigManual/export',
  summary: {
    es: 'Descarga la plantilla de puntos obtenidos: una fila por institución que participa y pregunta con puntaje, con los puntos que rigen.',
    en: 'Downloads the template of obtained points: a row for each institution that takes part and question that is worth points, with those in force.',
  },
  access: 'administrator',
  params: form,
  query: v.object({ format: v.optional(v.picklist(templateFormats)) }),
  raw: { reply: ['text/csv', workbookMime] },
  fails: ['not_found', 'archive_running', 'archives_busy'],
})

const pointsSheetView = v.object({
  _id: v.string(),
  name: v.string(),
  at: is.instant,
  /** Full name of who uploaded it. */
  by: v.string(),
  rows: v.number(),
  institutions: v.number(),
  sizeBytes: v.number(),
})
export type PointsSheetView = Readonly<v.InferOutput<typeof pointsSheetView>>

const institutionPoints = v.object({
  _id: is.institutionId,
  code: v.string(),
  name: v.string(),
  /** What it obtained by the table in force; null when that says nothing of it, or nothing that holds today. */
  points: v.nullable(v.number()),
  /** Numbers of the questions whose points do not fit the form of today; the table in force is of another one. */
  stale: is.list(v.string()),
})
export type InstitutionPoints = Readonly<v.InferOutput<typeof institutionPoints>>

export const manualPoints = route({
  name: 'questionnaires.manualPoints',
  method: 'GET',
  path: 'reports/:form/pointsConfigManual',
  summary: {
    es: 'La planilla de puntos que rige, las anteriores, y lo que cada institución obtiene con ella. Rige cuando el cálculo es manual.',
    en: 'The table of points in force, the earlier ones, and what each institution obtains by it. It counts while calculation is manual.',
  },
  access: 'administrator',
  params: form,
  reply: v.object({
    calculatedBy: v.picklist([1, 2]),
    /** Questions that are worth points. */
    questions: v.number(),
    sheet: v.nullable(pointsSheetView),
    /** Newest first. */
    earlier: is.list(pointsSheetView),
    institutions: is.list(institutionPoints),
  }),
  fails: ['not_found'],
})

export type ManualPointsView = Readonly<v.InferOutput<NonNullable<typeof manualPoints.reply>>>

export const manualPointsFile = route({
  name: 'questionnaires.manualPointsFile',
  method: 'GET',
  path: 'reports/:form/pointsConfigManual/:sheet/export',
  summary: {
    es: 'Una planilla de puntos que se subió, tal como llegó.',
    en: 'A table of points that was uploaded, as it came.',
  },
  access: 'administrator',
  params: v.object({ form: id, sheet: id }),
  raw: { reply: 'application/octet-stream' },
  fails: ['not_found', 'attachment_missing'],
})

export const uploadManualPoints = route({
  name: 'questionnaires.uploadManualPoints',
  method: 'POST',
  path: 'reports/:form/uploadPointsConfigManual',
  summary: {
    es: 'Carga los puntos obtenidos con una tabla en CSV, XLSX o XLS como la plantilla, en lugar de la que rige, y deja el cálculo en manual. Con una sola fila equivocada no cambia nada: responde 422, y `data.problems` dice cada una con su frase.',
    en: 'Takes obtained points from a table in CSV, XLSX or XLS like the template, in place of the one in force, and makes calculation manual. With a single wrong row nothing changes: it answers 422, and `data.problems` tells each of them with its sentence.',
  },
  access: 'administrator',
  params: form,
  query: v.object({
    name: v.optional(fileNameSchema),
    /** The table in force that the caller saw, `none` where there was none: another one since is not replaced. Without it what stands counts as seen. */
    seen: v.optional(id),
  }),
  raw: { body: sentFileTypes },
  reply: v.object({
    /** The table in force; null when nothing was taken. */
    sheet: v.nullable(pointsSheetView),
    ...rowProblemsSchema.entries,
  }),
  fails: [...fileFailures, ...formFailures, 'table_wrong', 'points_nothing', 'points_form_moved', 'points_out_of_bounds'],
  limits: { bodyBytes: manualPointsMaxBytes, pace: { burst: 10, perSecond: 0.2 } },
})

import * as v from 'valibot'
import { fileNameSchema } from '../answers/model.ts'
import { route } from '../contract/route.ts'
import { workbookMime } from '../kernel/sheet.ts'
import { rowProblemsSchema } from '../kernel/table.ts'
import { fileFailures, formFailures, sentFileTypes, templateFormats } from './routes.ts'

const form = v.object({ form: v.pipe(v.string(), v.minLength(1), v.maxLength(128)) })

/** Institutions whose answers one file changes: all of them are open in one transaction. */
export const institutionsMost = 400

/** Most bytes of a table of administrative answers. */
export const administrativeMaxBytes = 10_000_000

export const downloadAdministrative = route({
  name: 'questionnaires.downloadAdministrative',
  method: 'GET',
  path: 'form/:form/downloadAdministrativeQuestions',
  summary: {
    es: 'Descarga la plantilla de las preguntas administrativas: una fila por institución y pregunta, con lo que está respondido.',
    en: 'Downloads the template of the administrative questions: a row for each institution and question, with what is answered.',
  },
  access: 'administrator',
  params: form,
  query: v.object({ format: v.optional(v.picklist(templateFormats)) }),
  raw: { reply: ['text/csv', workbookMime] },
  fails: ['not_found', 'archive_running', 'archives_busy'],
})

export const uploadAdministrative = route({
  name: 'questionnaires.uploadAdministrative',
  method: 'POST',
  path: 'form/:form/uploadAdministrativeQuestions',
  summary: {
    es: 'Responde las preguntas administrativas con una tabla en CSV, XLSX o XLS como la plantilla. Con una sola fila equivocada no cambia nada: responde 422, y `data.problems` dice cada una con su frase. Una fila sin valor no cambia nada.',
    en: 'Answers the administrative questions with a table in CSV, XLSX or XLS like the template. With a single wrong row nothing changes: it answers 422, and `data.problems` tells each of them with its sentence. A row without a value changes nothing.',
  },
  access: 'administrator',
  params: form,
  /** What the file is called, which the histories tell. */
  query: v.object({ name: v.optional(fileNameSchema) }),
  raw: { body: sentFileTypes },
  reply: v.object({
    /** How many institutions and answers it changed, and how many rows said what stood. */
    institutions: v.number(),
    answers: v.number(),
    unchanged: v.number(),
    ...rowProblemsSchema.entries,
  }),
  fails: [
    ...fileFailures,
    ...formFailures,
    'table_wrong',
    'question_retired',
    'question_not_administrative',
    'participant_removed',
    'table_institutions_many',
  ],
  limits: { bodyBytes: administrativeMaxBytes, pace: { burst: 10, perSecond: 0.2 } },
})

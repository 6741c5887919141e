import * as v from 'valibot'
import { route } from '../contract/route.ts'
import { workbookMime } from '../kernel/sheet.ts'
import { answeringFailures, doorFailures } from '../contract/door.ts'
import { threadSchema } from '../comments/model.ts'
import * as is from '../kernel/schemas.ts'
import { levelSchema, restValueSchema } from './model.ts'
import { countersSchema } from './rules.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const form = v.object({ form: id })
/** Position of a row in its block; -1 outside blocks. Text in older callers. */
const index = v.optional(v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.integer()), -1)

const saving = v.object({ questionId: id, answer: v.unknown(), index, institution: v.optional(id), justification: v.optional(v.string()) })

const fileEventSchema = v.object({
  date: is.instant,
  user: v.string(),
  value: v.object({ action: v.string(), fileName: v.string() }),
})
export type FileEvent = Readonly<v.InferOutput<typeof fileEventSchema>>

const commentViewSchema = v.object({
  content: v.nullable(v.string()),
  user: v.string(),
  extra: is.list(v.object({ content: v.nullable(v.string()), user: v.string() })),
  userWillReply: v.nullable(is.userId),
  userReplyComment: v.boolean(),
  updateAnswer: v.boolean(),
  state: threadSchema.entries.state,
})
export type CommentView = Readonly<v.InferOutput<typeof commentViewSchema>>

/** An answer as a screen shows it. */
export const answerViewSchema = v.object({
  questionId: is.questionId,
  /** Row of the block; -1 outside blocks. */
  index: v.number(),
  actual: restValueSchema,
  level: v.nullable(levelSchema),
  changeAnswer: v.boolean(),
  justification: v.nullable(v.string()),
  noAttachment: v.boolean(),
  isAttachedFile: v.boolean(),
  attachedFiles: is.list(v.object({ id: is.attachmentId, name: v.string() })),
  fileHistory: is.list(fileEventSchema),
  comment: v.nullable(commentViewSchema),
  /** Of a block: what its rows have, by the row's position and the question's id. Empty outside blocks. */
  commentBlockChild: is.dictionary(is.dictionary(commentViewSchema)),
  changeAnswerChild: is.dictionary(is.dictionary(v.boolean())),
})
export type AnswerView = Readonly<v.InferOutput<typeof answerViewSchema>>

/** Value that stands, and the ids of the answers that it cleared. */
const saved = v.object({ answer: answerViewSchema, dependentDelete: is.list(v.string()) })
export type Saved = Readonly<v.InferOutput<typeof saved>>

/** Why a value does not stand. */
const writing = [
  ...answeringFailures,
  'needs_review',
  'number_range',
  'number_decimals',
  'number_unread',
  'number_ambiguous',
  'date_unread',
  'date_range',
  'text_too_long',
  'words_too_few',
  'options_too_many',
  'options_too_few',
  'option_unknown',
  'extra_missing',
  'rows_too_many',
  'justification_missing',
  'answer_missing',
  'survey_leaders_only',
  'survey_sent',
  'too_large',
] as const

type Summary = { readonly es: string; readonly en: string }

function saveRoutes(variant: '' | 'Admin' | 'Survey', access: 'session' | 'administrator', who: Summary) {
  const base = `form/:form/saveQuestionAnswer${variant}`
  const named = `answers.save${variant}`
  return {
    plain: route({
      name: named,
      method: 'POST',
      path: base,
      summary: { es: `Guarda una respuesta${who.es}.`, en: `Saves an answer${who.en}.` },
      access,
      params: form,
      body: saving,
      reply: saved,
      fails: writing,
    }),
    parent: route({
      name: `${named}Block`,
      method: 'POST',
      path: `${base}/block/parent`,
      summary: { es: `Guarda cuántas filas tiene un bloque${who.es}.`, en: `Saves how many rows a block has${who.en}.` },
      access,
      params: form,
      body: saving,
      reply: saved,
      fails: writing,
    }),
    child: route({
      name: `${named}Row`,
      method: 'POST',
      path: `${base}/block/child/:index`,
      summary: { es: `Guarda una respuesta en una fila de un bloque${who.es}.`, en: `Saves an answer in one row of a block${who.en}.` },
      access,
      params: v.object({ form: id, index: v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number)) }),
      body: saving,
      reply: saved,
      fails: writing,
    }),
  }
}

export const save = saveRoutes('', 'session', { es: '', en: '' })
export const saveAdmin = saveRoutes('Admin', 'administrator', {
  es: ', por la administración que actúa en nombre de la institución',
  en: ', by an administrator acting for the institution',
})
export const saveSurvey = saveRoutes('Survey', 'session', { es: ' de la encuesta de satisfacción', en: ' of the satisfaction survey' })

export const clear = route({
  name: 'answers.clear',
  method: 'POST',
  path: 'form/:form/deleteQuestionAnswer',
  summary: { es: 'Limpia una respuesta; su historia queda.', en: 'Clears an answer; its history stays.' },
  access: 'session',
  params: form,
  body: v.object({ questionId: id, index, institution: v.optional(id) }),
  reply: saved,
  fails: writing,
})

export const resize = route({
  name: 'answers.resize',
  method: 'PATCH',
  path: 'form/:form/resizeQuestionAnswer',
  summary: {
    es: 'Cambia cuántas filas tiene un bloque; se quitan desde el final.',
    en: 'Changes how many rows a block has; rows go from its end.',
  },
  access: 'session',
  params: form,
  body: v.object({ questionId: id, size: v.pipe(v.number(), v.integer(), v.minValue(0)), institution: v.optional(id) }),
  reply: saved,
  fails: writing,
})

export const list = route({
  name: 'answers.list',
  method: 'POST',
  path: 'form/:form/getAnswers',
  summary: { es: 'Respuestas de una institución que quien llama puede ver.', en: 'Answers of one institution that the caller sees.' },
  access: 'session',
  params: form,
  body: v.object({ institution: v.optional(id), questionIds: v.optional(v.array(id)) }),
  reply: is.list(answerViewSchema),
  fails: ['not_found'],
})

export const calculated = route({
  name: 'answers.calculated',
  method: 'POST',
  path: 'form/:form/calculated',
  summary: {
    es: 'Pendientes del formulario y de cada dimensión y subdimensión. Con `option`, la administración elige cómo se obtiene el puntaje: 1 automáticamente, 2 manualmente.',
    en: 'Pending counters of the form and of each dimension and sub-dimension. With `option` an administrator chooses how points come about: 1 automatically, 2 manually.',
  },
  access: 'session',
  params: form,
  body: v.object({ institution: v.optional(id), option: v.optional(v.picklist(['1', '2'])) }),
  reply: v.union([
    v.object({ total: countersSchema, byDimension: is.dictionary(countersSchema) }),
    v.object({ calculatedBy: v.picklist([1, 2]) }),
  ]),
  fails: [...doorFailures, 'administrators_only', 'changed_meanwhile'],
})

export const exportAnswers = route({
  name: 'answers.export',
  method: 'GET',
  path: 'form/:form/institution/:institution/answers/export',
  summary: {
    es: 'Descarga en CSV, con marca de orden de bytes, o como planilla, las respuestas que quien llama puede ver.',
    en: 'Downloads the answers that the caller sees as CSV, with a byte-order mark, or as a workbook.',
  },
  access: 'session',
  params: v.object({ form: id, institution: id }),
  query: v.object({ format: v.optional(v.picklist(['csv', 'xlsx'])) }),
  raw: { reply: ['text/csv', workbookMime] },
  fails: ['not_found'],
  limits: { pace: { burst: 20, perSecond: 0.5 } },
})

export const exportAllAnswers = route({
  name: 'answers.exportAll',
  method: 'GET',
  path: 'form/:form/answers/export',
  summary: {
    es: 'Descarga en CSV, con marca de orden de bytes, o como planilla, las respuestas de todas las instituciones a las que llega quien llama. Se arma mientras se lee: si algo falla a medio camino, la descarga se corta.',
    en: 'Downloads as CSV, with a byte-order mark, or as a workbook, the answers of every institution that the caller reaches. It is made while it is read: if something fails on the way, the download breaks off.',
  },
  access: 'session',
  params: form,
  query: v.object({ format: v.optional(v.picklist(['csv', 'xlsx'])) }),
  raw: { reply: ['text/csv', workbookMime] },
  fails: ['not_found', 'archive_running', 'archives_busy'],
})

export const printQuestionnaire = route({
  name: 'answers.print',
  method: 'GET',
  path: 'form/:form/institution/:institution/questionnaire/pdf',
  summary: {
    es: 'Descarga en PDF, para imprimir, las respuestas que quien llama puede ver; con `blank`, las preguntas en blanco con espacio para anotar.',
    en: 'Downloads as PDF, to be printed, the answers that the caller sees; with `blank`, the questions with room to write.',
  },
  access: 'session',
  params: v.object({ form: id, institution: id }),
  query: v.object({ language: v.optional(v.picklist(['es', 'en'])), blank: v.optional(v.picklist(['true', 'false'])) }),
  raw: { reply: ['application/pdf'] },
  fails: ['not_found', 'report_failed'],
  limits: { pace: { burst: 10, perSecond: 0.2 } },
})

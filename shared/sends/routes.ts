import * as v from 'valibot'
import { doorFailures } from '../contract/door.ts'
import { route } from '../contract/route.ts'
import * as is from '../kernel/schemas.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const params = v.object({ form: id })
/** Which institution the lab's people mean. */
const meant = v.object({ institution: v.optional(id) })

/** One line of the pre-check (SE1). */
const precheckLineSchema = v.object({
  name: v.string(),
  text: v.string(),
  errorplaceholder: v.string(),
  errorMsg: v.string(),
  userName: v.string(),
  blocking: v.boolean(),
})
export type PrecheckLine = Readonly<v.InferOutput<typeof precheckLineSchema>>

const sending = [
  ...doorFailures,
  'stage_closed',
  'form_sent',
  'form_disabled',
  'administrators_only',
  'precheck_failed',
  'changed_since_review',
  'blobs_pending',
  'nothing_to_send',
  'survey_leaders_only',
  'survey_sent',
  'survey_incomplete',
  'evaluator_not_assigned',
  'not_locked',
  'evaluation_sent',
  'evaluation_incomplete',
  'no_evaluation_needed',
] as const

export const precheckSend = route({
  name: 'sends.precheck',
  method: 'GET',
  path: 'form/send/:form',
  summary: {
    es: 'Lo que falta para que quien llama pueda enviar; para quien evalúa, lo que impide enviar las evaluaciones de la ronda.',
    en: 'What stands between the caller and their send; for an evaluator what keeps the evaluations of the round from being sent.',
  },
  access: 'session',
  params,
  query: meant,
  reply: v.object({ msg: v.string(), data: is.list(precheckLineSchema), err: v.boolean() }),
  fails: ['not_found', 'stage_closed', 'not_locked', 'evaluation_sent'],
})

export const sendAnswers = route({
  name: 'sends.send',
  method: 'POST',
  path: 'form/send/:form',
  summary: {
    es: 'Envía las respuestas de quien llama al nivel siguiente; las del liderazgo van a la evaluación, las de quien evalúa son de una ronda.',
    en: 'Sends the caller’s answers to the next level; the leader’s send goes to the evaluation, an evaluator’s is of a round.',
  },
  access: 'session',
  params,
  query: meant,
  reply: v.object({ msg: v.string(), receipt: v.nullable(v.string()) }),
  fails: sending,
})

export const sendSurvey = route({
  name: 'sends.survey',
  method: 'POST',
  path: 'form/:form/survey/send',
  summary: { es: 'Envía la encuesta de satisfacción, una sola vez.', en: 'Sends the satisfaction survey, once.' },
  access: 'session',
  params,
  reply: v.object({ msg: v.string() }),
  fails: sending,
})

/** A receipt as paper: for who reads it in the application. */
export const receiptPdf = route({
  name: 'sends.receiptPdf',
  method: 'GET',
  path: 'form/:form/institution/:institution/receipt/:send/export',
  summary: {
    es: 'Descarga en PDF el comprobante de un envío, con la dirección donde cualquiera lo comprueba.',
    en: 'Downloads the receipt of a send as PDF, with the address where anybody checks it.',
  },
  access: 'session',
  params: v.object({ form: id, institution: id, send: v.pipe(v.string(), v.minLength(1), v.maxLength(160)) }),
  query: v.object({ language: v.optional(v.picklist(['es', 'en'])) }),
  raw: { reply: 'application/pdf' },
  fails: ['not_found', 'report_failed'],
  limits: { pace: { burst: 10, perSecond: 1 } },
})

/** What anybody is told of a receipt whose number and code they know (RT3). */
export const checkedReceiptSchema = v.object({
  number: v.string(),
  institution: v.string(),
  form: v.string(),
  sentAt: is.instant,
  answers: v.number(),
  files: v.number(),
  /** Null while it stands. */
  recalledAt: v.nullable(is.instant),
  /** code: its first characters are right · whole: all of the digest is. */
  match: v.picklist(['code', 'whole']),
})
export type CheckedReceipt = Readonly<v.InferOutput<typeof checkedReceiptSchema>>

export const checkReceipt = route({
  name: 'sends.checkReceipt',
  method: 'POST',
  path: 'receipts/check',
  summary: {
    es: 'Comprueba un comprobante por su número y su código, que son los primeros 16 caracteres de la huella, o la huella completa.',
    en: 'Checks a receipt by its number and its code, which is the first 16 characters of its digest, or the whole digest.',
  },
  access: 'public',
  body: v.object({ number: v.pipe(v.string(), v.maxLength(120)), code: v.pipe(v.string(), v.maxLength(200)) }),
  reply: checkedReceiptSchema,
  fails: ['receipt_unknown', 'too_many_requests'],
  limits: { bodyBytes: 2000 },
})

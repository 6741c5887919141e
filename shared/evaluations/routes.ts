import * as v from 'valibot'
import { route } from '../contract/route.ts'
import { restValueSchema } from '../answers/model.ts'
import { doorFailures } from '../contract/door.ts'
import { formViewSchema } from '../forms/routes.ts'
import * as is from '../kernel/schemas.ts'
import { decisions } from './model.ts'
import { privileges } from '../privileges/model.ts'
import { evaluatorRowSchema } from './evaluator-row.ts'
import { participantStates } from './progress.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const position = v.pipe(v.string(), v.regex(/^-?\d{1,4}$/), v.transform(Number))
const place = { form: id, institution: id }
const body = v.object({
  decision: v.picklist(decisions),
  comment: v.nullish(v.string()),
  answerRev: v.optional(v.pipe(v.number(), v.integer())),
  /** Id of the file that the caller saw beside it, null for none; the one that stands where nobody says. */
  file: v.optional(v.nullable(id)),
})
const msg = v.object({ msg: v.string() })

/** Decision on one question as screens show it. */
const evaluationViewSchema = v.object({
  questionId: is.questionId,
  /** Row of the block; -1 outside blocks. */
  index: v.number(),
  decision: v.picklist(decisions),
  comment: v.nullable(v.string()),
  changeEvaluation: v.boolean(),
  user: v.string(),
  /** Block whose row it is of; null outside blocks. */
  block: v.nullable(is.questionId),
})
export type EvaluationView = Readonly<v.InferOutput<typeof evaluationViewSchema>>

/** Most lines of a question's history in one reply, and as many as come when nobody says how many. */
export const traceMaxRows = 1000

/** One line of a question's history (AN10). */
const traceRowSchema = v.object({
  _id: v.string(),
  date: is.instant,
  receivedAt: is.instant,
  action: v.string(),
  value: restValueSchema,
  text: v.nullable(v.string()),
  userName: v.string(),
  role: v.string(),
  /** How many more of the same person were not applied between the lines before and after, which this one stands for; absent for none (AN18). */
  more: v.optional(v.number()),
})
export type TraceRow = Readonly<v.InferOutput<typeof traceRowSchema>>

const deciding = [
  ...doorFailures,
  'stage_closed',
  'form_sent',
  'form_disabled',
  'administrators_only',
  'question_retired',
  'row_missing',
  'answer_missing',
  'blobs_pending',
  'evaluator_not_assigned',
  'not_locked',
  'evaluated_old_revision',
  'evaluated_old_file',
  'already_decided',
  'observation_empty',
  'decision_not_allowed',
  'evaluation_sent',
  'evaluation_incomplete',
  'no_evaluation_needed',
] as const

export const decide = route({
  name: 'evaluations.decide',
  method: 'POST',
  path: 'evaluator/evaluate/form/:form/institution/:institution/question/:question',
  summary: { es: 'Acepta, rechaza u observa una respuesta.', en: 'Accepts, rejects or observes an answer.' },
  access: 'session',
  params: v.object({ ...place, question: id }),
  body,
  reply: msg,
  fails: deciding,
})

export const decideRow = route({
  name: 'evaluations.decideRow',
  method: 'POST',
  path: 'evaluator/evaluate/form/:form/institution/:institution/question/:question/index/:index/question/:child',
  summary: {
    es: 'Acepta, rechaza u observa una respuesta en una fila de un bloque.',
    en: 'Accepts, rejects or observes an answer in one row of a block.',
  },
  access: 'session',
  params: v.object({ ...place, question: id, index: position, child: id }),
  body,
  reply: msg,
  fails: deciding,
})

export const acceptAll = route({
  name: 'evaluations.acceptAll',
  method: 'POST',
  path: 'evaluator/evaluate/form/:form/institution/:institution/all',
  summary: {
    es: 'Acepta cada pregunta respondida que aún no tiene decisión.',
    en: 'Accepts every answered question that has no decision yet.',
  },
  access: 'session',
  params: v.object(place),
  reply: msg,
  fails: deciding,
})

export const evaluations = route({
  name: 'evaluations.list',
  method: 'GET',
  path: 'evaluator/evaluations/form/:form/institution/:institution',
  summary: {
    es: 'Decisiones que quien llama puede ver: quien evalúa también sus borradores, la institución lo que se le envió.',
    en: 'Decisions that the caller sees: an evaluator their drafts too, an institution what was sent to it.',
  },
  access: 'session',
  params: v.object(place),
  reply: is.list(evaluationViewSchema),
  fails: ['not_found'],
})

export const sendEvaluation = route({
  name: 'evaluations.send',
  method: 'POST',
  path: 'evaluator/send/form/:form/institution/:institution',
  summary: { es: 'Envía la evaluación de la ronda en curso.', en: 'Sends the evaluation of the current round.' },
  access: 'session',
  params: v.object(place),
  reply: msg,
  fails: deciding,
})

export const traceability = route({
  name: 'evaluations.traceability',
  method: 'GET',
  path: 'questionTraceability/form/:form/institution/:institution/question/:question/child/:index',
  summary: {
    es: 'Historia de una pregunta, lo más reciente primero, por páginas; index es la fila de su bloque, o -1.',
    en: 'History of a question, newest first, in pages; index is the row of its block, or -1.',
  },
  access: 'session',
  params: v.object({ ...place, question: id, index: position }),
  query: v.object({
    /** Line after which the page begins: the last of the page before. */
    after: v.optional(v.pipe(v.string(), v.maxLength(200))),
    limit: v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number), v.minValue(1), v.maxValue(traceMaxRows))),
  }),
  reply: is.list(traceRowSchema),
  fails: ['not_found'],
})

/** One institution in its evaluator's list (EV15). */
const overviewRowSchema = v.object({
  ...evaluatorRowSchema.entries,
  institutionId: is.institutionId,
  name: v.string(),
  evaluatorId: v.nullable(is.userId),
  /** Revisions that ended without having been sent, with how many units nobody decided (EV16). */
  unsent: is.list(v.object({ stageId: is.stageId, undecided: v.number() })),
})
export type OverviewRow = Readonly<v.InferOutput<typeof overviewRowSchema>>

export const overview = route({
  name: 'evaluations.overview',
  method: 'GET',
  path: 'evaluator/overview/form/:form',
  summary: {
    es: 'Avance de cada institución que evalúa quien llama, también mientras sus respuestas son solo de ella.',
    en: 'Progress of each institution that the caller evaluates, also while its answers are its own.',
  },
  access: 'session',
  params: v.object({ form: id }),
  reply: is.list(overviewRowSchema),
  fails: ['not_found'],
})

/** A form as the list of who evaluates in it shows it. */
const evaluatedFormSchema = v.object({
  ...formViewSchema.entries,
  description: v.string(),
  /** First and last day of its stages; empty without any. */
  period: v.string(),
  numStages: v.number(),
  /** Institutions of it that the caller reaches. */
  numInstitutions: v.number(),
  /** What the caller may do now in at least one of them. */
  privileges: is.list(v.picklist(privileges)),
})
export type EvaluatedForm = Readonly<v.InferOutput<typeof evaluatedFormSchema>>

/** One institution of it, by the names of the list's columns. */
const evaluatedInstitutionSchema = v.object({
  id: is.institutionId,
  name: v.string(),
  /** Full name; null when the account is gone. */
  institutionalLeader: v.nullable(v.string()),
  /** 0 to 100: of the round in a revision, of the input otherwise. */
  advance: v.number(),
  state: v.picklist(participantStates),
  observedQuestions: v.number(),
  questionsNotAccepted: v.number(),
  evaluator: v.nullable(is.userId),
  locked: v.boolean(),
  selectToSend: v.boolean(),
})
export type EvaluatedInstitution = Readonly<v.InferOutput<typeof evaluatedInstitutionSchema>>

export const evaluatedForms = route({
  name: 'evaluations.forms',
  method: 'GET',
  path: 'form/evaluator',
  summary: {
    es: 'Los formularios habilitados en que evalúa quien llama, con sus etapas y lo que puede hacer ahora. Para la administración, todos aquellos en que participa alguien.',
    en: 'The enabled forms in which the caller evaluates, with their stages and what they may do now. For administrators, all in which anybody takes part.',
  },
  access: 'session',
  reply: v.object({ formIds: is.list(is.formId), formById: is.dictionary(evaluatedFormSchema) }),
  fails: [],
})

export const evaluatedForm = route({
  name: 'evaluations.form',
  method: 'GET',
  path: 'form/evaluator/:form',
  summary: {
    es: 'Un formulario en que evalúa quien llama, con cada institución que alcanza: avance, estado, observadas, no aceptadas, y si se puede enviar.',
    en: 'A form in which the caller evaluates, with each institution that they reach: advance, state, observed, not accepted, and whether it can be sent.',
  },
  access: 'session',
  params: v.object({ form: id }),
  reply: v.object({
    form: evaluatedFormSchema,
    institutionIds: is.list(is.institutionId),
    institutionById: is.dictionary(evaluatedInstitutionSchema),
  }),
  fails: ['not_found'],
})

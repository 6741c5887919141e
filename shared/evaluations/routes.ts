import * as v from 'valibot'
import { route } from '../contract/route.ts'
import { decisions, type Decision } from './model.ts'
import type { EvaluatorRow } from './progress.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const position = v.pipe(v.string(), v.regex(/^-?\d{1,4}$/), v.transform(Number))
const place = { form: id, institution: id }
const body = v.object({
  decision: v.picklist(decisions),
  comment: v.nullish(v.string()),
  answerRev: v.optional(v.pipe(v.number(), v.integer())),
})
const msg = v.object({ msg: v.string() })

/** Decision on one question as screens show it (institution-area §3, "Evaluation per question"). */
export interface EvaluationView {
  readonly questionId: string
  /** Row of the block; -1 outside blocks. */
  readonly index: number
  readonly decision: Decision
  readonly comment: string | null
  readonly changeEvaluation: boolean
  readonly user: string
}

/** One line of a question's history (institution-area §2, "Question history modal"). */
/** Most lines of a question's history in one reply, and as many as come when nobody says how many. */
export const traceMaxRows = 1000

export interface TraceRow {
  readonly _id: string
  readonly date: string
  readonly receivedAt: string
  readonly action: string
  readonly value: unknown
  readonly text: string | null
  readonly userName: string
  readonly role: string
}

export const decide = route({
  name: 'evaluations.decide',
  method: 'POST',
  path: 'evaluator/evaluate/form/:form/institution/:institution/question/:question',
  summary: 'Accepts, rejects or observes an answer.',
  access: 'session',
  params: v.object({ ...place, question: id }),
  body,
  reply: msg,
})

export const decideRow = route({
  name: 'evaluations.decideRow',
  method: 'POST',
  path: 'evaluator/evaluate/form/:form/institution/:institution/question/:question/index/:index/question/:child',
  summary: 'Accepts, rejects or observes an answer in one row of a block.',
  access: 'session',
  params: v.object({ ...place, question: id, index: position, child: id }),
  body,
  reply: msg,
})

export const acceptAll = route({
  name: 'evaluations.acceptAll',
  method: 'POST',
  path: 'evaluator/evaluate/form/:form/institution/:institution/all',
  summary: 'Accepts every answered question that has no decision yet.',
  access: 'session',
  params: v.object(place),
  reply: msg,
})

export const evaluations = route({
  name: 'evaluations.list',
  method: 'GET',
  path: 'evaluator/evaluations/form/:form/institution/:institution',
  summary: 'Decisions that the caller sees: an evaluator their drafts too, an institution what was sent to it.',
  access: 'session',
  params: v.object(place),
  reply: v.custom<readonly EvaluationView[]>(() => true),
})

export const sendEvaluation = route({
  name: 'evaluations.send',
  method: 'POST',
  path: 'evaluator/send/form/:form/institution/:institution',
  summary: 'Sends the evaluation of the current round.',
  access: 'session',
  params: v.object(place),
  reply: msg,
})

export const traceability = route({
  name: 'evaluations.traceability',
  method: 'GET',
  path: 'questionTraceability/form/:form/institution/:institution/question/:question/child/:index',
  summary: 'History of a question, newest first, in pages; index is the row of its block, or -1.',
  access: 'session',
  params: v.object({ ...place, question: id, index: position }),
  query: v.object({
    /** Line after which the page begins: the last of the page before. */
    after: v.optional(v.pipe(v.string(), v.maxLength(200))),
    limit: v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number), v.minValue(1), v.maxValue(traceMaxRows))),
  }),
  reply: v.custom<readonly TraceRow[]>(() => true),
})

/** One institution in its evaluator's list (administration-area §2, "Evaluator home"). */
export interface OverviewRow extends EvaluatorRow {
  readonly institutionId: string
  readonly name: string
  readonly evaluatorId: string | null
  /** Revisions that ended without having been sent, with the units that nobody decided (rules S8). */
  readonly unsent: readonly { readonly stageId: string; readonly undecided: readonly string[] }[]
}

export const overview = route({
  name: 'evaluations.overview',
  method: 'GET',
  path: 'evaluator/overview/form/:form',
  summary: 'Progress of each institution that the caller evaluates, also while its drafts are private to it.',
  access: 'session',
  params: v.object({ form: id }),
  reply: v.custom<readonly OverviewRow[]>(() => true),
})

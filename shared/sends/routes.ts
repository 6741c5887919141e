import * as v from 'valibot'
import { route } from '../contract/route.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const params = v.object({ form: id })
/** Which institution the lab's people mean. */
const meant = v.object({ institution: v.optional(id) })

/** One line of the pre-check (institution-area §7; rules C4). */
export interface PrecheckLine {
  readonly name: string
  readonly text: string
  readonly errorplaceholder: string
  readonly errorMsg: string
  readonly userName: string
  readonly blocking: boolean
}

export const precheckSend = route({
  name: 'sends.precheck',
  method: 'GET',
  path: 'form/send/:form',
  summary: 'What stands between the caller and their send; for an evaluator what keeps the evaluations of the round from being sent.',
  access: 'session',
  params,
  query: meant,
  reply: v.custom<{ readonly msg: string; readonly data: readonly PrecheckLine[]; readonly err: boolean }>(() => true),
})

export const sendAnswers = route({
  name: 'sends.send',
  method: 'POST',
  path: 'form/send/:form',
  summary: 'Sends the caller’s answers to the next level; the leader’s send goes to the evaluation, an evaluator’s is of a round.',
  access: 'session',
  params,
  query: meant,
  reply: v.object({ msg: v.string(), receipt: v.nullable(v.string()) }),
})

export const sendSurvey = route({
  name: 'sends.survey',
  method: 'POST',
  path: 'form/:form/survey/send',
  summary: 'Sends the satisfaction survey, once.',
  access: 'session',
  params,
  reply: v.object({ msg: v.string() }),
})

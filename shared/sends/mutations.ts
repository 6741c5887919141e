import * as v from 'valibot'
import { belongsTo } from '../access/actor.ts'
import { actingRole } from '../assignments/rules.ts'
import { level, unitSchema } from '../answers/model.ts'
import { openedKind, openUnits } from '../answers/rules.ts'
import { isEmpty } from '../forms/kinds.ts'
import { cardOf, sideOf } from '../conflicts/rules.ts'
import { letter } from '../contract/letter.ts'
import { applied, lost, mutation, noop, refused } from '../contract/mutation.ts'
import type { Context, Outcome } from '../contract/mutation.ts'
import { surveyDimensionId } from '../forms/model.ts'
import { named } from '../accounts/names.ts'
import { must } from '../kernel/assert.ts'
import { questionIdOf } from '../kernel/ids.ts'
import type { Unit, UserId } from '../kernel/ids.ts'
import { epochMs } from '../kernel/instant.ts'
import { isLeader, leads } from '../assignments/rules.ts'
import type { Change, World } from '../world.ts'
import {
  manifestOf,
  nextLevel,
  pointsOf,
  precheck,
  receiverOf,
  reviewOf,
  senderLevel,
  senderOf,
  surveyReviewOf,
  unitsHeld,
} from './rules.ts'
import { isAtWork } from './standing.ts'
import { answerChange } from '../answers/changes.ts'
import { may } from '../privileges/rules.ts'
import { participantChange } from '../institutions/changes.ts'

const notSent = (
  world: World,
  context: Context,
  code: string,
  params: Record<string, string | number> = {},
  unit: Unit | null = null,
): Outcome =>
  lost(code, {
    cards: [cardOf({ ownerId: context.actor.id, unit, code, side: 'author', mine: sideOf(context, { text: 'Envía' }), params })],
    history: [{ unit: null, action: 'No aplicado', text: code, role: actingRole(world, context.actor) }],
  })

/**
 * Sends the answers of one's scope to the next level; the leader's send goes to the evaluation and locks the institution.
 * reviewed: what the sender saw, unit by unit; if anything moved since, nothing is sent and the differences are told
 * (CF14). Without the authority (a browser) it is a request: there is no receipt before the server's.
 * Fails: precheck_failed, changed_since_review, nothing_to_send, stage_closed, form_sent.
 * Source: SPEC SE1-SE10.
 */
export const sendAnswers = mutation({
  name: 'answers.send',
  version: 1,
  input: v.object({ reviewed: v.nullish(v.pipe(v.array(v.tuple([unitSchema, v.string()])), v.maxLength(50_000))) }),
  entityOf: () => 'send',
  decide(world, { reviewed }, context) {
    const sender = senderOf(world, context.actor)
    const from = sender && senderLevel(world, sender.id)
    if (!sender || from === undefined) return refused('no_role')
    if (world.participant.locked) return notSent(world, context, world.participant.lockReason === 'sent' ? 'form_sent' : 'stage_closed')
    if (!may(world, context.actor, 'sendAnswersToSupervisor', context.now)) return notSent(world, context, 'stage_closed')
    if (!isAtWork(world, context.now)) return notSent(world, context, 'stage_closed')
    const blocking = precheck(world, sender).filter((row) => row.blocking)
    if (blocking.length > 0) return notSent(world, context, 'precheck_failed', { n: pointsOf(blocking), first: blocking[0]?.name ?? '' })
    if (reviewed) {
      const changed = differences(reviewed, reviewOf(world, sender.id))
      if (changed.length > 0) {
        const numbers = changed.map((unit) => world.index.numberOf(unit.split('@')[0] ?? unit)).slice(0, 20)
        return notSent(world, context, 'changed_since_review', { n: changed.length, numbers: numbers.join(', ') })
      }
    }
    const units = unitsHeld(world, sender.id)
    if (units.length === 0 && from !== level.Institution) return refused('nothing_to_send')
    if (!context.digest) return applied({})
    return sent(world, context, { id: sender.id, from }, units, context.digest)
  },
})

/** Units whose answer or file is not the one that was reviewed. */
function differences(reviewed: ReadonlyArray<readonly [Unit, string]>, present: ReadonlyArray<readonly [Unit, string]>): Unit[] {
  const seen = new Map(reviewed)
  const now = new Map(present)
  const changed = [...now].filter(([unit, mid]) => seen.get(unit) !== mid).map(([unit]) => unit)
  return [...changed, ...[...seen.keys()].filter((unit) => !now.has(unit))]
}

/** What is asked for earlier than this before it is carried out was asked for offline (RT4). */
const askedBeforeMs = 60_000

/** The last part of a receipt's number; 0 where it is none. */
const serialOf = (number: string): number => Number(/(?:^|\D)(\d+)$/.exec(number)?.[1] ?? 0)

/** `sender`: whose send it is, and the level from which it goes; the actor of the context is who does it. */
function sent(
  world: World,
  context: Context,
  { id: senderId, from }: { readonly id: UserId; readonly from: number },
  units: readonly Unit[],
  digest: (text: string) => string,
): Outcome {
  const changes: Change[] = []
  const id = `send-${context.mid}`
  const toEvaluation = from === level.Institution
  for (const unit of units) {
    const answer = world.answer(unit)
    if (!answer) continue
    const to = toEvaluation ? level.Evaluation : nextLevel(world, unit, answer.level, senderId)
    const moved = { send: id, level: answer.level, sent: answer.sent, rev: answer.rev }
    changes.push(answerChange(world, { ...answer, level: to, sent: true, moved }))
  }
  const { sentAt, receipt, incomplete, sendCount, replicaSentAt } = world.participant
  const sends = [...world.list('send')]
  // The number of one that was taken back is nobody else's, and of sends that are counted there may be no receipt here.
  const given = sends.filter((each) => each.toLevel === level.Evaluation).map((each) => serialOf(each.number))
  const earlier = Math.max(sendCount, given.length, ...given)
  const serial = toEvaluation ? `${earlier + 1}` : `${sendCount}.${sends.length + 1}`
  // An institution answers in several forms of one year: its form stands in each number (SE7).
  const form = digest(world.formId).slice(0, 5).toUpperCase()
  const number = `IIP-${context.now.slice(0, 4)}-${world.institution.code}-${form}-${serial}`
  const files = units.filter((unit) => world.attachment(unit)).length
  const to = toEvaluation ? [] : [...new Set(units.flatMap((unit) => receiverOf(world, unit, senderId) ?? []))]
  const levels = new Set(units.map((unit) => nextLevel(world, unit, must(world.answer(unit), `${unit} has no answer`).level, senderId)))
  const [only] = levels
  const toLevel = toEvaluation ? level.Evaluation : levels.size === 1 && only !== undefined ? only : level.Institution
  changes.push({
    scope: world.scope,
    part: '',
    table: 'send',
    id,
    row: {
      id,
      number,
      authorId: context.actor.id,
      sentAt: context.now,
      ...(epochMs(context.now) - epochMs(context.occurredAt) > askedBeforeMs && { askedAt: context.occurredAt }),
      toLevel,
      ...(toEvaluation ? {} : { to }),
      answers: units.length,
      files,
      digest: digest(manifestOf(world, units)),
      ...(toEvaluation && {
        before: { sentAt, receipt, incomplete, sendCount, ...(replicaSentAt !== undefined && { replicaSentAt }) },
      }),
    },
  })
  if (toEvaluation) {
    const sent = {
      locked: true,
      lockReason: 'sent',
      incomplete: false,
      sentAt: context.now,
      receipt: number,
      sendCount: sendCount + 1,
    } as const
    const replica = openedKind(world) === 'ReplicaInput' ? { replicaSentAt: context.now } : {}
    changes.push(participantChange(world, { ...sent, ...replica }))
  }
  const letterTo = new Set([context.actor.id, ...(toEvaluation ? [world.participant.leaderId] : [])])
  return applied({
    changes,
    history: [{ unit: null, action: 'Envía', text: number, role: actingRole(world, context.actor) }],
    letters: [...letterTo].map((to) => letter('sendConfirmation', to, { number, answers: units.length, files, form: world.form.name })),
    reply: { receipt: number },
  })
}

/** Units of the survey that changed since they were seen: for a device that does not say what it saw, what somebody else wrote after it acted. */
function changedInSurvey(world: World, reviewed: readonly (readonly [Unit, string])[] | undefined, context: Context): Unit[] {
  if (reviewed) return differences(reviewed, surveyReviewOf(world))
  return openUnits(world, surveyDimensionId).filter((unit) => {
    const answer = world.answer(unit)
    return answer && answer.authorId !== context.actor.id && epochMs(answer.receivedAt) > epochMs(context.occurredAt)
  })
}

/**
 * Sends the satisfaction survey, once per institution (SV2). reviewed: what the sender saw, unit by unit; where an answer changed since,
 * nothing is sent, and what changed and by whom is told (SV3).
 */
export const sendSurvey = mutation({
  name: 'survey.send',
  version: 2,
  upcast: { 1: (args) => args },
  input: v.object({ reviewed: v.optional(v.pipe(v.array(v.tuple([unitSchema, v.string()])), v.maxLength(50_000))) }),
  entityOf: () => 'survey',
  decide(world, { reviewed }, context) {
    if (context.actor.kind !== 'Institutional' || !belongsTo(context.actor, world.institutionId)) return refused('no_role')
    if (!leads(world, context.actor.id)) return refused('survey_leaders_only')
    if (world.participant.surveySentAt !== null) return noop()
    if (!may(world, context.actor, 'replySurvey', context.now)) return notSent(world, context, 'stage_closed')
    const changed = changedInSurvey(world, reviewed, context)
    const [unit] = changed
    if (unit !== undefined) {
      const numbers = changed.map((each) => world.index.numberOf(questionIdOf(each))).slice(0, 20)
      const by = named(world, world.answer(unit)?.authorId ?? null)
      return notSent(world, context, 'changed_since_review', { n: changed.length, numbers: numbers.join(', '), ...by }, unit)
    }
    const missing = openUnits(world, surveyDimensionId).filter((unit) => {
      const question = world.index.question(questionIdOf(unit))
      return question?.required === true && isEmpty(question, world.answer(unit)?.value)
    })
    if (missing.length > 0) return notSent(world, context, 'survey_incomplete', { n: missing.length })
    return applied({
      changes: [participantChange(world, { surveySentAt: context.now })],
      history: [
        { unit: null, action: 'Envía', text: 'Encuesta', role: isLeader(world, context.actor.id) ? 'InstitutionalLeader' : 'Delegate' },
      ],
    })
  },
})

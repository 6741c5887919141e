import { belongsTo, type Actor } from '../access/actor.ts'
import { level } from '../answers/model.ts'
import type { Answer } from '../answers/model.ts'
import { leads } from '../assignments/rules.ts'
import type { Instant } from '../kernel/instant.ts'
import { isInput, stageAt } from '../stages/rules.ts'
import type { World } from '../world.ts'
import type { Send } from './model.ts'

/** Whether a send went to the evaluation, or to somebody of the institution. */
export const isToEvaluation = ({ toLevel }: Pick<Send, 'toLevel'>): boolean => toLevel === level.Evaluation

/**
 * Where a send stands for somebody who would take it back.
 * may: they can · opened: who received it has opened it · closed: the stage in which it was sent is over · over: it was taken back, or its
 * answers have moved on since · none: it is not theirs to take back.
 */
export type RecallStanding = 'may' | 'opened' | 'closed' | 'over' | 'none'

/** Whether somebody may take a send back at all: who sent it, who leads the institution, who acts for it. */
function isTheirs(world: World, actor: Actor, send: Send): boolean {
  if (actor.kind === 'Administrator') return actor.id !== 'system' && !actor.watching
  if (actor.kind !== 'Institutional' || !belongsTo(actor, world.institutionId)) return false
  return actor.id === send.authorId || leads(world, actor.id)
}

/** Answers that stand where a send put them. */
export const movedBy = (world: World, { id, toLevel }: Send): Answer[] =>
  [...world.list('answer')].filter(
    ({ moved, sent, level: at }) => moved?.send === id && sent && (toLevel === level.Evaluation ? at === toLevel : at < moved.level),
  )

/** Whether nothing came after a send: it is what locks the institution, or all its answers stand as they went. */
function stands(world: World, send: Send): boolean {
  const { locked, lockReason, receipt } = world.participant
  if (isToEvaluation(send)) return locked && lockReason === 'sent' && receipt === send.number && send.before !== undefined
  if (locked) return false
  const moved = movedBy(world, send)
  return moved.length === send.answers && moved.every(({ rev, moved: from }) => from?.rev === rev)
}

/** Whether a person can take a send back now, and else why not (RC1, RC2). */
export function recallStanding(world: World, actor: Actor, send: Send, now: Instant): RecallStanding {
  if (!isTheirs(world, actor, send)) return 'none'
  if (send.recalledAt !== undefined || !stands(world, send)) return 'over'
  const stage = stageAt(world.form, now)
  if (!world.form.enabled || !stage || !isInput(stage.kind) || stage.id !== stageAt(world.form, send.sentAt)?.id) return 'closed'
  return send.openedAt === undefined ? 'may' : 'opened'
}

/** Whether a person is among those who received a send: the evaluator of now, or those of the institution to whom it went. */
export function receives(world: World, actor: Actor, send: Send): boolean {
  if (isToEvaluation(send)) return actor.kind === 'Evaluator' && world.participant.evaluatorId === actor.id
  if (actor.kind !== 'Institutional' || !belongsTo(actor, world.institutionId) || actor.id === send.authorId) return false
  const to = send.to ?? []
  return to.includes(actor.id) || (leads(world, actor.id) && to.some((id) => leads(world, id)))
}

/** Sends that a person received and nobody has opened yet: what opening their answers opens (RC3). */
export const unopenedFor = (world: World, actor: Actor): Send[] =>
  [...world.list('send')].filter(
    (send) =>
      send.openedAt === undefined && send.recalledAt === undefined && receives(world, actor, send) && movedBy(world, send).length > 0,
  )

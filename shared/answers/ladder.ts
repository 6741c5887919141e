import { named } from '../accounts/names.ts'
import { entry, isResponsible, leads, levelOver, responsibleOf, sees } from '../assignments/rules.ts'
import { cardOf, sideOf, sideOfAnswer } from '../conflicts/rules.ts'
import { lost, refused } from '../contract/mutation.ts'
import type { Card, Context, Outcome } from '../contract/mutation.ts'
import type { Question } from '../forms/model.ts'
import { participantChange } from '../institutions/changes.ts'
import { rowIdOf } from '../kernel/ids.ts'
import type { Unit } from '../kernel/ids.ts'
import { graceStage } from '../stages/rules.ts'
import type { Change, World } from '../world.ts'
import type { AnswerValue } from './model.ts'
import { standingSend } from './standing-send.ts'
import { readOnlyReason, rowsOf } from './rules.ts'
import type { ReadOnlyReason } from './rules.ts'

/** A change to a unit that may go on: whether it counts as late (TM6). */
interface Admitted {
  readonly admitted: true
  readonly late: boolean
}

/**
 * Steps (a) to (d) of the ladder (CF33) for everything an institution writes on a unit.
 * overtaken: the person acted on a version that no longer stands and is responsible, so that somebody above who wrote
 * meanwhile does not shut them out (CF2).
 */
export function admit(
  world: World,
  question: Question,
  unit: Unit,
  context: Context,
  { overtaken = false } = {},
): Admitted | { readonly admitted: false; readonly reason: ReadOnlyReason } {
  const stage = graceStage(world.form, context.now, context.occurredAt, context.lease)
  const inTime = readOnlyReason(world, context.actor, unit, context.now)
  const reason = inTime === 'stage_closed' && stage ? readOnlyReason(world, context.actor, unit, context.now, stage.kind) : inTime
  if (reason === undefined) return { admitted: true, late: inTime !== undefined }
  const answer = world.answer(unit)
  if (reason === 'not_assignee' && overtaken && answer && !answer.sent && levelOver(world, question, context.actor.id) !== undefined) {
    return { admitted: true, late: inTime === 'stage_closed' }
  }
  return { admitted: false, reason }
}

/** Refusals that say the person had no business there; everything else is kept with a card, because it was work. */
export const noBusiness: ReadonlySet<ReadOnlyReason> = new Set(['no_role', 'administrators_only', 'survey_leaders_only'])

/** What becomes of a write on a unit that may not go on: kept, told to its author and to whom it concerns. */
export function turnedAway(
  world: World,
  question: Question,
  unit: Unit,
  context: Context,
  reason: ReadOnlyReason | 'replica_closes_accepted',
  wanted: {
    readonly value?: AnswerValue | null | undefined
    readonly text?: string | undefined
    readonly attachmentId?: string | undefined
  },
): Outcome {
  if (reason !== 'replica_closes_accepted' && noBusiness.has(reason)) return refused(reason)
  const answer = world.answer(unit)
  const mine = sideOf(context, wanted)
  const theirs = answer && answer.value !== null ? sideOfAnswer(answer) : null
  const responsible = responsibleOf(world, question) ?? world.participant.leaderId
  // What stands is not shown to who may not see the sub-dimension any more (AN6).
  const shown = sees(world, question, context.actor.id, context.actor.kind) ? theirs : null
  const cards: Card[] = [
    cardOf({ ownerId: context.actor.id, unit, code: reason, side: 'author', mine, theirs: shown, params: named(world, responsible) }),
  ]
  const changes: Change[] = []
  if (reason === 'not_assignee' && responsible !== context.actor.id) {
    // Rows 3 and 11: a value from somebody who is not responsible any more is a suggestion to who is.
    cards.push(
      cardOf({
        ownerId: responsible,
        unit,
        code: 'suggested',
        side: 'other',
        mine: theirs,
        theirs: mine,
        params: named(world, context.actor.id),
      }),
    )
  }
  if (reason === 'form_sent' || reason === 'answer_already_accepted') {
    const { leaderId, evaluatorId } = world.participant
    const senderId = standingSend(world)?.authorId
    const told = new Set(reason === 'form_sent' ? [leaderId, ...(senderId && leads(world, senderId) ? [senderId] : [])] : [evaluatorId])
    for (const ownerId of told) {
      if (ownerId === null || ownerId === context.actor.id) continue
      cards.push(
        cardOf({
          ownerId,
          unit,
          code: `late_${reason}`,
          side: 'notice',
          mine: theirs,
          theirs: mine,
          params: named(world, context.actor.id),
        }),
      )
    }
    changes.push(countedLate(world))
  }
  const history = [entry(world, question, context, { unit, action: 'No aplicado', value: wanted.value, text: wanted.text ?? reason })]
  return lost(reason, { changes, cards, history })
}

/** One more change that came too late, for the counters of sender and evaluator (CF6, CF13). */
const countedLate = (world: World): Change => participantChange(world, { lateChanges: world.participant.lateChanges + 1 })

/** Who stands when two people wrote on the same version: step (d) before (e) of the ladder. */
export function contest(
  world: World,
  question: Question,
  actorId: string,
  currentAuthorId: string,
): 'mine' | 'over' | 'not_assignee' | 'concurrent' {
  if (actorId === currentAuthorId) return 'mine'
  const late = isResponsible(world, question, actorId)
  const current = isResponsible(world, question, currentAuthorId)
  if (late && !current) return 'over'
  return !late && current ? 'not_assignee' : 'concurrent'
}

/** Why a unit that is not open is closed: its row is gone, or a parent's answer closes it. */
export function closedReason(world: World, question: Question, unit: Unit): 'row_missing' | 'dependent_closed' {
  const block = question.blockId === null ? undefined : world.index.question(question.blockId)
  const row = rowIdOf(unit)
  return block && row !== null && !rowsOf(world, block).includes(row) ? 'row_missing' : 'dependent_closed'
}

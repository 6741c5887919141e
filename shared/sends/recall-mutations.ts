import * as v from 'valibot'
import { answerChange } from '../answers/changes.ts'
import type { Answer } from '../answers/model.ts'
import { actingRole } from '../assignments/rules.ts'
import { cardOf, sideOf } from '../conflicts/rules.ts'
import { letter, type Letter } from '../contract/letter.ts'
import { applied, lost, mutation, noop, refused } from '../contract/mutation.ts'
import type { Context, Outcome } from '../contract/mutation.ts'
import { unlocking } from '../institutions/reopen.ts'
import { isBefore } from '../kernel/instant.ts'
import type { Change, World } from '../world.ts'
import type { Send } from './model.ts'
import { isToEvaluation, movedBy, recallStanding, receives } from './recall.ts'

const sendId = v.pipe(v.string(), v.minLength(1), v.maxLength(160))

const sendChange = (world: World, row: Send): Change => ({ scope: world.scope, part: '', table: 'send', id: row.id, row })

const codes = { opened: 'send_opened', closed: 'stage_closed', over: 'send_over' } as const

/** What a recall acts on: by it a device finds its own request again. */
export const recallEntity = (send: string): string => `recall:${send}`

/** An answer as it stood before a send moved it. */
function before(answer: Answer): Answer {
  const { moved, ...rest } = answer
  return moved ? { ...rest, level: moved.level, sent: moved.sent } : answer
}

/**
 * Takes a send back that nobody who received it has opened: its answers and the institution stand again where they stood before it, and the
 * receipt stays, marked. Without the authority (a browser) it is a request: whether somebody opened it is decided by what arrives first.
 * Fails: not_found, no_role, send_opened, send_over, stage_closed. Source: SPEC RC1-RC4.
 */
export const recallSend = mutation({
  name: 'answers.recall',
  version: 1,
  input: v.object({ send: sendId }),
  entityOf: ({ send }) => recallEntity(send),
  decide(world, { send: id }, context) {
    const send = world.get('send', id)
    if (!send) return refused('not_found')
    const standing = recallStanding(world, context.actor, send, context.now)
    if (standing === 'none') return refused('no_role')
    if (send.recalledAt !== undefined) return noop()
    if (standing !== 'may') return notRecalled(world, context, codes[standing], send)
    return context.digest ? recalled(world, context, send) : applied({})
  },
})

function notRecalled(world: World, context: Context, code: string, send: Send): Outcome {
  const params = { number: send.number }
  return lost(code, {
    cards: [
      cardOf({ ownerId: context.actor.id, unit: null, code, side: 'author', mine: sideOf(context, { text: 'Retira envío' }), params }),
    ],
    history: [{ unit: null, action: 'No aplicado', text: code, role: actingRole(world, context.actor) }],
  })
}

function recalled(world: World, context: Context, send: Send): Outcome {
  const { actor, now } = context
  const changes: Change[] = movedBy(world, send).map((answer) => answerChange(world, before(answer)))
  changes.push(sendChange(world, { ...send, recalledAt: now, recalledBy: actor.id }))
  if (isToEvaluation(send) && send.before) {
    // A replica that was sent for the first time was none before it.
    const replica = world.participant.replicaSentAt === undefined ? {} : { replicaSentAt: send.before.replicaSentAt ?? null }
    changes.push(unlocking(world, { ...send.before, ...replica }))
  }
  const told = { number: send.number, form: world.form.name, by: actor.name }
  const { leaderId, delegateId } = world.participant
  // Who got the confirmation of the send gets that of its recall; whoever else it concerns hears of it behind the bell.
  const byLetter = new Set([
    actor.kind === 'Institutional' ? actor.id : leaderId,
    send.authorId,
    ...(isToEvaluation(send) ? [leaderId] : []),
  ])
  const byBell = [...(isToEvaluation(send) ? [delegateId] : (send.to ?? []))].filter((id) => id !== null && !byLetter.has(id))
  const toEach = (people: Iterable<string | null>): Letter[] =>
    [...people].flatMap((id) => (id === null ? [] : [letter('sendRecalled', id, told)]))
  return applied({
    changes,
    history: [{ unit: null, action: 'Retira envío', text: send.number, role: actingRole(world, actor) }],
    letters: toEach(byLetter),
    notices: toEach(byBell),
    reply: { receipt: send.number },
  })
}

/**
 * Says that somebody who received a send has opened it. From its arrival on the send is not taken back any more; of one that was taken back
 * before, there is nothing to say. Fails: not_found, no_role. Source: SPEC RC3.
 */
export const openSend = mutation({
  name: 'answers.open',
  version: 1,
  quiet: true,
  input: v.object({ send: sendId }),
  entityOf: ({ send }) => `opened:${send}`,
  decide(world, { send: id }, context) {
    const send = world.get('send', id)
    if (!send) return refused('not_found')
    if (!receives(world, context.actor, send)) return refused('no_role')
    if (send.openedAt !== undefined || send.recalledAt !== undefined) return noop()
    // A device's clock may be behind.
    const openedAt = isBefore(context.occurredAt, send.sentAt) ? send.sentAt : context.occurredAt
    return applied({
      changes: [sendChange(world, { ...send, openedAt, openedBy: context.actor.id })],
      history: [{ unit: null, action: 'Abre envío', text: send.number, role: actingRole(world, context.actor) }],
    })
  },
})

import { typedText } from '../kernel/typed-text.ts'
import * as v from 'valibot'
import { pageAddress } from '../addresses.ts'
import { returned } from '../answers/changes.ts'
import { openedKind } from '../answers/rules.ts'
import { actingRole } from '../assignments/rules.ts'
import { cardOf, sideOf } from '../conflicts/rules.ts'
import { letter } from '../contract/letter.ts'
import { applied, lost, mutation, noop, refused } from '../contract/mutation.ts'
import type { Context } from '../contract/mutation.ts'
import { must } from '../kernel/assert.ts'
import type { Instant } from '../kernel/instant.ts'
import { isConcerned } from '../reminders/rules.ts'
import type { FormHeader } from '../stages/model.ts'
import { isRevision, stageAt } from '../stages/rules.ts'
import { apply } from '../world.ts'
import { ofForm, participantChange } from './changes.ts'
import { leadersOf, reopenReasonMost } from './model.ts'
import type { Participant, ReopenRequest } from './model.ts'
import { openRequest, unlocking } from './reopen.ts'

/** Whether an institution can be opened again now: not while evaluators decide on what it sent, nor outside every stage (SE11). */
export function canReopen(form: FormHeader, { locked }: Pick<Participant, 'locked'>, now: Instant): boolean {
  const stage = stageAt(form, now)
  return locked && stage !== undefined && !isRevision(stage.kind)
}

export const reopenReason = v.pipe(typedText, v.trim(), v.maxLength(reopenReasonMost))

/** A request with its answer; nothing where none waits. */
const answered = (
  request: ReopenRequest | undefined,
  state: 'granted' | 'declined',
  answer: string,
  { actor, now }: Context,
): Pick<Participant, 'reopenRequest'> =>
  request ? { reopenRequest: { ...request, state, answer, answeredBy: actor.id, answeredAt: now } } : {}

/** An administrator opens a sent institution again, with a reason (SE11); where that was asked for, it is the answer (RC7). */
export const reopenParticipant = mutation({
  name: 'participant.reopen',
  version: 1,
  input: v.object({ reason: reopenReason }),
  entityOf: () => 'lock',
  decide(world, { reason }, context: Context) {
    if (context.actor.kind !== 'Administrator' || context.actor.id === 'system') return refused('administrators_only')
    if (reason === '') return refused('justification_missing')
    if (!world.participant.locked) return noop()
    if (!canReopen(world.form, world.participant, context.now)) return refused('stage_closed')
    const request = openRequest(world)
    const changes = [
      ...returned(world, (unit) => must(world.answer(unit), `answer ${unit} is missing`).level === 0, true),
      unlocking(world, {
        ...(openedKind(world) === 'ReplicaInput' ? { replicaSentAt: null } : {}),
        ...answered(request, 'granted', reason, context),
      }),
    ]
    const after = world.clone()
    apply(after, changes)
    const atWork = [...after.list('person')].filter((person) => isConcerned(after, person, context.now)).map(({ id }) => id)
    return applied({
      changes,
      history: [
        { unit: null, action: 'Devuelve', text: reason, role: actingRole(world, context.actor) },
        ofForm(world, 'Reabre institución', [{ field: 'reason', from: null, to: reason }]),
      ],
      letters: [...new Set([...leadersOf(world.participant), ...(request ? [request.by] : []), ...atWork])].map((to) =>
        letter('reopened', to, {
          institution: world.institution.name,
          form: world.form.name,
          reason,
          page: pageAddress('filling', { form: world.formId, institution: world.institutionId }),
        }),
      ),
    })
  },
})

/**
 * An administrator says no to an institution that asked to be opened again, with a reason.
 * Fails: administrators_only, justification_missing, reopen_answered. Source: SPEC RC7.
 */
export const declineReopen = mutation({
  name: 'participant.declineReopen',
  version: 1,
  input: v.object({ request: v.pipe(v.string(), v.minLength(1), v.maxLength(128)), reason: reopenReason }),
  entityOf: () => 'reopen',
  decide(world, { request: id, reason }, context) {
    if (context.actor.kind !== 'Administrator' || context.actor.id === 'system') return refused('administrators_only')
    if (reason === '') return refused('justification_missing')
    const request = openRequest(world)
    if (request?.id !== id) {
      const mine = sideOf(context, { text: reason })
      return lost('reopen_answered', {
        cards: [cardOf({ ownerId: context.actor.id, unit: null, code: 'reopen_answered', side: 'author', mine })],
      })
    }
    const told = { form: world.form.name, reason }
    return applied({
      changes: [participantChange(world, answered(request, 'declined', reason, context))],
      history: [
        { unit: null, action: 'Rechaza reapertura', text: reason, role: actingRole(world, context.actor) },
        ofForm(world, 'Rechaza reapertura', [{ field: 'reason', from: null, to: reason }]),
      ],
      letters: [...new Set([request.by, ...leadersOf(world.participant)])].map((to) => letter('reopenDeclined', to, told)),
    })
  },
})

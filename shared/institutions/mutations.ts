import * as v from 'valibot'
import { pageAddress } from '../addresses.ts'
import { returned } from '../answers/changes.ts'
import { typedText } from '../answers/model.ts'
import { openedKind } from '../answers/rules.ts'
import { actingRole } from '../assignments/rules.ts'
import { letter } from '../contract/letter.ts'
import { applied, mutation, noop, refused } from '../contract/mutation.ts'
import type { Context } from '../contract/mutation.ts'
import { must } from '../kernel/assert.ts'
import type { Instant } from '../kernel/instant.ts'
import type { FormHeader } from '../stages/model.ts'
import { isRevision, stageAt } from '../stages/rules.ts'
import { ofForm, participantChange } from './changes.ts'
import { leadersOf, type Participant } from './model.ts'

/** Whether an institution can be opened again now: not while evaluators decide on what it sent, nor outside every stage (SE11). */
export function canReopen(form: FormHeader, { locked }: Pick<Participant, 'locked'>, now: Instant): boolean {
  const stage = stageAt(form, now)
  return locked && stage !== undefined && !isRevision(stage.kind)
}

/** An administrator opens a sent institution again, with a reason (SE11). */
export const reopenParticipant = mutation({
  name: 'participant.reopen',
  version: 1,
  input: v.object({ reason: v.pipe(typedText, v.trim(), v.maxLength(2000)) }),
  entityOf: () => 'lock',
  decide(world, { reason }, context: Context) {
    if (context.actor.kind !== 'Administrator' || context.actor.id === 'system') return refused('administrators_only')
    if (reason === '') return refused('justification_missing')
    if (!world.participant.locked) return noop()
    if (!canReopen(world.form, world.participant, context.now)) return refused('stage_closed')
    return applied({
      changes: [
        ...returned(world, (unit) => must(world.answer(unit), `answer ${unit} is missing`).level === 0, true),
        participantChange(world, {
          locked: false,
          lockReason: null,
          ...(openedKind(world) === 'ReplicaInput' ? { replicaSentAt: null } : {}),
        }),
      ],
      history: [
        { unit: null, action: 'Devuelve', text: reason, role: actingRole(world, context.actor) },
        ofForm(world, 'Reabre institución', [{ field: 'reason', from: null, to: reason }]),
      ],
      letters: leadersOf(world.participant).map((to) =>
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

import * as v from 'valibot'
import { personOf, whoSchema, type People } from '../assignments/invitees.ts'
import { fullName } from '../accounts/model.ts'
import type { Person } from '../accounts/model.ts'
import { letter } from '../contract/letter.ts'
import type { Letter } from '../contract/letter.ts'
import { applied, mutation, noop, questionnaireMutation, refused } from '../contract/mutation.ts'
import type { Context, Outcome } from '../contract/mutation.ts'
import { draftsIn, isReleased, roundAt } from '../evaluations/rules.ts'
import type { FormId, UserId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import type { FormHeader } from '../stages/model.ts'
import type { World } from '../world.ts'
import { phaseAt } from '../stages/rules.ts'
import { mayChangeForm } from '../privileges/rules.ts'
import { instScope } from '../protocol/scope.ts'
import type { NamedInstitution } from '../questionnaire.ts'
import { isOutcome, open } from '../questionnaires/gate.ts'
import { isFamiliarName, isOffered } from './rules.ts'
import { ofForm, participantChange } from './changes.ts'
import { newParticipant } from './model.ts'
import type { Participant } from './model.ts'

const idSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))

/**
 * Puts an institution into a form, led by somebody of it who is known or invited; without one by whoever leads it there or did. One
 * that was taken out comes back as it was. Replies {leaderId}. Only the server's doors ask for it: it is decided on what no device
 * holds. (PA1, PA2)
 */
export const addParticipant = questionnaireMutation({
  name: 'participant.add',
  version: 1,
  serverOnly: true,
  input: v.object({ institutionId: idSchema, evaluatorId: v.nullable(idSchema), who: v.optional(whoSchema) }),
  entityOf: ({ institutionId }) => `participant:${institutionId}`,
  decide(state, { institutionId, evaluatorId, who }, context) {
    const form = open(state, context, ...(state.form?.rehearsal ? [] : (['changeAnswerPoints'] as const)))
    if (isOutcome(form)) return form
    const named = state.facts?.named?.get(institutionId)
    if (!named) return refused('not_found')
    const { institution, participant } = named
    if (!isOfForm(institution, form)) return refused('not_found')
    if (participant && !participant.removedAt)
      return participant.evaluatorId === evaluatorId ? noop() : refused('participant_there', { name: institution.name })
    if (!participant && !isOffered(institution)) return refused('institution_closed', { name: institution.name })
    if (named.busyIn !== null) return refused('participant_busy', { name: institution.name })
    if (evaluatorId !== null && !state.facts?.evaluators?.has(evaluatorId)) return refused('person_unknown')
    const found = who ? personOf(peopleIn(named), who, context) : undefined
    if (found && 'code' in found) return refused(found.code, found.params)
    // Who led it may have gone since.
    const former = named.people.find((each) => each.active && each.id === participant?.leaderId)
    // Whoever leads the institution may only have been invited: they come by the letter that tells them of it.
    const own = named.people.find((each) => each.active && each.id === institution.leaderId)
    const leader = (found?.person ?? former ?? own ?? named.people.find((each) => each.active && each.joined))?.id
    if (leader === undefined) return refused('leader_missing', { name: institution.name })
    const row: Participant = participant
      ? {
          ...participant,
          leaderId: leader,
          delegateId: participant.delegateId === leader ? null : participant.delegateId,
          evaluatorId,
          removedAt: null,
        }
      : newParticipant({ institutionId, formId: state.formId, leaderId: leader, evaluatorId })
    return applied({
      changes: [
        ...(found?.changes ?? []),
        { scope: instScope(institutionId, state.formId), part: '', table: 'participant', id: institutionId, row },
      ],
      history: [
        {
          unit: null,
          element: institutionId,
          action: participant ? 'Restaura institución' : 'Agrega institución',
          text: institution.name,
          changed: [
            { field: 'leaderId', from: null, to: leader },
            { field: 'evaluatorId', from: null, to: evaluatorId },
          ],
          role: 'Administrator',
        },
      ],
      letters: [...(found?.letters ?? []), letter('assigned', leader, { count: 1, form: form.name, items: [] })],
      reply: { leaderId: leader },
    })
  },
})

/** Whether a form and who takes part or evaluates in it are of one rehearsal, or of none: what is invented meets nobody (RH1). */
const isOfForm = ({ rehearsal }: { readonly rehearsal?: FormId | undefined }, form: Pick<FormHeader, 'id' | 'rehearsal'>): boolean =>
  rehearsal === (form.rehearsal ? form.id : undefined)

const peopleIn = ({ institution, people }: NamedInstitution): People => ({
  institution,
  person: (id) => people.find((each) => each.id === id),
  people: () => people,
})

/** Why an administrator may not change who takes part and who evaluates now. */
function closed(world: World, { actor, now }: Context): Outcome | undefined {
  if (actor.kind !== 'Administrator' || actor.id === 'system') return refused('administrators_only')
  return mayChangeForm(world.form, 'changeAnswerPoints', now) ? undefined : refused('form_points_closed')
}

/**
 * What is told when one evaluator follows another: to both, with how many decisions of the round that runs are there and not sent
 * (PA3), and how many notes (PN4). Whoever is the first, or has nobody behind, finds it in their list.
 */
function handedOver(world: World, from: UserId | null, next: Person | undefined, now: Instant): Letter[] {
  const former = from === null ? undefined : world.person(from)
  if (!former || !next) return []
  const running = roundAt(world, now)
  const count = running && !isReleased(world, running.stage) ? draftsIn(world, running.round).length : 0
  const notes = [...world.list('note')].filter(({ text }) => text !== '').length
  const told = { institution: world.institution.name, form: world.form.name, count, notes }
  return [
    letter('evaluates', next.id, { ...told, evaluator: fullName(former) }),
    letter('evaluatesNoMore', former.id, { ...told, evaluator: fullName(next) }),
  ]
}

/** Gives an institution another evaluator, or none. What the former one decided and has not sent is there for the next (PA3). */
export const setEvaluator = mutation({
  name: 'participant.evaluator',
  version: 1,
  serverOnly: true,
  input: v.object({ from: v.nullable(idSchema), to: v.nullable(idSchema) }),
  entityOf: () => 'evaluator',
  decide(world, { from, to }, context) {
    const refusal = closed(world, context)
    if (refusal) return refusal
    const { evaluatorId } = world.participant
    if (evaluatorId === to) return noop()
    if (evaluatorId !== from) return refused('changed_meanwhile', { field: 'evaluatorId' })
    const person = to === null ? undefined : world.person(to)
    if (to !== null && (person?.kind !== 'Evaluator' || !person.active || !isOfForm(person, world.form))) return refused('person_unknown')
    return applied({
      letters: handedOver(world, from, person, context.now),
      changes: [participantChange(world, { evaluatorId: to })],
      history: [
        { unit: null, action: 'Cambia evaluador', text: person ? fullName(person) : '', role: 'Administrator' },
        ofForm(world, 'Cambia evaluador', [{ field: 'evaluatorId', from, to }]),
      ],
    })
  },
})

/** Takes an institution out of a form, with its answers: its name is typed, and it can come back for thirty days (PA4). */
export const removeParticipant = mutation({
  name: 'participant.remove',
  version: 1,
  serverOnly: true,
  input: v.object({ name: v.pipe(v.string(), v.maxLength(300)) }),
  entityOf: () => 'participant',
  decide(world, { name }, context) {
    const refusal = closed(world, context)
    if (refusal) return refusal
    if (world.participant.removedAt) return noop()
    if (phaseAt(world.form, context.now) === 'Closed') return refused('form_points_closed')
    if (!isFamiliarName(name, world.institution)) return refused('participant_name', { name: world.institution.name })
    return applied({
      changes: [participantChange(world, { removedAt: context.now })],
      history: [
        { unit: null, action: 'Quita institución', text: world.institution.name, role: 'Administrator' },
        ofForm(world, 'Quita institución'),
      ],
    })
  },
})

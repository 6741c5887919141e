import * as v from 'valibot'
import { personOf, whoSchema, type People } from '../assignments/invitees.ts'
import { fullName } from '../accounts/model.ts'
import { pageAddress } from '../addresses.ts'
import type { Person } from '../accounts/model.ts'
import { letter } from '../contract/letter.ts'
import type { Letter } from '../contract/letter.ts'
import { applied, mutation, noop, questionnaireMutation, refused } from '../contract/mutation.ts'
import type { Context, Outcome } from '../contract/mutation.ts'
import { draftsIn, isReleased, roundAt } from '../evaluations/rules.ts'
import type { FormId, InstitutionId, UserId } from '../kernel/ids.ts'
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
import { leadersOf, newParticipant } from './model.ts'
import type { Institution, Participant } from './model.ts'

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
      letters: [...(found?.letters ?? []), ...joinedLetters(named, row, form)],
      notices: evaluatorId === null || isBack(participant, row) ? [] : [firstNotice(evaluatorId, institution, form)],
      reply: { leaderId: leader },
    })
  },
})

/** Whether an institution comes back to the evaluator that it had. */
const isBack = (before: Participant | undefined, { evaluatorId }: Participant): boolean => before?.evaluatorId === evaluatorId

/**
 * Who is told that an institution takes part: who leads it. Where it comes back, also whoever holds something in it, and the evaluator
 * that it had (PA6).
 */
function joinedLetters({ institution, people, participant, holders = [] }: NamedInstitution, row: Participant, form: FormHeader): Letter[] {
  const told = { institution: institution.name, form: form.name }
  const page = pageAddress('filling', { form: form.id, institution: institution.id })
  const isHere = (id: UserId): boolean => people.some((each) => each.id === id && each.active && each.joined)
  const back = participant ? new Set([...leadersOf(row), ...holders]) : []
  const toBack = [...back].filter(isHere)
  const letters: Letter[] = toBack.map((to) => letter('broughtBack', to, { ...told, page }))
  if (!toBack.includes(row.leaderId)) letters.push(letter('assigned', row.leaderId, { count: 1, form: form.name, items: [] }))
  if (row.evaluatorId !== null && isBack(participant, row))
    letters.push(letter('broughtBack', row.evaluatorId, { ...told, page: evaluationOf(form.id, institution.id) }))
  return letters
}

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
 * What is told when an institution gets another evaluator, or none. Who follows and who was followed: with how many decisions of the round
 * that runs are there and not sent (PA3), and how many notes (PN4); so is one without a successor (PA6). Who has an account no more is
 * told nothing.
 */
function handedOver(world: World, former: Person | undefined, next: Person | undefined, now: Instant): Letter[] {
  const running = roundAt(world, now)
  const count = running && !isReleased(world, running.stage) ? draftsIn(world, running.round).length : 0
  const notes = [...world.list('note')].filter(({ text }) => text !== '').length
  const told = { institution: world.institution.name, form: world.form.name }
  const letters: Letter[] = []
  if (next && former) letters.push(letter('evaluates', next.id, { ...told, count, notes, evaluator: fullName(former) }))
  if (former?.active)
    letters.push(
      next
        ? letter('evaluatesNoMore', former.id, { ...told, count, notes, evaluator: fullName(next) })
        : letter('evaluatesNoLonger', former.id, { ...told, count, notes }),
    )
  return letters
}

/** What is told behind the bell: to a first evaluator, that they are; to who leads an institution that has sent, that another one follows (PA6). */
function evaluatorNotices({ participant, institution, form }: World, former: Person | undefined, next: Person | undefined): Letter[] {
  if (!next) return []
  if (!former) return [firstNotice(next.id, institution, form)]
  const told = { institution: institution.name, form: form.name }
  return participant.sentAt === null ? [] : leadersOf(participant).map((to) => letter('evaluatorChanged', to, told))
}

const firstNotice = (to: UserId, institution: Institution, form: FormHeader): Letter =>
  letter('evaluatesFirst', to, { institution: institution.name, form: form.name, page: evaluationOf(form.id, institution.id) })

const evaluationOf = (form: FormId, institution: InstitutionId): string => pageAddress('evaluation', { form, institution })

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
    const former = from === null ? undefined : world.person(from)
    return applied({
      letters: handedOver(world, former, person, context.now),
      notices: evaluatorNotices(world, former, person),
      changes: [participantChange(world, { evaluatorId: to })],
      history: [
        { unit: null, action: 'Cambia evaluador', text: person ? fullName(person) : '', role: 'Administrator' },
        ofForm(world, 'Cambia evaluador', [{ field: 'evaluatorId', from, to }]),
      ],
    })
  },
})

/** To everybody who works on an institution in a form: who leads it, whoever holds something in it, and who evaluates it (PA6). */
function takenOutLetters(world: World): Letter[] {
  const { participant, institution, form } = world
  if (form.rehearsal !== undefined) return []
  const holders = [...world.list('assignment')].map(({ userId }) => userId)
  const people = new Set([...leadersOf(participant), ...holders, participant.evaluatorId])
  return [...people].flatMap((id) => {
    const person = id === null ? undefined : world.person(id)
    return person?.active && person.joined ? [letter('takenOut', person.id, { institution: institution.name, form: form.name })] : []
  })
}

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
      letters: takenOutLetters(world),
    })
  },
})

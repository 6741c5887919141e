import * as v from 'valibot'
import { heirLetters, released } from '../assignments/release.ts'
import { actingRole, isLeader, mayCareForInvitation } from '../assignments/rules.ts'
import { letter, type Letter } from '../contract/letter.ts'
import { applied, mutation, noop, refused } from '../contract/mutation.ts'
import type { Context, HistoryEntry, Outcome } from '../contract/mutation.ts'
import type { UserId } from '../kernel/ids.ts'
import { epochMs } from '../kernel/instant.ts'
import { orgScope } from '../protocol/scope.ts'
import type { Change, World } from '../world.ts'
import { emailSchema, isInstitutional } from './address.ts'
import { fullName } from './model.ts'
import type { Person } from './model.ts'

const idSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))
const nameSchema = v.pipe(v.string(), v.trim(), v.maxLength(100))

/** How long an invitation counts as just sent: asking for it again meanwhile sends no second letter. */
const freshMs = 300_000

/** Somebody who was invited and has not joined, whom the person of this call may care for; else why not. */
function invited(world: World, userId: UserId, context: Context): Person | Outcome {
  const person = world.person(userId)
  if (!person || person.institutionId !== world.institutionId || person.kind !== 'Institutional') return refused('person_unknown')
  if (!mayCareForInvitation(world, context.actor, person)) return refused('no_permission_assign')
  if (person.joined) return refused('invitation_accepted')
  return person.active ? person : refused('person_unknown')
}

const personChange = (world: World, row: Person): Change => ({
  scope: orgScope(world.institutionId),
  part: '',
  table: 'person',
  id: row.id,
  row,
})

const letterTo = (world: World, person: Person): Letter => letter('invited', person.id, { institution: world.institution.name })

const entry = (world: World, context: Context, action: HistoryEntry['action'], person: Person): HistoryEntry => ({
  unit: null,
  action,
  text: `${fullName(person)} <${person.email}>`,
  role: actingRole(world, context.actor),
})

/**
 * Sends the letter of an invitation again. Leader, delegate, administrator and who invited may.
 * Fails: person_unknown, no_permission_assign, invitation_accepted. Source: SPEC AS17.
 */
export const resendInvitation = mutation({
  name: 'invitation.resend',
  version: 1,
  input: v.object({ userId: idSchema }),
  entityOf: ({ userId }) => `invitation:${userId}`,
  decide(world, { userId }, context) {
    const person = invited(world, userId, context)
    if ('disposition' in person) return person
    if (person.invitedAt && epochMs(context.now) - epochMs(person.invitedAt) < freshMs) return noop()
    return applied({
      changes: [personChange(world, { ...person, invitedAt: context.now })],
      history: [entry(world, context, 'Reenvía invitación', person)],
      letters: [letterTo(world, person)],
    })
  },
})

/**
 * Corrects the name or the address of somebody who was invited, and invites them there; what went to the former address opens
 * nothing any more. Fails as resending does, and: name_empty, surname_empty, email_other_institution, person_unknown when
 * the address is somebody else's. Source: SPEC AS18.
 */
export const correctInvitation = mutation({
  name: 'invitation.correct',
  version: 1,
  input: v.object({ userId: idSchema, name: nameSchema, surname: nameSchema, email: emailSchema }),
  entityOf: ({ userId }) => `invitation:${userId}`,
  decide(world, { userId, name, surname, email }, context) {
    const person = invited(world, userId, context)
    if ('disposition' in person) return person
    if (name === '') return refused('name_empty')
    if (surname === '') return refused('surname_empty')
    if (!isInstitutional(email, world.institution.domains))
      return refused('email_other_institution', { domains: world.institution.domains.join(', ') })
    const moved = person.email.toLowerCase() !== email.toLowerCase()
    if (!moved && person.name === name && person.surname === surname) return noop()
    for (const other of world.list('person'))
      if (other.id !== userId && other.email.toLowerCase() === email.toLowerCase()) return refused('person_unknown')
    const row: Person = { ...person, name, surname, email, ...(moved ? { invitedAt: context.now } : {}) }
    return applied({
      changes: [personChange(world, row)],
      history: [entry(world, context, 'Corrige invitación', row)],
      letters: moved ? [letterTo(world, row)] : [],
    })
  },
})

/**
 * Withdraws an invitation: its letter opens nothing any more, and what the person was given is nobody's again (AS19).
 * The leadership is handed over first. Fails as resending does, and: invitation_leads. Source: SPEC AS19.
 */
export const withdrawInvitation = mutation({
  name: 'invitation.withdraw',
  version: 1,
  input: v.object({ userId: idSchema }),
  entityOf: ({ userId }) => `invitation:${userId}`,
  decide(world, { userId }, context) {
    const known = world.person(userId)
    if (known && !known.active && !known.joined && mayCareForInvitation(world, context.actor, known)) return noop()
    const person = invited(world, userId, context)
    if ('disposition' in person) return person
    if (isLeader(world, userId)) return refused('invitation_leads')
    const withdrawn = personChange(world, { ...person, active: false, invitedBy: person.invitedBy ?? context.actor.id })
    const changes = [withdrawn, ...released(world, userId)]
    return applied({
      changes,
      history: [{ ...entry(world, context, 'Retira invitación', person), person: person.id }],
      letters: heirLetters(world, userId, context.actor.id),
    })
  },
})

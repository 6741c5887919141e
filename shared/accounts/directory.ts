import * as v from 'valibot'
import type { Actor } from '../access/actor.ts'
import type { ActingRole } from '../access/roles.ts'
import { applied, directoryMutation, noop, refused } from '../contract/mutation.ts'
import type { HistoryEntry, Directory } from '../contract/mutation.ts'
import { catalogScope } from '../protocol/scope.ts'
import type { Change } from '../world.ts'
import { emailSchema } from './address.ts'
import { fullName, type Person } from './model.ts'

const idSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const nameSchema = (code: 'name_empty' | 'surname_empty') => v.pipe(v.string(), v.trim(), v.nonEmpty(code), v.maxLength(120))
const names = { name: nameSchema('name_empty'), surname: nameSchema('surname_empty') }

/** A person has no role outside a form. */
const roleOf = (actor: Actor): ActingRole => {
  if (actor.id === 'system') return 'System'
  return actor.kind === 'Institutional' ? 'NoAssigment' : actor.kind
}

const personChange = (rows: Directory, row: Person): Change => ({ scope: rows.scope, part: '', table: 'person', id: row.id, row })
const entry = (actor: Actor, person: Person, action: HistoryEntry['action'], text: string): HistoryEntry => ({
  unit: null,
  person: person.id,
  action,
  text,
  role: roleOf(actor),
})

/** Changes name and surname: one's own, or an administrator anybody's. Source: SPEC AC3. */
export const renamePerson = directoryMutation({
  name: 'person.rename',
  version: 1,
  input: v.object({ userId: idSchema, ...names }),
  entityOf: ({ userId }) => `person:${userId}`,
  decide(rows, { userId, name, surname }, { actor }) {
    const person = rows.get('person', userId)
    if (!person || person.anonymised || (actor.id !== userId && actor.kind !== 'Administrator')) return refused('not_found')
    if (person.name === name && person.surname === surname) return noop()
    const renamed: Person = { ...person, name, surname }
    return applied({
      changes: [personChange(rows, renamed)],
      history: [entry(actor, person, 'Cambia nombre', `${fullName(person)} → ${fullName(renamed)}`)],
    })
  },
})

/** Accepts the invitation, for oneself: the secret of the letter has shown who it is. Source: SPEC AC4. */
export const joinPerson = directoryMutation({
  name: 'person.join',
  version: 1,
  input: v.object({ userId: idSchema }),
  entityOf: ({ userId }) => `person:${userId}`,
  decide(rows, { userId }, { actor }) {
    const person = rows.get('person', userId)
    if (!person || actor.id !== userId) return refused('not_found')
    if (person.joined) return noop()
    const { invitedBy: _by, invitedAt: _at, ...rest } = person
    return applied({
      changes: [personChange(rows, { ...rest, joined: true })],
      history: [entry(actor, person, 'Acepta invitación', fullName(person))],
    })
  },
})

/** Makes an account of the lab. Only who runs the server does it, at its console. Replies {userId}. Source: SPEC AC5. */
export const createStaff = directoryMutation({
  name: 'person.create',
  version: 1,
  input: v.object({ ...names, email: emailSchema, kind: v.picklist(['Administrator', 'Evaluator']) }),
  entityOf: ({ email }) => `person:${email}`,
  decide(rows, { name, surname, email, kind }, { actor, mid }) {
    if (actor.id !== 'system') return refused('administrators_only')
    if (rows.scope !== catalogScope) return refused('not_found')
    // An id is what every mutation takes as one; the platform's own mids have marks that are none of it.
    const id = `staff-${mid.replace(/[^\w-]/g, '')}`
    const person: Person = { id, name, surname, email, kind, institutionId: null, active: true, joined: true }
    return applied({
      changes: [personChange(rows, person)],
      history: [entry(actor, person, 'Crea cuenta', `${fullName(person)} <${email}>`)],
      reply: { userId: person.id },
    })
  },
})

import * as v from 'valibot'
import { userKinds, type Actor } from '../access/actor.ts'
import { letter, type Letter } from '../contract/letter.ts'
import { applied, directoryMutation, noop, refused } from '../contract/mutation.ts'
import type { Context, Directory, FieldChange, HistoryEntry, Outcome } from '../contract/mutation.ts'
import type { Institution } from '../institutions/model.ts'
import { epochMs } from '../kernel/instant.ts'
import { catalogScope, orgScope, parseScope } from '../protocol/scope.ts'
import type { Change } from '../world.ts'
import { emailSchema, isInstitutional } from './address.ts'
import { fullName, type Person } from './model.ts'

const idSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const nameSchema = (code: 'name_empty' | 'surname_empty') => v.pipe(v.string(), v.trim(), v.nonEmpty(code), v.maxLength(120))
const kindSchema = v.picklist(userKinds, 'role_required')
/** What an administrator writes of a person. `origin`: of the lab's people alone. */
const fields = {
  name: nameSchema('name_empty'),
  surname: nameSchema('surname_empty'),
  email: emailSchema,
  kind: kindSchema,
  origin: v.nullable(v.pipe(v.string(), v.trim(), v.nonEmpty('origin_empty'), v.maxLength(200))),
}
const fieldNames = ['name', 'surname', 'email', 'kind', 'origin'] as const

/** How long an invitation counts as just sent: asking for it again meanwhile sends no second letter. */
const freshMs = 300_000

/** The platform itself, or an administrator. */
const mayCare = ({ kind }: Actor): boolean => kind === 'Administrator'

/** Whoever is in the rows; who was invented for a rehearsal, or was anonymised, is nobody here. */
function personIn(rows: Directory, userId: string): Person | undefined {
  const person = rows.get('person', userId)
  return person?.rehearsal === undefined && person?.anonymised === undefined ? person : undefined
}

/** The institution whose people the rows are; undefined for those of the lab. */
function institutionOf(rows: Directory): Institution | undefined {
  const scope = parseScope(rows.scope)
  return scope?.kind === 'org' ? rows.get('institution', scope.institutionId) : undefined
}

/** Why somebody cannot be of a kind where they are: the lab's people have a role of its own, an institution's have none. */
const misfit = (rows: Directory, kind: Person['kind']): Outcome | undefined =>
  (rows.scope === catalogScope) === (kind === 'Institutional') ? refused('role_required') : undefined

const homeless = (rows: Directory, origin: string | null): Outcome | undefined =>
  rows.scope === catalogScope && origin === null ? refused('origin_empty') : undefined

function foreign(rows: Directory, email: string): Outcome | undefined {
  const institution = institutionOf(rows)
  if (!institution || isInstitutional(email, institution.domains)) return undefined
  return refused('email_other_institution', { domains: institution.domains.join(', ') })
}

/** Whether nobody else could run the platform. */
export function isLastAdministrator(rows: Directory, { id, kind, active }: Person): boolean {
  if (kind !== 'Administrator' || !active) return false
  for (const other of rows.list('person'))
    if (other.id !== id && other.kind === 'Administrator' && other.active && other.joined && other.rehearsal === undefined) return false
  return true
}

const change = (rows: Directory, row: Person): Change => ({ scope: rows.scope, part: '', table: 'person', id: row.id, row })
const invitation = (rows: Directory, person: Person): Letter => {
  const institution = institutionOf(rows)
  return letter('invited', person.id, institution ? { institution: institution.name } : {})
}
const entry = (
  { actor }: Context,
  person: Person,
  action: HistoryEntry['action'],
  text: string,
  changed?: readonly FieldChange[],
): HistoryEntry => ({ unit: null, person: person.id, action, text, changed, role: actor.id === 'system' ? 'System' : 'Administrator' })
const addressed = (person: Person): string => `${fullName(person)} <${person.email}>`

/**
 * Makes an account and invites its person: of the lab where the rows are the lab's, else of the institution whose they are, and of
 * `others`. Replies {userId}. Fails: administrators_only, not_found, role_required, origin_empty, email_other_institution; email_taken before. Source: SPEC AC6, AC7.
 */
export const createUser = directoryMutation({
  name: 'user.create',
  version: 1,
  input: v.object({ ...fields, others: v.optional(v.pipe(v.array(idSchema), v.maxLength(50))) }),
  entityOf: ({ email }) => `person:${email}`,
  decide(rows, { name, surname, email, kind, origin, others = [] }, context) {
    if (!mayCare(context.actor)) return refused('administrators_only')
    const institution = institutionOf(rows)
    if (rows.scope !== catalogScope && (!institution || institution.rehearsal !== undefined)) return refused('not_found')
    const wrong = misfit(rows, kind) ?? homeless(rows, origin) ?? foreign(rows, email)
    if (wrong) return wrong
    const elsewhere = [...new Set(others)].filter((id) => id !== institution?.id)
    const known = new Set(rows.facts?.institutions.map(({ id }) => id))
    if (elsewhere.length > 0 && (!institution || elsewhere.some((id) => !known.has(id)))) return refused('not_found')
    const person: Person = {
      id: `u-${context.mid.replace(/[^\w-]/g, '')}`.slice(0, 64),
      name,
      surname,
      email,
      kind,
      institutionId: institution?.id ?? null,
      active: true,
      joined: false,
      invitedBy: context.actor.id,
      invitedAt: context.now,
      ...(origin === null ? {} : { origin }),
    }
    return applied({
      changes: [
        change(rows, person),
        ...elsewhere.map((id): Change => ({ ...change(rows, { ...person, institutionId: id }), scope: orgScope(id) })),
      ],
      history: [entry(context, person, 'Crea cuenta', addressed(person))],
      letters: [invitation(rows, person)],
      reply: { userId: person.id },
    })
  },
})

/** What of a person an administrator sees and writes. */
export type UserFields = Readonly<Pick<Person, 'name' | 'surname' | 'email' | 'kind'> & { readonly origin: string | null }>
export const userFieldsOf = ({ name, surname, email, kind, origin }: Person): UserFields => ({
  name,
  surname,
  email,
  kind,
  origin: origin ?? null,
})

/**
 * Changes an account from what somebody saw to what they want, field by field. What somebody else changed since is not written over.
 * One who has not joined is invited anew where the address moves. Fails: administrators_only, not_found, changed_meanwhile,
 * role_required, origin_empty, email_other_institution, own_account, last_administrator; email_taken before. Source: SPEC AC8, AC9.
 */
export const editUser = directoryMutation({
  name: 'user.edit',
  version: 1,
  input: v.object({
    userId: idSchema,
    from: v.object({
      name: v.string(),
      surname: v.string(),
      email: v.string(),
      kind: v.picklist(userKinds),
      origin: v.nullable(v.string()),
    }),
    to: v.object(fields),
  }),
  entityOf: ({ userId }) => `person:${userId}`,
  decide(rows, { userId, from, to }, context) {
    if (!mayCare(context.actor)) return refused('administrators_only')
    const person = personIn(rows, userId)
    if (!person) return refused('not_found')
    const stands = userFieldsOf(person)
    const changed: FieldChange[] = []
    for (const field of fieldNames) {
      if (stands[field] === to[field] || from[field] === to[field]) continue
      if (stands[field] !== from[field]) return refused('changed_meanwhile', { field })
      changed.push({ field, from: stands[field], to: to[field] })
    }
    if (changed.length === 0) return noop()
    const wanted: UserFields = { ...stands, ...Object.fromEntries(changed.map(({ field, to: value }) => [field, value])) }
    const moved = wanted.email !== stands.email
    // Of what was not touched nothing is asked: accounts are older than some of these rules.
    const wrong =
      misfit(rows, wanted.kind) ??
      (wanted.origin === stands.origin ? undefined : homeless(rows, wanted.origin)) ??
      (moved ? foreign(rows, wanted.email) : undefined)
    if (wrong) return wrong
    if (wanted.kind !== person.kind) {
      if (context.actor.id === userId) return refused('own_account')
      if (isLastAdministrator(rows, person)) return refused('last_administrator')
    }
    const { origin, ...rest } = wanted
    const invites = moved && !person.joined && person.active
    const { origin: _former, ...others } = person
    const row: Person = { ...others, ...rest, ...(origin === null ? {} : { origin }), ...(invites ? { invitedAt: context.now } : {}) }
    return applied({
      changes: [change(rows, row)],
      history: [entry(context, row, 'Cambia cuenta', addressed(row), changed)],
      letters: [
        ...(invites ? [invitation(rows, row)] : []),
        // Who signs in with another address from now on is told where they read until now.
        ...(moved && person.joined && person.active ? [letter('addressMoved', row.id, { mailbox: person.email })] : []),
      ],
    })
  },
})

/**
 * Opens or closes an account; of who has not joined it withdraws the invitation, or sends another. Fails: administrators_only,
 * not_found, own_account, last_administrator. Source: SPEC AC9, AC10.
 */
export const toggleUser = directoryMutation({
  name: 'user.toggle',
  version: 1,
  input: v.object({ userId: idSchema, active: v.boolean() }),
  entityOf: ({ userId }) => `person:${userId}`,
  decide(rows, { userId, active }, context) {
    if (!mayCare(context.actor)) return refused('administrators_only')
    const person = personIn(rows, userId)
    if (!person) return refused('not_found')
    if (person.active === active) return noop()
    if (!active && context.actor.id === userId) return refused('own_account')
    if (!active && isLastAdministrator(rows, person)) return refused('last_administrator')
    const invites = active && !person.joined
    const row: Person = { ...person, active, ...(invites ? { invitedAt: context.now } : {}) }
    const action = active ? 'Activa cuenta' : person.joined ? 'Desactiva cuenta' : 'Retira invitación'
    // Whoever is responsible now was told when the account was closed (AC14).
    const gone = active && person.joined && institutionOf(rows) ? '. Lo que tenía a su cargo no se le devuelve' : ''
    return applied({
      changes: [change(rows, row)],
      history: [entry(context, row, action, addressed(row) + gone)],
      letters: invites ? [invitation(rows, row)] : [],
    })
  },
})

/** Sends an invitation again. Fails: administrators_only, not_found, invitation_accepted. Source: SPEC AC11. */
export const inviteUser = directoryMutation({
  name: 'user.invite',
  version: 1,
  input: v.object({ userId: idSchema }),
  entityOf: ({ userId }) => `person:${userId}`,
  decide(rows, { userId }, context) {
    if (!mayCare(context.actor)) return refused('administrators_only')
    const person = personIn(rows, userId)
    if (!person?.active) return refused('not_found')
    if (person.joined) return refused('invitation_accepted')
    if (person.invitedAt && epochMs(context.now) - epochMs(person.invitedAt) < freshMs) return noop()
    const row: Person = { ...person, invitedAt: context.now }
    return applied({
      changes: [change(rows, row)],
      history: [entry(context, row, 'Reenvía invitación', addressed(row))],
      letters: [invitation(rows, row)],
    })
  },
})

import * as v from 'valibot'
import { emailSchema, isInstitutional } from '../accounts/address.ts'
import type { Person } from '../accounts/model.ts'
import { letter, type Letter } from '../contract/letter.ts'
import type { Context } from '../contract/mutation.ts'
import type { Institution } from '../institutions/model.ts'
import type { FailureParams } from '../kernel/failure.ts'
import type { UserId } from '../kernel/ids.ts'
import { orgScope } from '../protocol/scope.ts'
import type { Change, World } from '../world.ts'

/** An institution with those of its people who are known. */
export interface People {
  readonly institution: Institution
  person(id: UserId): Person | undefined
  people(): Iterable<Person>
  /** Whose account an address is, elsewhere: they may belong to this institution too. Only an administrator's change knows. */
  account?(email: string): Person | undefined
}
/** Those of an institution in a form: whoever else is in its world is the lab's. */
export const peopleOf = (world: World): People => ({
  institution: world.institution,
  person: (id) => world.person(id),
  people: () => world.list('person'),
})

const idSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))
/** Somebody of the institution: known already, or to be invited. */
export const whoSchema = v.union([
  v.object({ userId: idSchema }),
  v.object({
    invite: v.object({
      name: v.pipe(v.string(), v.trim(), v.maxLength(100)),
      surname: v.pipe(v.string(), v.trim(), v.maxLength(100)),
      email: emailSchema,
    }),
  }),
])
export type Who = v.InferOutput<typeof whoSchema>

type Found =
  | { readonly person: Person; readonly changes: readonly Change[]; readonly letters: readonly Letter[] }
  | { readonly code: string; readonly params?: FailureParams }

/** The person that a call means; an unknown one becomes a pending invitation in the same mutation. */
export function personOf(of: People, who: Who, { mid, actor, now }: Pick<Context, 'mid' | 'actor' | 'now'>): Found {
  if ('userId' in who) {
    const person = of.person(who.userId)
    return person && person.active && person.institutionId === of.institution.id
      ? { person, changes: [], letters: [] }
      : { code: 'person_unknown' }
  }
  const { name, surname, email } = who.invite
  // Whoever is invited in a rehearsal is of it: no mailbox is written to (RH1).
  const { rehearsal } = of.institution
  const invitation = { invitedBy: actor.id, invitedAt: now, ...(rehearsal === undefined ? {} : { rehearsal }) }
  if (name === '') return { code: 'name_empty' }
  if (surname === '') return { code: 'surname_empty' }
  const account = of.account?.(email)
  // Of an account that there is nothing is asked of the address: one mailbox is of one domain.
  if (!account && !isInstitutional(email, of.institution.domains))
    return { code: 'email_other_institution', params: { domains: of.institution.domains.join(', ') } }
  for (const person of of.people()) {
    if (person.email.toLowerCase() !== email.toLowerCase()) continue
    if (person.institutionId !== of.institution.id) return { code: 'person_unknown' }
    if (person.left && account) break
    if (person.active) return { person, changes: [], letters: [] }
    // Invited, withdrawn, and invited again: the same person, under the name given now.
    if (person.joined || person.left || person.invitedBy === undefined) return { code: 'person_unknown' }
    return invitationOf(of, { ...person, name, surname, active: true, ...invitation })
  }
  if (account) {
    const { left: _left, ...known } = account
    const row: Person = { ...known, institutionId: of.institution.id }
    return { ...invitationOf(of, row), letters: row.joined ? [letter('belongs', row.id, { institution: of.institution.name })] : [] }
  }
  // Made of the mutation's own id, so that an invitation can never name an account that exists.
  // An id is what every mutation takes as one; the mids of the server's own doors have marks that are none of it.
  const id = `u-${mid.replace(/[^\w-]/g, '')}`
  const made = { id, name, surname, email, kind: 'Institutional', institutionId: of.institution.id, active: true, joined: false } as const
  return invitationOf(of, { ...made, ...invitation })
}

const invitationOf = (of: People, person: Person): Found => ({
  person,
  changes: [{ scope: orgScope(of.institution.id), part: '', table: 'person', id: person.id, row: person }],
  letters: [letter('invited', person.id, { institution: of.institution.name })],
})

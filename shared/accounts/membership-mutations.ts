import * as v from 'valibot'
import { letter } from '../contract/letter.ts'
import { applied, directoryMutation, noop, refused } from '../contract/mutation.ts'
import type { Context, Directory, HistoryEntry } from '../contract/mutation.ts'
import type { Institution } from '../institutions/model.ts'
import { parseScope } from '../protocol/scope.ts'
import type { Change } from '../world.ts'
import { fullName, type Person } from './model.ts'

const input = v.object({ userId: v.pipe(v.string(), v.minLength(1), v.maxLength(128)) })

/** The institution whose people the rows are, where it has people of its own. */
function institutionIn(rows: Directory): Institution | undefined {
  const scope = parseScope(rows.scope)
  const institution = scope?.kind === 'org' ? rows.get('institution', scope.institutionId) : undefined
  return institution?.rehearsal === undefined && !institution?.removed ? institution : undefined
}

const change = (rows: Directory, row: Person): Change => ({ scope: rows.scope, part: '', table: 'person', id: row.id, row })
const entry = (person: Person, action: HistoryEntry['action'], institution: Institution): HistoryEntry => ({
  unit: null,
  person: person.id,
  action,
  text: `${fullName(person)}: ${institution.name}`,
  role: 'Administrator',
})
const mayNot = ({ actor }: Context): boolean => actor.kind !== 'Administrator'

/**
 * Somebody of another institution belongs to this one too. Fails: administrators_only, not_found. Source: SPEC SM3.
 */
export const addMember = directoryMutation({
  name: 'member.add',
  version: 1,
  input,
  entityOf: ({ userId }) => `person:${userId}`,
  decide(rows, { userId }, context) {
    if (mayNot(context)) return refused('administrators_only')
    const institution = institutionIn(rows)
    const account = rows.accounts?.get(userId)
    if (!institution || !account || account.person.anonymised) return refused('not_found')
    if (account.institutionIds.includes(institution.id)) return noop()
    const { left: _left, ...person } = account.person
    const row: Person = { ...person, institutionId: institution.id }
    return applied({
      changes: [change(rows, row)],
      history: [entry(row, 'Agrega a institución', institution)],
      // Who has not joined reads of it where they are invited.
      letters: row.joined && row.active ? [letter('belongs', row.id, { institution: institution.name })] : [],
    })
  },
})

/**
 * Somebody belongs to this institution no more, and to others still. Colleagues go on reading the name. Fails: administrators_only,
 * not_found, last_institution, user_leads. Source: SPEC SM4.
 */
export const removeMember = directoryMutation({
  name: 'member.remove',
  version: 1,
  input,
  entityOf: ({ userId }) => `person:${userId}`,
  decide(rows, { userId }, context) {
    if (mayNot(context)) return refused('administrators_only')
    const institution = institutionIn(rows)
    const person = rows.get('person', userId)
    const account = rows.accounts?.get(userId)
    if (!institution || !person || person.anonymised || !account) return refused('not_found')
    if (person.left) return noop()
    if (account.institutionIds.length < 2) return refused('last_institution')
    if (institution.leaderId === userId) return refused('user_leads', { form: institution.name })
    const { elsewhere: _elsewhere, ...rest } = person
    return applied({
      changes: [change(rows, { ...rest, active: false, left: true })],
      history: [entry(person, 'Quita de institución', institution)],
    })
  },
})

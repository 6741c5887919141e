import * as v from 'valibot'
import { letter } from '../contract/letter.ts'
import { applied, directoryMutation, noop, refused } from '../contract/mutation.ts'
import type { HistoryAction } from '../contract/mutation.ts'
import type { Person } from './model.ts'
import { isLastAdministrator } from './user-mutations.ts'

/** First name of everybody who was anonymised; what tells them apart is random, and stands as the surname. */
export const pseudonymName = 'Persona'
/** What tells them apart: nothing of it is made of the person. */
export const pseudonymSchema = v.pipe(v.string(), v.regex(/^[0-9A-F]{6}$/))
/** What stands where an address did: one account's, and nothing that can be written to. */
export const noAddress = (pseudonym: string): string => `persona-${pseudonym.toLowerCase()}`
export const anonymiseReasonMax = 500

/** A person's row without what it said of them. What they were here, and to whom they belonged, stays. */
export const namelessRow = ({ id, kind, institutionId, left, elsewhere }: Person, pseudonym: string): Person => ({
  id,
  name: pseudonymName,
  surname: pseudonym,
  email: noAddress(pseudonym),
  kind,
  institutionId,
  active: false,
  joined: true,
  anonymised: true,
  ...(left === undefined ? {} : { left }),
  ...(elsewhere === undefined ? {} : { elsewhere }),
})

/**
 * Actions whose lines in a history the platform words with somebody's name or address; the words of every other are a person's own, and
 * stay as they are. Source: SPEC LW3.
 */
export const actionsNamingPeople = [
  'Asigna',
  'Quita responsable',
  'Reenvía invitación',
  'Corrige invitación',
  'Retira invitación',
  'Acepta invitación',
  'Crea cuenta',
  'Cambia nombre',
  'Cambia cuenta',
  'Desactiva cuenta',
  'Activa cuenta',
  'Anonimiza cuenta',
  'Agrega a institución',
  'Quita de institución',
  'Escribe a responsable',
  'Cambia líder',
  'Cambia evaluador',
] as const satisfies readonly HistoryAction[]

/**
 * Has somebody's name, address and ways in go, for ever; what they did stays, under a pseudonym. Who is in charge of something hands that
 * over first, and what waits on their devices arrives first. `letter`: whether the last thing that goes to their address says so. Fails:
 * administrators_only, not_found, own_account, last_administrator, person_in_charge, person_waits. Source: SPEC LW1, LW2.
 */
export const anonymisePerson = directoryMutation({
  name: 'person.anonymise',
  version: 1,
  input: v.object({
    userId: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
    pseudonym: pseudonymSchema,
    reason: v.pipe(v.string(), v.trim(), v.nonEmpty('anonymise_reason_empty'), v.maxLength(anonymiseReasonMax)),
    letter: v.boolean(),
  }),
  entityOf: ({ userId }) => `person:${userId}`,
  decide(rows, { userId, pseudonym, reason, letter: tells }, { actor }) {
    if (actor.kind !== 'Administrator') return refused('administrators_only')
    const person = rows.get('person', userId)
    if (!person || person.rehearsal !== undefined) return refused('not_found')
    if (person.anonymised) return noop()
    if (actor.id === userId) return refused('own_account')
    if (isLastAdministrator(rows, person)) return refused('last_administrator')
    const duties = rows.duties?.get(userId)
    // Whoever does not know what somebody is in charge of takes nothing from them.
    if (!duties) return refused('not_found')
    if (duties.inCharge.length > 0) return refused('person_in_charge', { places: duties.inCharge.join(', ') })
    if (duties.waiting > 0) return refused('person_waits', { n: duties.waiting })
    return applied({
      changes: [{ scope: rows.scope, part: '', table: 'person', id: userId, row: namelessRow(person, pseudonym) }],
      history: [
        { unit: null, person: userId, action: 'Anonimiza cuenta', text: reason, role: actor.id === 'system' ? 'System' : 'Administrator' },
      ],
      letters: tells && person.joined ? [letter('anonymised', userId, { mailbox: person.email })] : [],
    })
  },
})

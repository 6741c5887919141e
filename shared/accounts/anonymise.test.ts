import { expect, test } from 'vitest'
import type { Actor } from '../access/actor.ts'
import type { Context, Directory, Duties } from '../contract/mutation.ts'
import { catalogScope, orgScope } from '../protocol/scope.ts'
import { anonymisePerson } from './anonymise-mutations.ts'
import { emailSchema } from './address.ts'
import { personSchema, type Person } from './model.ts'
import { editUser, toggleUser } from './user-mutations.ts'
import * as v from 'valibot'

const root: Actor = { id: 'root', kind: 'Administrator', name: 'Root', institutionId: null }
const context = (actor: Actor = root): Context => ({
  actor,
  now: '2026-03-10T12:00:00.000Z',
  mid: 'mid',
  base: null,
  occurredAt: '2026-03-10T12:00:00.000Z',
  lease: null,
})
const person = (rest: Partial<Person> = {}): Person => ({
  id: 'ana',
  name: 'Ana',
  surname: 'Soto',
  email: 'ana@norte.example',
  kind: 'Institutional',
  institutionId: 'norte',
  active: true,
  joined: true,
  ...rest,
})
const free: Duties = { inCharge: [], waiting: 0 }
function rowsOf(people: readonly Person[], duties: Duties | undefined = free, scope = orgScope('norte')): Directory {
  const get: Directory['get'] = (table, id) => (table === 'person' ? (people.find((each) => each.id === id) as never) : undefined)
  const list: Directory['list'] = (table) => (table === 'person' ? (people as never) : [])
  return { scope, get, list, duties: duties && new Map(people.map(({ id }) => [id, duties])) }
}
const asked = { userId: 'ana', pseudonym: '7F3A2C', reason: 'Lo pidió', letter: true }

test('[LW1] a pseudonym takes the place of name, address and origin; whoever stood there opens nothing and is nobody to every change of accounts', () => {
  const outcome = anonymisePerson.decide(rowsOf([person({ origin: 'Laboratorio' })]), asked, context())
  expect(outcome.disposition).toBe('applied')
  const [change] = outcome.changes
  const row = v.parse(personSchema, change?.row)
  expect(row).toEqual({
    id: 'ana',
    name: 'Persona',
    surname: '7F3A2C',
    email: 'persona-7f3a2c',
    kind: 'Institutional',
    institutionId: 'norte',
    active: false,
    joined: true,
    anonymised: true,
  })
  // Nobody can be written to there, nor sign in.
  expect(v.safeParse(emailSchema, row.email).success).toBe(false)
  expect(outcome.letters).toEqual([{ template: 'anonymised', to: 'ana', data: { mailbox: 'ana@norte.example' } }])
  const gone = rowsOf([row])
  expect(anonymisePerson.decide(gone, asked, context()).disposition).toBe('noop')
  expect(toggleUser.decide(gone, { userId: 'ana', active: true }, context()).code).toBe('not_found')
  const fields = { name: 'A', surname: 'B', email: 'a@norte.example', kind: 'Institutional' as const, origin: null }
  expect(editUser.decide(gone, { userId: 'ana', from: fields, to: fields }, context()).code).toBe('not_found')
})

test('[LW2] who is in charge of something, whose devices hold something, oneself and the last administrator keep their names', () => {
  const refusal = (people: readonly Person[], duties?: Duties, actor?: Actor, args = asked) => {
    const { code, params } = anonymisePerson.decide(rowsOf(people, duties), args, context(actor))
    return [code, params]
  }
  expect(refusal([person()], { inCharge: ['Servicio · 2026', 'Otro'], waiting: 2 })).toEqual([
    'person_in_charge',
    { places: 'Servicio · 2026, Otro' },
  ])
  expect(refusal([person()], { inCharge: [], waiting: 2 })).toEqual(['person_waits', { n: 2 }])
  expect(refusal([person()], free, { ...root, kind: 'Evaluator' })).toEqual(['administrators_only', undefined])
  const self = person({ id: 'root', kind: 'Administrator', institutionId: null })
  expect(refusal([self], free, root, { ...asked, userId: 'root' })).toEqual(['own_account', undefined])
  const platform: Actor = { id: 'system', kind: 'Administrator', name: 'IIP', institutionId: null }
  const last = anonymisePerson.decide(rowsOf([self], free, catalogScope), { ...asked, userId: 'root' }, context(platform))
  expect(last.code).toBe('last_administrator')
  expect(refusal([person({ rehearsal: 'f' })])).toEqual(['not_found', undefined])
  // Whoever does not know what somebody is in charge of takes nothing from them.
  const unknown: Directory = { ...rowsOf([person()]), duties: undefined }
  expect(anonymisePerson.decide(unknown, asked, context()).code).toBe('not_found')
  expect(v.safeParse(anonymisePerson.input, { ...asked, reason: ' ' }).success).toBe(false)
})

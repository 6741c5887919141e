import { expect, test } from 'vitest'
import { systemActor, type Actor } from '../access/actor.ts'
import type { Directory, Mutation, Outcome } from '../contract/mutation.ts'
import { actors, aContext, aPerson } from '../forms/fixtures.ts'
import { catalogScope, orgScope } from '../protocol/scope.ts'
import type { Rows, TableName } from '../world.ts'
import { createStaff, joinPerson, renamePerson } from './directory.ts'
import type { Person } from './model.ts'

const professional = aPerson(actors.professional, { name: 'Ana', surname: 'Prueba' })
const north = orgScope(professional.institutionId ?? '')

function rowsOf(scope: string, people: readonly Person[]): Directory {
  const byId = new Map(people.map((person) => [person.id, person]))
  return {
    scope,
    get: <T extends TableName>(table: T, id: string) => (table === 'person' ? (byId.get(id) as Rows[T] | undefined) : undefined),
    list: <T extends TableName>(table: T) => (table === 'person' ? (people as Rows[T][]) : []),
  }
}
const said = (outcome: Outcome): string => `${outcome.disposition}:${outcome.code}`
const act = <Args>(mutation: Mutation<string, Args, 'directory'>, args: Args, by: Actor, rows = rowsOf(north, [professional])): Outcome =>
  mutation.decide(rows, args, aContext({ actor: by }))

const rename = (by: Actor, name = 'Ana María', surname = 'Prueba', userId = professional.id): Outcome =>
  act(renamePerson, { userId, name, surname }, by)

test('[AC3] one’s own name is changed, and the history says from what to what', () => {
  const outcome = rename(actors.professional)
  expect(said(outcome)).toBe('applied:ok')
  expect(outcome.changes).toEqual([
    { scope: north, part: '', table: 'person', id: professional.id, row: { ...professional, name: 'Ana María' } },
  ])
  expect(outcome.history).toEqual([
    { unit: null, person: professional.id, action: 'Cambia nombre', text: 'Ana Prueba → Ana María Prueba', role: 'NoAssigment' },
  ])
  expect(said(rename(actors.professional, 'Ana', 'Prueba'))).toBe('noop:ok')
})

test('[AC3] an administrator changes anybody’s, and nobody else another’s, leader or evaluator though they be', () => {
  const allowed = Object.entries(actors).filter(([, actor]) => rename(actor).disposition === 'applied')
  expect(allowed.map(([name]) => name)).toEqual(['professional', 'administrator'])
  expect(rename(actors.administrator).history).toMatchObject([{ role: 'Administrator' }])
  expect(said(rename(actors.administrator, 'X', 'Y', 'nobody'))).toBe('refused:not_found')
})

test('[AC4] who shows the secret of the invitation joins, once, and for nobody else', () => {
  const guest: Person = { ...professional, joined: false, invitedBy: 'leader', invitedAt: '2026-03-01T00:00:00.000Z' }
  const outcome = act(joinPerson, { userId: guest.id }, actors.professional, rowsOf(north, [guest]))
  const { invitedBy: _by, invitedAt: _at, ...rest } = guest
  expect(outcome.changes.map((change) => change.row)).toEqual([{ ...rest, joined: true }])
  expect(outcome.history).toMatchObject([{ action: 'Acepta invitación' }])
  expect(said(act(joinPerson, { userId: guest.id }, actors.professional))).toBe('noop:ok')
  expect(said(act(joinPerson, { userId: guest.id }, actors.leader, rowsOf(north, [guest])))).toBe('refused:not_found')
  expect(said(act(joinPerson, { userId: guest.id }, actors.administrator, rowsOf(north, [guest])))).toBe('refused:not_found')
})

test('[AC5] an account of the lab is made at the console and nowhere else, and only of the lab', () => {
  const args = { name: 'Eva', surname: 'Rojas', email: 'eva@lab.example', kind: 'Administrator' } as const
  const outcome = act(createStaff, args, systemActor, rowsOf(catalogScope, []))
  expect(said(outcome)).toBe('applied:ok')
  expect(outcome.history).toMatchObject([{ action: 'Crea cuenta', text: 'Eva Rojas <eva@lab.example>', role: 'System' }])
  expect(outcome.reply).toEqual({ userId: outcome.changes[0]?.id })
  for (const by of Object.values(actors))
    expect(said(act(createStaff, args, by, rowsOf(catalogScope, [])))).toBe('refused:administrators_only')
  expect(said(act(createStaff, args, systemActor))).toBe('refused:not_found')
})

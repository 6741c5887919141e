import { expect, test } from 'vitest'
import { systemActor, type Actor } from '../access/actor.ts'
import type { Person } from '../accounts/model.ts'
import type { Context, Directory } from '../contract/mutation.ts'
import { actors, aPerson } from '../forms/fixtures.ts'
import { orgScope } from '../protocol/scope.ts'
import type { Rows, TableName } from '../world.ts'
import { sendReminders, setReminders } from './mutations.ts'

const { leader, professional } = actors
const context = (actor: Actor): Context => ({
  actor,
  now: '2026-03-10T12:00:00.000Z',
  mid: 'm',
  base: null,
  occurredAt: '2026-03-10T12:00:00.000Z',
  lease: null,
})
/** An institution with some people. */
const holding = (...people: readonly Person[]): Directory => ({
  scope: orgScope('north'),
  get: <T extends TableName>(table: T, id: string) =>
    (table === 'person' ? people.find((each) => each.id === id) : undefined) as Rows[T] | undefined,
  list: <T extends TableName>(table: T) => (table === 'person' ? people : []) as Iterable<Rows[T]>,
})
const items = [
  { form: 'Otro', stage: 'Ajustes', end: '2026-04-12', pending: 1, unsent: 0 },
  { form: 'Índice', stage: 'Ingreso', end: '2026-04-10', pending: 3, unsent: 0 },
]
const both = holding(aPerson(leader), aPerson(professional))
const reminders = [
  { to: leader.id, items },
  { to: professional.id, items: items.slice(0, 1) },
]

test('[RM3] each is told by one letter of everything that they owe, and it is in their history', () => {
  const { disposition, letters, history, reply } = sendReminders.decide(both, { reminders }, context(systemActor))
  expect([disposition, reply]).toEqual(['applied', { sent: 2 }])
  expect(letters).toEqual([
    { template: 'reminder', to: leader.id, data: { end: '2026-04-10', items } },
    { template: 'reminder', to: professional.id, data: { end: '2026-04-12', items: items.slice(0, 1) } },
  ])
  expect(history).toMatchObject([
    { person: leader.id, action: 'Recuerda plazo', text: 'Otro · Ajustes · 2026-04-12: 1; Índice · Ingreso · 2026-04-10: 3' },
    { person: professional.id },
  ])
})

test('[RM3] nobody but the platform itself reminds, and only people of an institution', () => {
  for (const actor of [leader, actors.administrator]) {
    expect(sendReminders.decide(both, { reminders }, context(actor))).toMatchObject({ disposition: 'refused', code: 'administrators_only' })
  }
  expect(sendReminders.decide({ ...both, scope: 'catalog' }, { reminders }, context(systemActor))).toMatchObject({ code: 'not_found' })
})

test('[RM2] who was closed or went since it was looked is told nothing', () => {
  const closed = holding(aPerson(leader, { active: false }))
  expect(sendReminders.decide(closed, { reminders }, context(systemActor))).toMatchObject({
    disposition: 'noop',
    letters: [],
    reply: { sent: 0 },
  })
  const one = holding(aPerson(leader, { joined: false }), aPerson(professional))
  expect(sendReminders.decide(one, { reminders }, context(systemActor)).letters.map(({ to }) => to)).toEqual([professional.id])
})

test('[RM5] everybody ends and begins their own reminders and nobody else’s', () => {
  const does = (actor: Actor, on: boolean, by: 'settings' | 'letter') =>
    setReminders.decide(both, { userId: leader.id, on, by }, context(actor))
  const actions = [does(leader, false, 'settings'), does(leader, false, 'letter'), does(leader, true, 'settings')]
  expect(actions.map(({ history }) => history.map(({ action, person }) => [action, person]))).toEqual([
    [['Desactiva recordatorios', leader.id]],
    [['Desactiva recordatorios por enlace', leader.id]],
    [['Activa recordatorios', leader.id]],
  ])
  for (const actor of [professional, actors.administrator, systemActor])
    expect(does(actor, false, 'settings')).toMatchObject({ disposition: 'refused', code: 'not_found', history: [] })
})

test('[RM5] people of the lab have no reminders to end', () => {
  const { evaluator } = actors
  const outcome = setReminders.decide(holding(aPerson(evaluator)), { userId: evaluator.id, on: false, by: 'letter' }, context(evaluator))
  expect(outcome.code).toBe('not_found')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formIndexOf } from '../forms/form-index.ts'
import { actors, aForm, anAnswer, aWorld, fullValues } from '../forms/fixtures.ts'
import type { Alert, AlertSide } from '../forms/model.ts'
import { definitionFor } from '../forms/audience.ts'
import { structureOf } from '../forms/structure.ts'
import type { AnswerValue } from '../answers/model.ts'
import type { Unit } from '../kernel/ids.ts'
import { assertProperty } from '../testing/properties.ts'
import { World } from '../world.ts'
import { canAlert } from '../forms/alerts.ts'
import { precheck } from '../sends/rules.ts'
import { alertsBeside, hintsFor, raisedAlerts } from './alerts.ts'
import { overviewOf } from './overview.ts'
import { visibleScopes } from '../access/visibility.ts'

const says = (questionId: string, value: AlertSide['value'] = null): AlertSide => ({ questionId, says: true, value })
const lacks = (questionId: string, value: AlertSide['value'] = null): AlertSide => ({ questionId, says: false, value })
const anAlert = (first: AlertSide, second: AlertSide, id = 'a1'): Alert => ({ id, first, second, text: 'No van juntas' })

function worldWith(alerts: readonly Alert[], values: Readonly<Record<Unit, AnswerValue>>): World {
  const from = aWorld({ answers: Object.entries(values).map(([unit, value]) => anAnswer(unit, value)) })
  const world = new World(formIndexOf({ ...aForm, alerts }), 'north', 'form')
  for (const table of ['form', 'institution', 'participant', 'answer'] as const)
    for (const [id, row] of from.entries(table)) world.set(table, id, row)
  return world
}
const raisedBy = (alert: Alert, values: Readonly<Record<Unit, AnswerValue>>): boolean => raisedAlerts(worldWith([alert], values)).length > 0

test('[AL2] it is raised where both sides hold, and told beside each with the way to the other', () => {
  const alert = anAlert(says('has', true), lacks('name'))
  const raised = raisedAlerts(worldWith([alert], { has: true }))
  expect(alertsBeside(raised, 'has')).toEqual([{ alert, elsewhere: 'name' }])
  expect(alertsBeside(raised, 'name')).toEqual([{ alert, elsewhere: 'has' }])
  expect(alertsBeside(raised, 'essay')).toEqual([])
  expect(raisedBy(alert, { has: false })).toBe(false)
  expect(raisedBy(alert, { has: true, name: 'Laboratorio' })).toBe(false)
})

test('[AL2] a choice is said by whoever chose it, alone or among several', () => {
  expect(
    raisedBy(anAlert(says('many', 'a'), says('has', false)), { many: { choices: [{ value: 'b' }, { value: 'a' }] }, has: false }),
  ).toBe(true)
  expect(raisedBy(anAlert(says('many', 'a'), says('has', false)), { many: { choices: [{ value: 'b' }] }, has: false })).toBe(false)
  expect(raisedBy(anAlert(says('which', 'x'), lacks('name')), { has: true, which: { choice: { value: 'x' } } })).toBe(true)
})

test('[AL2] inside a block one row that says it is enough, and what none says is told at each, or at the block without rows', () => {
  const one = anAlert(says('has', true), lacks('does', true))
  const rows = { has: true, team: { rows: ['r1', 'r2'] }, 'does@r1': false }
  const raised = raisedAlerts(worldWith([one], rows))
  expect(raised.map(({ second }) => second)).toEqual([['does@r1', 'does@r2']])
  expect(raisedBy(one, { ...rows, 'does@r2': true })).toBe(false)
  expect(raisedAlerts(worldWith([one], { has: true })).map(({ second }) => second)).toEqual([['team']])
  const other = anAlert(says('does', true), lacks('name'))
  expect(raisedAlerts(worldWith([other], { ...rows, 'does@r2': true })).map(({ first }) => first)).toEqual([['does@r2']])
})

test('[AL2] what a closed dependent held says nothing, and is told at the question that does not open it', () => {
  const alert = anAlert(says('name'), lacks('count'))
  const raised = raisedAlerts(worldWith([alert], { name: 'Laboratorio', has: false, count: 3 }))
  expect(raised.map(({ second }) => second)).toEqual([['has']])
})

test('[AL2] an alert of questions that are gone, or of choices that are, is none', () => {
  expect(raisedBy(anAlert(says('gone'), lacks('name')), { has: true })).toBe(false)
  expect(raisedBy(anAlert(says('has', true), lacks('gone')), { has: true })).toBe(false)
  expect(raisedBy(anAlert(says('which', 'z'), lacks('name')), { has: true, which: { choice: { value: 'x' } } })).toBe(false)
})

test('[AL2] whatever is answered, each alert is raised at most once, at open units, and the list counts as many', () => {
  const sides = fc.tuple(
    fc.constantFrom('name', 'many', 'has', 'which', 'team', 'does', 'age'),
    fc.boolean(),
    fc.constantFrom(null, true, false, 'a', 'x'),
  )
  const alerts = fc
    .array(fc.tuple(sides, sides), { maxLength: 6 })
    .map((pairs) =>
      pairs.map(([[a, b, c], [d, e, f]], at) =>
        anAlert({ questionId: a, says: b, value: c }, { questionId: d, says: e, value: f }, `a${at}`),
      ),
    )
  const held = fc.subarray(Object.keys(fullValues))
  assertProperty(
    fc.property(alerts, held, (declared, units) => {
      const values = Object.fromEntries(units.flatMap((unit) => (fullValues[unit] === undefined ? [] : [[unit, fullValues[unit]]])))
      const world = worldWith(declared, values)
      const raised = raisedAlerts(world)
      expect(new Set(raised.map(({ alert }) => alert.id)).size).toBe(raised.length)
      for (const { first, second } of raised) expect(Math.min(first.length, second.length)).toBeGreaterThan(0)
      expect(overviewOf(world).alerts).toBe(raised.length)
    }),
  )
})

test('[AL3] what an institution receives of a questionnaire has no alert but those that the lab lets it know, and their count is in the lab’s scopes alone', () => {
  const declared = { ...aForm, alerts: [anAlert(says('has', true), lacks('name'))] }
  expect(JSON.stringify(definitionFor('institution', declared))).not.toContain('No van juntas')
  expect(JSON.stringify(definitionFor('institution', { ...definitionFor('institution', aForm), alerts: declared.alerts }))).not.toContain(
    'No van',
  )
  const known = { ...anAlert(says('many'), lacks('name'), 'a2'), institution: true }
  const both = { ...declared, alerts: [...declared.alerts, known] }
  const received = definitionFor('institution', both)
  expect(received.alerts).toEqual([known])
  expect(definitionFor('institution', received)).toBe(received)
  // Taken back by the lab, also of a device that held it already.
  expect(definitionFor('institution', { ...received, alerts: [{ ...known, institution: false }] }).alerts).toBeUndefined()
  expect(definitionFor('lab', both).alerts).toHaveLength(2)
  const place = { institutionId: 'north', formId: 'form', evaluatorId: 'evaluator' }
  expect(visibleScopes(actors.leader, [place], [place]).some((scope) => scope.startsWith('overview'))).toBe(false)
})

test('[OV4] what alerts count is counted with, and their words are not', () => {
  const alert = anAlert(says('has', true), lacks('name'))
  const structure = structureOf({ ...aForm, alerts: [alert] })
  expect(structure).not.toBe(structureOf(aForm))
  expect(structureOf({ ...aForm, alerts: [] })).toBe(structureOf(aForm))
  expect(structureOf({ ...aForm, alerts: [{ ...alert, text: 'Otra frase', en: 'Another' }] })).toBe(structure)
})

test('[AL4] before a send a person reads the alerts that the institution is let know, of questions that they see, and of no others', () => {
  const values = { has: true }
  const known = { ...anAlert(says('has', true), lacks('proof'), 'known'), institution: true }
  const kept = anAlert(says('has', true), lacks('proof'), 'kept')
  const world = worldWith([known, kept], values)
  for (const [element, userId] of [
    ['s12', 'capacity'],
    ['d1', 'dimension'],
    ['d2', 'dimension'],
  ] as const)
    world.set('assignment', element, { element, level: 'Dimension', userId, role: 'Responsable', rev: 1 } as never)
  const read = (by: keyof typeof actors): string[] => hintsFor(world, actors[by]).map(({ alert }) => alert.id)
  expect([read('leader'), read('delegate'), read('dimensionLeader')]).toEqual([['known'], ['known'], ['known']])
  // Who leads the one area alone does not see what the other answered, and concludes nothing of it.
  expect([read('subdimensionLeader'), read('professional')]).toEqual([[], []])
  expect(read('administrator')).toEqual(['known'])
})

test('[AL4] an alert keeps nobody from sending, and changes nothing of what is sent', () => {
  const known = { ...anAlert(says('has', true), says('name'), 'known'), institution: true }
  const world = worldWith([known], fullValues)
  expect(hintsFor(world, actors.leader)).toHaveLength(1)
  const silent = worldWith([], fullValues)
  expect(precheck(world, actors.leader)).toEqual(precheck(silent, actors.leader))
})

test('[AL4] no alert that an institution is let know is about what the lab answers by itself', () => {
  const find = (id: string) => aForm.questions.find((each) => each.id === id)
  const alert = anAlert(says('code'), lacks('name'))
  expect([canAlert(find, alert), canAlert(find, { ...alert, institution: true })]).toEqual([true, false])
  expect(canAlert(find, { ...anAlert(says('has', true), lacks('name')), institution: true })).toBe(true)
})

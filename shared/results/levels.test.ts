import { expect, test } from 'vitest'
import { aForm, actors, aContext, aHeader, noonIn } from '../forms/fixtures.ts'
import { Questionnaire, rowsOfDefinition } from '../questionnaire.ts'
import { levelOf, maturityOf } from './levels.ts'
import { setLevels } from './levels-mutations.ts'
import { usualThresholds } from './model.ts'

test('[RS6] a threshold belongs to the better level, compared at four decimals whatever the maximum', () => {
  const of = (max: number, ...points: readonly number[]): unknown[] => points.map((each) => levelOf(each, max, usualThresholds))
  expect(of(6, 1.9999, 2, 3.9999, 4)).toEqual(['bad', 'med', 'med', 'good'])
  expect(of(14.5, 4.8332, 4.8333, 9.6666, 9.6667)).toEqual(['bad', 'med', 'med', 'good'])
  // A rate of a third of one point is kept as 0.3333.
  expect(of(1, 0.3332, 0.3333, 0.6666, 0.6667, 1)).toEqual(['bad', 'med', 'med', 'good', 'good'])
  expect(of(0.0001, 0, 0.0001)).toEqual(['bad', 'good'])
  expect(levelOf(5, 10, { med: 0.5, good: 0.9 })).toBe('med')
  expect(levelOf(9, 10, { med: 0.5, good: 0.9 })).toBe('good')
})

test('[RS5] where nothing can be obtained there is no level', () => {
  expect([levelOf(0, 0, usualThresholds), levelOf(0, 1, usualThresholds)]).toEqual([null, 'bad'])
})

test('[RS7] an institution is called by its points, at four decimals: 50 and 75 are Madura', () => {
  expect([0, 24.9999, 25, 49.9999, 50, 75, 75.0001, 100].map(maturityOf)).toEqual([
    'Inicial',
    'Inicial',
    'Creciente',
    'Creciente',
    'Madura',
    'Madura',
    'Modelo',
    'Modelo',
  ])
})

test('[RS6] administrators say the thresholds of a form at any stage, in order, and over nobody else’s', () => {
  const state = new Questionnaire('form')
  state.set('form', 'form', aHeader)
  for (const { table, id, row } of rowsOfDefinition(aForm)) state.set(table, id, row)
  const decide = (to: { med: number; good: number }, from: typeof to | null = null, actor: keyof typeof actors = 'administrator') =>
    setLevels.decide(state, { from, to }, aContext({ actor: actors[actor], now: noonIn('Closed') }))
  const outcome = decide({ med: 0.4, good: 1 })
  expect(outcome.changes.map(({ row }) => row)).toMatchObject([{ levels: { med: 0.4, good: 1 } }])
  expect(outcome.history[0]).toMatchObject({
    action: 'Cambia niveles',
    changed: expect.arrayContaining([{ field: 'levels', from: null, to: { med: 0.4, good: 1 } }]),
  })
  for (const wrong of [
    { med: 0, good: 0.5 },
    { med: 0.5, good: 0.5 },
    { med: 0.6, good: 0.5 },
    { med: 0.5, good: 1.01 },
  ])
    expect(decide(wrong).code).toBe('levels_order')
  expect([decide(usualThresholds, null, 'evaluator').code, decide(usualThresholds, null, 'leader').code]).toEqual([
    'administrators_only',
    'administrators_only',
  ])
  state.set('form', 'form', { ...aHeader, levels: { med: 0.4, good: 1 } })
  expect([decide({ med: 0.4, good: 1 }).disposition, decide(usualThresholds).code]).toEqual(['noop', 'changed_meanwhile'])
  expect(decide(usualThresholds, { med: 0.4, good: 1 }).disposition).toBe('applied')
})

import { expect, test } from 'vitest'
import { aDefinition, anAnswer, anAppeal, anEvaluation, aQuestion, theStages } from '../forms/fixtures.ts'
import { surveyDimensionId } from '../forms/model.ts'
import { must } from '../kernel/assert.ts'
import { decisionOn, worldWith } from '../testing/random-world.ts'
import type { World } from '../world.ts'
import { resultGaps, settledDecision } from './decisions.ts'

const form = aDefinition(
  [
    aQuestion('a', 'Boolean', { dimensionId: 's1' }),
    aQuestion('why', 'SimpleText', { dimensionId: 's1', parentId: 'a', visibleIf: true }),
    aQuestion('adm', 'Number', { dimensionId: 's1', administrative: true }),
    aQuestion('team', 'Block', { dimensionId: 's2' }),
    aQuestion('person', 'SimpleText', { dimensionId: 's2', blockId: 'team' }),
    aQuestion('joy', 'SimpleText', { dimensionId: surveyDimensionId }),
  ],
  { tree: { d1: ['s1', 's2'] } },
)
const values = { a: true, why: 'sí', adm: 3, team: { rows: ['r1'] }, 'person@r1': 'Ana', joy: 'mucho' }
const decided = ['a', 'why', 'team', 'person@r1'] as const
/** Everything answered and accepted in the second revision. */
const whole = (): World =>
  worldWith(form, {
    answers: Object.entries(values).map(([unit, value]) => anAnswer(unit, value)),
    decided: decided.map((unit) => decisionOn(unit, 'Accepted', 'SecondRevision')),
  })
const gaps = (world: World, kind: 'preliminary' | 'final' = 'preliminary'): string[] =>
  resultGaps(world, kind).map(({ unit, code }) => `${unit} ${code}`)
const changed = (world: World, unit: string, more: object = {}): void => {
  world.set('answer', unit, { ...must(world.answer(unit), unit), value: 'otra', rev: 2, mid: 'm-2', ...more })
}

test('[RS4] each answer that needs a decision and has none, and each that changed since, is named in the order of the questionnaire', () => {
  const world = whole()
  expect(gaps(world)).toEqual([])
  world.set('draft', 'person@r1', null)
  world.set('draft', 'a', null)
  changed(world, 'why')
  expect([gaps(world), gaps(world, 'final')]).toEqual([
    ['a undecided', 'why outdated', 'person@r1 undecided'],
    ['a undecided', 'why outdated', 'person@r1 undecided'],
  ])
})

test('[RS4] what nobody answered, what is closed, the lab’s and the survey need no decision; nor does anything of a form without a second revision', () => {
  const world = whole()
  world.set('answer', 'team', { ...must(world.answer('team'), 'team'), value: { rows: [] } })
  for (const unit of ['why', 'person@r1']) world.set('draft', unit, null)
  world.set('answer', 'a', { ...must(world.answer('a'), 'a'), value: false })
  expect(gaps(world)).toEqual([])
  world.set('draft', 'a', null)
  expect(gaps(world)).toEqual(['a undecided'])
  world.set('form', 'form', { ...world.form, stages: theStages.filter(({ kind }) => kind !== 'SecondRevision') })
  expect(gaps(world)).toEqual([])
})

test('[RS3] an acceptance of the first revision counts as long as the answer is the same; a decision that was taken back does not', () => {
  const world = whole()
  world.set('draft', 'a', null)
  world.set('evaluation', 'a', decisionOn('a', 'Accepted', 'FirstRevision'))
  expect([settledDecision(world, 'a', 'preliminary')?.round, gaps(world)]).toEqual(['FirstRevision', []])
  world.set('evaluation', 'a', decisionOn('a', 'Observed', 'FirstRevision'))
  expect(gaps(world)).toEqual(['a undecided'])
  world.set('draft', 'why', anEvaluation('why', 'Accepted', { round: 'SecondRevision', withdrawn: true }))
  expect(gaps(world)).toEqual(['a undecided', 'why undecided'])
})

test('[RS4] what was changed for a replica that was not sent, or was not appealed, holds nothing up; what was appealed and not decided does', () => {
  const replicated = (sent: boolean, appealed: boolean): World => {
    const world = whole()
    world.set('participant', 'north', {
      ...world.participant,
      replicaSubDimensionIds: ['s1'],
      ...(sent && { replicaSentAt: '2025-05-20T15:00:00.000Z' }),
    })
    const rejected = decisionOn('why', 'Rejected', 'SecondRevision')
    world.set('draft', 'why', rejected)
    world.set('evaluation', 'why', rejected)
    changed(world, 'why', { rejectedValue: 'sí', ...(appealed && { appeal: anAppeal() }) })
    return world
  }
  expect([gaps(replicated(false, true), 'final'), gaps(replicated(true, false), 'final')]).toEqual([[], []])
  const world = replicated(true, true)
  expect(gaps(world, 'final')).toEqual(['why undecided'])
  world.set('draft', 'why', decisionOn('why', 'Rejected', 'ReplicaRevision', 1))
  expect(gaps(world, 'final')).toEqual(['why outdated'])
  world.set('draft', 'why', decisionOn('why', 'Accepted', 'ReplicaRevision', 2))
  world.set('evaluation', 'why', decisionOn('why', 'Accepted', 'ReplicaRevision', 2))
  expect([gaps(world, 'final'), settledDecision(world, 'why', 'final')?.round]).toEqual([[], 'ReplicaRevision'])
  // In a sub-dimension that was not opened nobody of the institution changes anything.
  const closed = whole()
  closed.set('evaluation', 'person@r1', decisionOn('person@r1', 'Rejected', 'SecondRevision'))
  closed.set('draft', 'person@r1', decisionOn('person@r1', 'Rejected', 'SecondRevision'))
  changed(closed, 'person@r1')
  expect(gaps(closed, 'final')).toEqual(['person@r1 outdated'])
})

import { expect, test } from 'vitest'
import { actors, anAnswer, aWorld } from '#shared/forms/fixtures.ts'
import { answersSeen, gathered, othersChanges } from './others-changes.ts'

const byLeader = { authorId: 'leader', mid: 'm-2' }

test('[TD1] answers of others are told by author and sub-dimension, and one’s own never', () => {
  const world = aWorld({ answers: [anAnswer('name', 'Uno'), anAnswer('essay', '<p>uno dos tres</p>'), anAnswer('has', true)] })
  const before = answersSeen(world, actors.delegate)
  for (const unit of ['name', 'essay']) world.set('answer', unit, { ...anAnswer(unit, 'Dos'), ...byLeader })
  world.set('answer', 'has', { ...anAnswer('has', false), mid: 'm-3', authorId: 'delegate' })
  expect(othersChanges(before, world, actors.delegate)).toEqual([{ authorId: 'leader', subDimensionId: 's11', units: ['name', 'essay'] }])
})

test('[TD1] a send moves an answer and changes nothing in it', () => {
  const world = aWorld({ answers: [anAnswer('name', 'Uno')] })
  const before = answersSeen(world, actors.delegate)
  world.set('answer', 'name', { ...anAnswer('name', 'Uno'), level: 0, sent: true })
  expect(othersChanges(before, world, actors.delegate)).toEqual([])
})

test('[TD1] what an assignment only now lets somebody see is not a change', () => {
  const world = aWorld()
  const before = answersSeen(world, actors.professional)
  expect(before.parts).not.toContain('s21')
  world.set('answer', 'proof', { ...anAnswer('proof', 'Acta'), ...byLeader })
  expect(othersChanges(before, world, actors.professional)).toEqual([])
  expect(othersChanges({ ...before, parts: '*' }, world, actors.professional)).toHaveLength(1)
})

test('[TD1] an answer that somebody changed twice counts once', () => {
  const change = { authorId: 'leader', subDimensionId: 's11', units: ['name'] }
  expect(
    gathered(
      [change],
      [
        { ...change, units: ['name', 'essay'] },
        { ...change, subDimensionId: 's12', units: ['has'] },
      ],
    ),
  ).toEqual([
    { ...change, units: ['name', 'essay'] },
    { ...change, subDimensionId: 's12', units: ['has'] },
  ])
})

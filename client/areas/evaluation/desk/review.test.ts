import { expect, test } from 'vitest'
import { actors, aConflict, anAnswer, anAttachment, anEvaluation, aWorld, fullAnswers } from '#shared/forms/fixtures.ts'
import type { World } from '#shared/world.ts'
import { matches, reviewOf, wholeReview } from './review.ts'
import type { ReviewFilter } from './review.ts'

const evaluator = actors.evaluator.id
const found = (world: World, filter: ReviewFilter): string[] =>
  wholeReview(world, 'FirstRevision', evaluator)
    .flatMap((part) => part.entries)
    .filter((entry) => matches(entry, filter))
    .map((entry) => entry.unit)

test('the queue of what waits holds answered units without a decision, and those decided on an older answer', () => {
  const world = aWorld({
    answers: [anAnswer('name', 'Laboratorio'), anAnswer('essay', '<p>uno dos tres</p>', { rev: 2 }), anAnswer('has', false)],
    drafts: [anEvaluation('essay', 'Accepted', { answerRev: 1 }), anEvaluation('has', 'Accepted')],
  })
  expect(found(world, 'undecided')).toEqual(['name', 'essay'])
  expect(found(world, 'changed')).toEqual(['essay'])
})

test('each other filter finds what its name says', () => {
  const world = aWorld({
    answers: fullAnswers(),
    drafts: [anEvaluation('name', 'Observed'), anEvaluation('has', 'Accepted')],
    attachments: [anAttachment('file', 'proof')],
  })
  expect(found(world, 'observed')).toEqual(['name'])
  expect(found(world, 'rejected')).toEqual([])
  expect(found(world, 'withFile')).toEqual(['proof'])
  expect(found(world, 'all')).toContain('code')
})

test('a row of a block is named by its first answer, and told by its place until it has one', () => {
  const rowIn = (world: World) => reviewOf(world, 's21', 'FirstRevision', evaluator).find((entry) => entry.unit === 'person@r1')?.row
  expect(rowIn(aWorld({ answers: fullAnswers() }))).toMatchObject({ n: 1, name: 'Jefa' })
  expect(rowIn(aWorld({ answers: [anAnswer('team', { rows: ['r1'] })] }))).toMatchObject({ n: 1, name: undefined })
})

test('only the viewer’s open cards stand beside an answer', () => {
  const world = aWorld({
    answers: fullAnswers(),
    conflicts: [
      aConflict('mine', { ownerId: evaluator }),
      aConflict('closed', { ownerId: evaluator, state: 'dismissed' }),
      aConflict('notice', { ownerId: evaluator, side: 'notice' }),
      aConflict('theirs'),
    ],
  })
  const [name] = reviewOf(world, 's11', 'FirstRevision', evaluator)
  expect(name?.cards.map((card) => card.id)).toEqual(['mine'])
})

import { expect, test } from 'vitest'
import { actors, anAnswer, anEvaluation, aThread, aWorld, fullAnswers } from '#shared/forms/fixtures.ts'
import { awaitingOf, standingOf } from './home-standing.ts'

const partsOf = (standing: ReturnType<typeof standingOf>): string[] =>
  standing.dimensions.flatMap((each) => each.subDimensions.map((part) => part.subDimension.id))

test('who leads sees every dimension; a professional only the sub-dimensions of their own questions', () => {
  const world = aWorld()
  expect(partsOf(standingOf(world, actors.leader))).toEqual(['s11', 's12', 's21', 's22'])
  expect(partsOf(standingOf(world, actors.professional))).toEqual(['s11'])
  expect(partsOf(standingOf(world, actors.idle))).toEqual([])
})

test('a professional’s pending list holds their own questions and no colleague’s', () => {
  const [dimension] = standingOf(aWorld(), actors.professional).dimensions
  expect(dimension?.subDimensions[0]?.pending.map((each) => each.unit)).toEqual(['name', 'many'])
})

test('the counters of a dimension are the sum of what is listed under it', () => {
  const standing = standingOf(aWorld({ answers: [anAnswer('name', 'Laboratorio')] }), actors.leader)
  const [resources] = standing.dimensions
  expect(resources?.counters).toEqual({ total: 4, pendent: 3, inQuestionLevel: 1 })
  expect(resources?.subDimensions.map((part) => [part.subDimension.id, part.started, part.pending.length])).toEqual([
    ['s11', true, 2],
    ['s12', false, 1],
  ])
})

test('a comment waits for its addressee, and once replied for its author', () => {
  const waitingFor = (state: 'open' | 'replied', who: 'professional' | 'subdimensionLeader') => {
    const world = aWorld({ answers: fullAnswers(), threads: [aThread('name', { state })] })
    return awaitingOf(world, standingOf(world, actors[who]))
  }
  expect(waitingFor('open', 'professional').toReply).toEqual(['name'])
  expect(waitingFor('open', 'subdimensionLeader').toReply).toEqual([])
  expect(waitingFor('replied', 'subdimensionLeader').toResolve).toEqual(['name'])
  expect(waitingFor('replied', 'professional').toReply).toEqual([])
})

test('an observation waits until its answer changes', () => {
  const observed = (changeAnswer: boolean) => {
    const world = aWorld({ answers: fullAnswers({ changeAnswer }), evaluations: [anEvaluation('essay', 'Observed')] })
    return awaitingOf(world, standingOf(world, actors.leader)).toAdjust
  }
  expect(observed(false)).toEqual(['essay'])
  expect(observed(true)).toEqual([])
})

import { expect, test } from 'vitest'
import { actors, anAnswer, anEvaluation, aThread, aWorld, fullAnswers, noon, noonIn } from '#shared/forms/fixtures.ts'
import type { ActorName } from '#shared/forms/fixtures.ts'
import { pointsOf, precheck } from '#shared/sends/rules.ts'
import { workOf } from '#shared/sends/standing.ts'
import type { World } from '#shared/world.ts'
import { awaitingOf, standingOf } from './standing.ts'

const standing = (world: World, by: ActorName, now = noon) => standingOf(world, actors[by], workOf(world, actors[by], now))
const partsOf = (found: ReturnType<typeof standingOf>): string[] =>
  found.dimensions.flatMap((each) => each.subDimensions.map((part) => part.subDimension.id))

test('who leads sees every dimension; a professional only the sub-dimensions of their own questions', () => {
  const world = aWorld()
  expect(partsOf(standing(world, 'leader'))).toEqual(['s11', 's12', 's21', 's22'])
  expect(partsOf(standing(world, 'professional'))).toEqual(['s11'])
  expect(partsOf(standing(world, 'idle'))).toEqual([])
})

test('a professional’s pending list holds their own questions and no colleague’s', () => {
  const [dimension] = standing(aWorld(), 'professional').dimensions
  expect(dimension?.subDimensions[0]?.pending.map((each) => each.unit)).toEqual(['name', 'many'])
})

test('[SE12] the figures of a dimension are the sum of what is listed under it, and the whole what the pre-check counts', () => {
  const world = aWorld({ answers: [anAnswer('name', 'Laboratorio')] })
  const found = standing(world, 'leader')
  const [resources] = found.dimensions
  expect(resources).toMatchObject({ total: 4, answered: 1, ready: 0, own: 0, others: 4 })
  expect(resources?.subDimensions.map((part) => [part.subDimension.id, part.answered, part.pending.length])).toEqual([
    ['s11', 1, 3],
    ['s12', 0, 1],
  ])
  expect(found.own + found.others).toBe(pointsOf(precheck(world, actors.leader)))
})

test('[SE12] the reader’s own come first, the others name for whom they wait', () => {
  const world = aWorld({ assignments: { d1: 'dimension', s11: 'capacity', many: 'professional' } })
  const [part] = standing(world, 'subdimensionLeader').dimensions[0]?.subDimensions ?? []
  expect(part?.pending.map((each) => [each.unit, each.userId])).toEqual([
    ['name', null],
    ['essay', null],
    ['many', 'professional'],
  ])
})

test('who leads an area is told apart from who answers their own, whatever waits for others', () => {
  const world = aWorld({ assignments: { d1: 'dimension', s11: 'capacity', many: 'professional' } })
  expect([standing(world, 'subdimensionLeader').area, standing(world, 'professional').area]).toEqual([true, false])
})

test('[SE12] after the end of a stage nothing is listed as pending', () => {
  const found = standing(aWorld(), 'leader', noonIn('Gap'))
  expect([
    found.open,
    found.own + found.others,
    found.dimensions.flatMap((each) => each.subDimensions.flatMap((part) => part.pending)),
  ]).toEqual([false, 0, []])
})

test('a comment waits for its addressee, and once replied for its author', () => {
  const waitingFor = (state: 'open' | 'replied', who: 'professional' | 'subdimensionLeader') => {
    const world = aWorld({ answers: fullAnswers(), threads: [aThread('name', { state })] })
    return awaitingOf(world, workOf(world, actors[who], noon))
  }
  expect(waitingFor('open', 'professional').toReply).toEqual(['name'])
  expect(waitingFor('open', 'subdimensionLeader').toReply).toEqual([])
  expect(waitingFor('replied', 'subdimensionLeader').toResolve).toEqual(['name'])
  expect(waitingFor('replied', 'professional').toReply).toEqual([])
})

test('an observation waits until its answer changes', () => {
  const observed = (changeAnswer: boolean) => {
    const world = aWorld({ answers: fullAnswers({ changeAnswer }), evaluations: [anEvaluation('essay', 'Observed')] })
    return awaitingOf(world, workOf(world, actors.leader, noon)).toAdjust
  }
  expect(observed(false)).toEqual(['essay'])
  expect(observed(true)).toEqual([])
})

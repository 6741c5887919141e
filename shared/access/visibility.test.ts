import { expect, test } from 'vitest'
import { receivedParts, seesSubDimension, visibleParts } from '../assignments/rules.ts'
import { actors, aWorld, noon, theIndex } from '../forms/fixtures.ts'
import { surveyDimensionId } from '../forms/model.ts'
import { instScope, parseScope } from '../protocol/scope.ts'
import { administrativePart } from '../world.ts'
import { carriedBy, reaches, visibleScopes } from './visibility.ts'

const north = { institutionId: 'north', formId: 'form', evaluatorId: 'evaluator' }
const south = { institutionId: 'south', formId: 'form', evaluatorId: 'evaluator-2' }

test('[VI1] an institution’s person reaches their own institution only, an evaluator those they evaluate, an administrator all', () => {
  expect(
    [actors.leader, actors.outsider, actors.evaluator, actors.otherEvaluator, actors.administrator].map((actor) => [
      reaches(actor, north),
      reaches(actor, south),
    ]),
  ).toEqual([
    [true, false],
    [false, true],
    [true, false],
    [false, true],
    [true, true],
  ])
})

test('[VI2] an institution’s person never receives the evaluators’ own scope, nor another institution’s', () => {
  expect(visibleScopes(actors.professional, [north, south], [north, south])).toEqual([
    'before:north:form',
    'catalog',
    'form:form',
    'inst:north:form',
    'org:north',
    'own:professional',
    'user:professional',
  ])
  expect(visibleScopes(actors.evaluator, [north, south], [north, south])).toEqual([
    'catalog',
    'eval:north:form',
    'form:form',
    'former:north:form',
    'inst:north:form',
    'notes:north:form',
    'org:north',
    'overview:form:evaluator',
    'own:evaluator',
    'user:evaluator',
  ])
})

test('[VI8] an evaluator of at most twenty institutions carries all of them; beyond that, and for an administrator, what was opened', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ institutionId: `i${n}`, formId: 'form', evaluatorId: 'evaluator' }))
  const opened = new Set([instScope('i3', 'form'), instScope('south', 'form'), instScope('elsewhere', 'form')])
  const carried = (name: keyof typeof actors, count: number) =>
    carriedBy(actors[name], [...many(count), south], opened).map(({ institutionId }) => institutionId)
  expect(carried('evaluator', 20)).toHaveLength(20)
  expect(carried('evaluator', 21)).toEqual(['i3'])
  expect(carried('otherEvaluator', 20)).toEqual(['south'])
  expect(carried('administrator', 2)).toEqual(['south'])
  expect(carried('administrator', 20)).toEqual(['i3', 'south'])
  expect(carried('outsider', 20)).toEqual(['south'])
  expect(carried('leader', 20)).toEqual([])
})

test('[VI2] forms that are worked on are received by administrators only, whatever was opened', () => {
  const administered = { forms: ['form', 'draft'], opened: ['draft'] }
  for (const actor of [actors.leader, actors.professional, actors.outsider, actors.evaluator])
    expect(visibleScopes(actor, [], [], administered).filter((scope) => /^(?:form|questionnaire):/.test(scope))).toEqual([])
  const received = visibleScopes(actors.administrator, [], [], administered)
  expect(received).toEqual(['catalog', 'form:draft', 'form:form', 'own:administrator', 'questionnaire:draft', 'user:administrator'])
})

test('[VI2] every scope that somebody receives can be read back', () => {
  for (const actor of Object.values(actors))
    for (const scope of visibleScopes(actor, [north, south, { ...south, evaluatorId: null }], [north, south]))
      expect(parseScope(scope)).toBeDefined()
  const none = ['', 'inst:north', 'user:', 'form:a:b', 'inst:a:b:c', 'overview', 'overview:a:', 'other:x']
  expect(none.map(parseScope)).toEqual(none.map(() => undefined))
})

test('[VI3] leaders see every sub-dimension, area leaders theirs and those below their dimension, professionals those that hold a question of theirs', () => {
  const world = aWorld()
  const parts = (name: keyof typeof actors) => visibleParts(world, actors[name])
  const everything = ['s11', 's12', 's21', 's22', 'survey']
  expect(parts('leader')).toEqual(everything)
  expect(parts('delegate')).toEqual(everything)
  expect(parts('evaluator')).toBe('*')
  expect(parts('administrator')).toBe('*')
  expect(parts('dimensionLeader')).toEqual(['s11', 's12'])
  expect(parts('subdimensionLeader')).toEqual(['s11'])
  expect(parts('professional')).toEqual(['s11'])
  expect(parts('idle')).toEqual([])
  expect(parts('outsider')).toEqual([])
})

test('[VI3] the survey is the leaders’', () => {
  const world = aWorld()
  expect(seesSubDimension(world, 'leader', surveyDimensionId)).toBe(true)
  expect(seesSubDimension(world, 'dimension', surveyDimensionId)).toBe(false)
  // Whatever is written beside a question of it.
  const assigned = aWorld({ assignments: { [surveyDimensionId]: 'dimension', joy: 'professional' } })
  for (const who of ['dimension', 'professional']) expect(seesSubDimension(assigned, who, surveyDimensionId)).toBe(false)
})

test('[VI3] who stops being responsible stops seeing', () => {
  const world = aWorld()
  world.set('assignment', 'd1', { element: 'd1', level: 'Dimension', userId: null, rev: 2 })
  expect(theIndex.subDimensions.filter((each) => seesSubDimension(world, 'dimension', each.id))).toEqual([])
})

test('[VI5] answers to administrative questions are in a part that no person of an institution receives', () => {
  const world = aWorld()
  expect(world.partOf('code')).toBe(administrativePart)
  for (const name of ['leader', 'delegate', 'dimensionLeader', 'subdimensionLeader', 'professional'] as const) {
    expect(visibleParts(world, actors[name])).not.toContain(administrativePart)
  }
})

test('[VI6] an evaluator receives what everybody of the scope does until the answers of an input stage are locked, then all of it', () => {
  const open = aWorld()
  const locked = aWorld({ participant: { locked: true } })
  expect(receivedParts(open, actors.evaluator, noon)).toEqual([''])
  expect(receivedParts(locked, actors.evaluator, noon)).toBe('*')
  expect(receivedParts(open, actors.administrator, noon)).toBe('*')
  expect(receivedParts(open, actors.leader, noon)).toEqual(['', 's11', 's12', 's21', 's22', 'survey'])
})

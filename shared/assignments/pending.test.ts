import { expect, test } from 'vitest'
import { aWorld } from '../forms/fixtures.ts'
import { assignableQuestions, notAssigned, unassignedQuestions, withoutResponsible } from './pending.ts'

const ids = (questions: readonly { readonly id: string }[]): string[] => questions.map((each) => each.id)

test('[AS14] only top-level questions that are not administrative can be given to somebody', () => {
  expect(ids(assignableQuestions(aWorld(), 's12'))).toEqual(['has'])
  expect(ids(assignableQuestions(aWorld(), 's21'))).toEqual(['team', 'proof'])
})

test('[AS14] a question whose responsible was removed is unassigned again', () => {
  expect(ids(unassignedQuestions(aWorld(), 's11'))).toEqual([])
  expect(ids(unassignedQuestions(aWorld({ assignments: { name: null, essay: 'other' } }), 's11'))).toEqual(['name', 'many'])
})

test('[AS14] a dimension counts what its sub-dimensions count, and an unknown one counts nothing', () => {
  const world = aWorld()
  expect([notAssigned(world, 's11'), notAssigned(world, 's12'), notAssigned(world, 'd1'), notAssigned(world, 'd2')]).toEqual([0, 1, 1, 4])
  expect(notAssigned(world, 'gone')).toBe(0)
})

test('[AS15] a question has nobody when neither it, nor its sub-dimension, nor its dimension has a responsible', () => {
  expect(ids(withoutResponsible(aWorld()))).toEqual(['team', 'proof', 'day', 'amount'])
  expect(ids(withoutResponsible(aWorld({ assignments: { d1: 'dimension', s21: 'capacity', day: 'other' } })))).toEqual(['amount'])
})

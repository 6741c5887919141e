import { expect, test } from 'vitest'
import { aDefinition, aQuestion } from './fixtures.ts'
import { formIndexOf, type FormIndex } from './form-index.ts'
import type { Question } from './model.ts'
import { maxPointsOf, maxPointsOfForm } from './points.ts'
import { roundPoints } from './round-points.ts'

const anIndex = (questions: readonly Question[]): FormIndex => formIndexOf(aDefinition(questions))
const options = ['a', 'b', 'c'].map((value) => ({ value }))

test('[PO1] a Single is worth its best option, with what that option opens', () => {
  const points = [
    { key: 'a', value: 2 },
    { key: 'b', value: 1 },
  ]
  const index = anIndex([
    aQuestion('s', 'Single', { options, points }),
    aQuestion('d', 'Number', { parentId: 's', visibleIf: 'b', points: [{ key: 'value', value: 1.5 }] }),
  ])
  expect(maxPointsOf(index, 's')).toBe(2.5)
})

test('[PO1] a Boolean is worth the better of its two sides', () => {
  const index = anIndex([
    aQuestion('b', 'Boolean', { points: [{ key: 'true', value: 1 }] }),
    aQuestion('no', 'Text', { parentId: 'b', visibleIf: false, points: [{ key: 'value', value: 3 }] }),
  ])
  expect(maxPointsOf(index, 'b')).toBe(3)
})

test('[PO1] a Multiple is worth its best options up to its maximum; negative ones are left out', () => {
  const points = [
    { key: 'a', value: 0.3 },
    { key: 'b', value: -1 },
    { key: 'c', value: 0.7 },
  ]
  expect(maxPointsOf(anIndex([aQuestion('m', 'Multiple', { options, points })]), 'm')).toBe(1)
  expect(maxPointsOf(anIndex([aQuestion('m', 'Multiple', { options, points, max: 0 })]), 'm')).toBe(1)
  expect(maxPointsOf(anIndex([aQuestion('m', 'Multiple', { options, points, max: 1 })]), 'm')).toBe(0.7)
})

test('[PO1] a Block is worth its own value and that of each inner question once', () => {
  const index = anIndex([
    aQuestion('rows', 'Block', { points: [{ key: 'value', value: 2 }], max: 10 }),
    aQuestion('name', 'SimpleText', { blockId: 'rows' }),
    aQuestion('done', 'Boolean', { blockId: 'rows', points: [{ key: 'true', value: 1.5 }] }),
  ])
  expect(maxPointsOf(index, 'rows')).toBe(3.5)
})

test('[PO2] the form sums its top-level questions without the drift of binary fractions', () => {
  const tenths = Array.from({ length: 10 }, (_, at) => aQuestion(`n${at}`, 'Number', { points: [{ key: 'value', value: 0.1 }] }))
  expect(maxPointsOfForm(anIndex(tenths))).toBe(1)
})

test('[PO3] points are rounded half away from zero to 4 decimals', () => {
  expect([1.00005, -1.00005, 2.00004999, 0, 14.5].map(roundPoints)).toEqual([1.0001, -1.0001, 2, 0, 14.5])
})

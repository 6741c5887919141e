import { expect, test } from 'vitest'
import { aDefinition, aQuestion } from '../forms/fixtures.ts'
import { formIndexOf } from '../forms/form-index.ts'
import type { PointsEntry, Question } from '../forms/model.ts'
import { unreachedIn } from './reach.ts'

const worth = (...values: readonly (readonly [string, number, string?])[]): { readonly points: readonly PointsEntry[] } => ({
  points: values.map(([key, value, divisor]) => ({ key, value, ...(divisor !== undefined && { divisor }) })),
})
const options = ['a', 'b', 'c'].map((value) => ({ value, allowExtra: value === 'c' }))
const unreached = (...questions: readonly Question[]): string[] =>
  unreachedIn(formIndexOf(aDefinition(questions))).map(({ id, points, max }) => `${id}: ${points} of ${max}`)

test('[QE13] every kind of rule that can be earned in full is left out', () => {
  expect(
    unreached(
      aQuestion('text', 'SimpleText', worth(['value', 1])),
      aQuestion('essay', 'Text', { min: 30, ...worth(['value', 1]) }),
      aQuestion('day', 'Date', { min: '2024-06-01', max: '2025-06-01', ...worth(['value', 1]) }),
      aQuestion('one', 'Single', { options, ...worth(['a', 1], ['c', 2]) }),
      aQuestion('under', 'SimpleText', { parentId: 'one', visibleIf: 'a', ...worth(['value', 4]) }),
      aQuestion('yes', 'Boolean', worth(['false', 1])),
      aQuestion('many', 'Multiple', { options, max: 2, ...worth(['a', 1], ['b', -1], ['c', 2]) }),
      aQuestion('number', 'Number', { max: 0, ...worth(['value', 1]) }),
      aQuestion('rate', 'Number', { max: 10, ...worth(['value', 10, 'number']) }),
      aQuestion('team', 'Block', worth(['value', 1])),
      aQuestion('person', 'SimpleText', { blockId: 'team', ...worth(['value', 1]) }),
      aQuestion('hours', 'Number', { blockId: 'team', min: 5, max: 8 }),
      aQuestion('share', 'Number', { blockId: 'team', ...worth(['value', 3, 'hours']) }),
    ),
  ).toEqual([])
})

test('[QE13] a rule that the best answer does not earn in full is named with what it earns', () => {
  expect(
    unreached(
      aQuestion('team', 'Block'),
      aQuestion('person', 'SimpleText', { blockId: 'team' }),
      aQuestion('hours', 'Number', { blockId: 'team' }),
      aQuestion('outside', 'Number', worth(['value', 10, 'hours'])),
      aQuestion('large', 'Number', { min: 200, max: 400 }),
      aQuestion('small', 'Number', { max: 50, ...worth(['value', 8, 'large']) }),
      aQuestion('below', 'Number', { min: -5, max: -1, ...worth(['value', 2]) }),
      aQuestion('many', 'Multiple', { options, min: 2, ...worth(['a', 5], ['b', -1], ['c', -2]) }),
      aQuestion('essay', 'Text', { min: 20, max: 10, ...worth(['value', 1]) }),
    ),
  ).toEqual(['outside: 0 of 10', 'small: 2 of 8', 'below: 0 of 2', 'many: 4 of 5', 'essay: 0 of 1'])
})

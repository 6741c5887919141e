import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../testing/properties.ts'
import { carriedForms } from '../testing/random-definition.ts'
import { aDefinition, aQuestion } from './fixtures.ts'
import { formIndexOf, type FormIndex } from './form-index.ts'
import type { Question } from './model.ts'
import { explainMax, maxPointsOf, maxPointsOfDimension, maxPointsOfForm, maxPointsOfSubDimension } from './points.ts'
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

test('[PO4] what is told of a maximum names the choices that count, what they open and what divides', () => {
  const points = [
    { key: 'a', value: 0.5 },
    { key: 'b', value: 0.4 },
    { key: 'c', value: -1 },
  ]
  const index = anIndex([
    aQuestion('m', 'Multiple', { options, points, max: 2 }),
    aQuestion('d', 'Number', { parentId: 'm', visibleIf: 'b', points: [{ key: 'value', value: 0.2, divisor: 'n' }] }),
    aQuestion('n', 'Number'),
    aQuestion('block', 'Block', { points: [{ key: 'value', value: -5 }] }),
    aQuestion('row', 'SimpleText', { blockId: 'block', points: [{ key: 'value', value: 2 }] }),
  ])
  expect(explainMax(index, 'm')).toEqual({
    rule: 'bestOf',
    parts: [
      { choice: 'b', own: 0.4, opens: [{ id: 'd', points: 0.2 }], points: 0.6 },
      { choice: 'a', own: 0.5, opens: [], points: 0.5 },
    ],
    total: 1.1,
  })
  expect(explainMax(index, 'd')).toMatchObject({ rule: 'rate', divisor: 'n', parts: [{ points: 0.2 }], total: 0.2 })
  expect(explainMax(index, 'block')).toEqual({ rule: 'sum', parts: [], total: 0 })
  expect(explainMax(index, 'n')).toEqual({ rule: 'value', parts: [], total: 0 })
})

test('[PO4] the parts of every question of every form add up to its maximum, and nothing counts that takes away from a choice', () => {
  assertProperty(
    fc.property(carriedForms, ({ definition }) => {
      const index = formIndexOf(definition)
      for (const question of definition.questions) {
        const { parts, total } = explainMax(index, question.id)
        expect(roundPoints(parts.reduce((sum, { points }) => sum + points, 0))).toBe(total)
        for (const { own, opens, points } of parts) expect(roundPoints(opens.reduce((sum, each) => sum + each.points, own))).toBe(points)
        expect(total).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})

test('[PO1] no way to answer a question earns more than its maximum, and one way earns it', () => {
  assertProperty(
    fc.property(carriedForms, ({ definition }) => {
      const index = formIndexOf(definition)
      for (const question of definition.questions) {
        const all = waysOf(index, question).map(roundPoints)
        expect(maxPointsOf(index, question.id)).toBe(Math.max(0, ...all))
      }
    }),
    { runs: 60 },
  )
})

/** What each way of answering a question earns: every choice, every set of choices, with the best of what they open. */
function waysOf(index: FormIndex, question: Question): number[] {
  const own = (key: string): number => question.points.find((each) => each.key === key)?.value ?? 0
  const most = (id: string): number => {
    const inner = index.question(id)
    return inner ? Math.max(0, ...waysOf(index, inner).map(roundPoints)) : 0
  }
  const sum = (list: readonly number[]): number => roundPoints(list.reduce((total, each) => total + each, 0))
  const worth = (choice: boolean | string): number =>
    sum([own(String(choice)), ...question.dependent.filter((id) => index.question(id)?.visibleIf === choice).map(most)])
  if (question.kind === 'Boolean') return [worth(true), worth(false)]
  if (question.kind === 'Single') return question.options.map(({ value }) => worth(value))
  if (question.kind === 'Block') return [sum([own('value'), ...question.block.map(most)])]
  if (question.kind !== 'Multiple') return [own('value')]
  const limit = typeof question.max === 'number' && question.max > 0 ? question.max : question.options.length
  const sets = question.options.reduce<string[][]>((found, { value }) => [...found, ...found.map((set) => [...set, value])], [[]])
  return sets.filter((set) => set.length <= limit).map((set) => sum(set.map(worth)))
}

test('[PO2] the form is worth its dimensions, these their sub-dimensions, and these their top-level questions', () => {
  assertProperty(
    fc.property(carriedForms, ({ definition }) => {
      const index = formIndexOf(definition)
      const add = (list: readonly number[]): number => roundPoints(list.reduce((total, each) => total + each, 0))
      const top = index.topDimensions.map(({ id }) => id)
      expect(maxPointsOfForm(index)).toBe(add(top.map((each) => maxPointsOfDimension(index, each))))
      const alone = definition.questions.filter((each) => !each.survey && each.parentId === null && each.blockId === null)
      expect(maxPointsOfForm(index)).toBe(add(alone.map((each) => maxPointsOf(index, each.id))))
      for (const id of top)
        expect(maxPointsOfDimension(index, id)).toBe(
          add((index.dimension(id)?.subDimensionIds ?? []).map((sub) => maxPointsOfSubDimension(index, sub))),
        )
    }),
  )
})

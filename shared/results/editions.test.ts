import { expect, test } from 'vitest'
import { aDefinition, aQuestion } from '../forms/fixtures.ts'
import { formIndexOf, type FormIndex } from '../forms/form-index.ts'
import { maxPointsOf } from '../forms/points.ts'
import { predecessorOf, questionBreak, ruleOf, totalBreak } from './editions.ts'

const number = (id: string, value: number, divisor?: string, more: Parameters<typeof aQuestion>[2] = {}) =>
  aQuestion(id, 'Number', { points: [{ key: 'value', value, ...(divisor !== undefined && { divisor }) }], ...more })
const worth = (id: string, more: Parameters<typeof aQuestion>[2] = {}) => aQuestion(id, 'Number', more)
const before = formIndexOf(aDefinition([worth('people'), worth('budget'), number('rate', 10, 'people')]))
/** The copy of a form has ids of its own, and lines that lead to the original. */
const after = (...questions: Parameters<typeof aDefinition>[0]): FormIndex =>
  formIndexOf(aDefinition([worth('people2', { originId: 'people' }), worth('budget2', { originId: 'budget' }), ...questions]))
const breakOf = (now: FormIndex, id: string) => {
  const question = now.question(id)
  const was = question && predecessorOf(before, question)
  if (!was) return 'none'
  return questionBreak({
    before: { index: before, of: was.id, max: maxPointsOf(before, was.id) },
    now: { index: now, of: id, max: maxPointsOf(now, id) },
  })
}
const whole = (now: FormIndex) => {
  const most = (index: FormIndex): number => index.definition.questions.reduce((sum, { id }) => sum + maxPointsOf(index, id), 0)
  return totalBreak({ before: { index: before, of: null, max: most(before) }, now: { index: now, of: null, max: most(now) } })
}

test('[RS21] a copy that was renamed or renumbered has the rule of its original, by the lines of everything that it names', () => {
  const copy = after(number('rate2', 10, 'people2', { originId: 'rate', text: 'Con otro texto' }))
  expect(ruleOf(copy, 'rate2')).toBe(ruleOf(before, 'rate'))
  expect([breakOf(copy, 'rate2'), whole(copy)]).toEqual([undefined, undefined])
})

test('[RS21] with the same maximum another divisor, or none, is another rule', () => {
  expect(breakOf(after(number('rate2', 10, 'budget2', { originId: 'rate' })), 'rate2')).toBe('rule')
  expect(breakOf(after(number('rate2', 10, undefined, { originId: 'rate' })), 'rate2')).toBe('rule')
  expect(whole(after(number('rate2', 10, 'budget2', { originId: 'rate' })))).toBe('rule')
})

test('[RS21] another maximum is a break, a new question has nothing to be compared with, and both change the whole', () => {
  expect(breakOf(after(number('rate2', 12, 'people2', { originId: 'rate' })), 'rate2')).toBe('max')
  const renewed = after(number('rate3', 10, 'people2'))
  expect([breakOf(renewed, 'rate3'), whole(renewed)]).toEqual(['none', 'rule'])
})

test('[RS21] what a question opens is part of its rule, and what is worth nothing is not', () => {
  const asked = (value: number) =>
    formIndexOf(
      aDefinition([
        aQuestion('has', 'Boolean', { points: [{ key: 'true', value: 2 }], dependent: ['deep', 'idle'] }),
        number('deep', value, undefined, { parentId: 'has', visibleIf: true }),
        worth('idle', { parentId: 'has', visibleIf: true }),
      ]),
    )
  const alone = formIndexOf(
    aDefinition([
      aQuestion('has', 'Boolean', {
        points: [
          { key: 'true', value: 2 },
          { key: 'false', value: 0 },
        ],
        dependent: ['deep'],
      }),
      number('deep', 3, undefined, { parentId: 'has', visibleIf: true }),
    ]),
  )
  expect(ruleOf(asked(3), 'has')).toBe(ruleOf(alone, 'has'))
  expect(ruleOf(asked(4), 'has')).not.toBe(ruleOf(alone, 'has'))
})

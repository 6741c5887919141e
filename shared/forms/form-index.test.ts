import { describe, expect, test } from 'vitest'
import { aDefinition, aForm, aQuestion, questionNamed, theIndex } from './fixtures.ts'
import { formIndexOf } from './form-index.ts'

describe('numbering', () => {
  test('[NU1] a question is numbered dimension.sub-dimension.question', () => {
    expect(['name', 'essay', 'many', 'has', 'team', 'proof', 'day', 'amount'].map((id) => theIndex.numberOf(id))).toEqual([
      '1.1.1',
      '1.1.2',
      '1.1.3',
      '1.2.1',
      '2.1.1',
      '2.1.2',
      '2.2.1',
      '2.2.2',
    ])
  })

  test('[NU2] an administrative question takes the number before it and a letter, and does not count', () => {
    expect([theIndex.numberOf('code'), theIndex.numberOf('ledger')]).toEqual(['1.2.1a', '2.2.2a'])
    const ids = ['q1', 'a1', 'a2', 'q2', 'a3']
    const index = formIndexOf(aDefinition(ids.map((id) => aQuestion(id, 'Number', { administrative: id.startsWith('a') }))))
    expect(ids.map((id) => index.numberOf(id))).toEqual(['1.1.1', '1.1.1a', '1.1.1b', '1.1.2', '1.1.2a'])
  })

  test('[NU3] dependents and inner questions extend the number of what they hang on', () => {
    expect(['reason', 'which', 'count', 'person', 'does', 'task', 'age'].map((id) => theIndex.numberOf(id))).toEqual([
      '1.1.3.1',
      '1.2.1.1',
      '1.2.1.1.1',
      '2.1.1.1',
      '2.1.1.2',
      '2.1.1.2.1',
      '2.1.1.3',
    ])
    const numbers = aForm.questions.filter((question) => !question.survey).map((question) => theIndex.numberOf(question.id))
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  test('[NU3] the survey is numbered apart, and a question that is not in the form has no number', () => {
    expect(theIndex.surveyQuestions.map((question) => theIndex.numberOf(question.id))).toEqual(['1', '2'])
    expect(theIndex.numberOf('nada')).toBe('')
  })
})

test('[NU4] the reading order puts a parent before its dependents and inner questions after their block', () => {
  expect(theIndex.subDimensions.map(({ id }) => theIndex.questionsOf(id).map((question) => question.id))).toEqual([
    ['name', 'essay', 'many', 'reason'],
    ['has', 'which', 'count', 'code'],
    ['team', 'person', 'does', 'task', 'age', 'proof'],
    ['day', 'amount', 'ledger'],
  ])
})

test('[NU5] responsibility is held at the top-level question above', () => {
  expect(['count', 'task', 'reason', 'name'].map((id) => theIndex.rootOf(questionNamed(id)).id)).toEqual(['has', 'team', 'many', 'name'])
})

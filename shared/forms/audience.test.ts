import { expect, test } from 'vitest'
import { aForm, aQuestion } from './fixtures.ts'
import { audienceOf, definitionFor } from './audience.ts'
import { formIndexOf } from './form-index.ts'
import type { FormDefinition } from './model.ts'

const enFrom = { text: '0123456789abcdef', questionHint: 'ffffffff00000000' }
const whole: FormDefinition = {
  ...aForm,
  dimensions: aForm.dimensions.map((dimension) => ({ ...dimension, en: { name: 'In English' }, enFrom })),
  questions: aForm.questions.map((question) => ({
    ...aQuestion(question.id, question.kind, question),
    hint: 'Breve',
    fillingHint: '<p>Cómo se llena</p>',
    questionHint: '<p>Criterio</p>',
    en: { text: 'How many', questionHint: '<p>Criterio in English</p>' },
    enFrom,
    points: [{ key: `p-${question.id}`, value: 3 }],
  })),
}

test('[VI7] an institution receives of a question what it needs to answer, not the evaluators’ criterion nor the points', () => {
  const own = definitionFor('institution', whole)
  expect(JSON.stringify(own)).not.toMatch(/Criterio|"p-/)
  for (const [position, question] of own.questions.entries()) {
    const {
      questionHint: _hint,
      points: _points,
      en: _en,
      enFrom: _from,
      ...rest
    } = whole.questions[position] ?? aForm.questions[0] ?? question
    expect(question).toMatchObject(rest)
    expect([question.questionHint, question.points, question.en]).toEqual([undefined, [], { text: 'How many' }])
  }
  const told = formIndexOf(whole).subDimensions.map(({ enFrom: _from, ...rest }) => rest)
  expect([...formIndexOf(own).subDimensions]).toEqual(told)
  // What a criterion is like can be guessed from its digest, and nobody who answers reads one.
  expect(JSON.stringify(own)).not.toMatch(/enFrom|ffffffff00000000/)
})

test('[VI7] the lab’s people receive it whole, and what was taken out once stays out', () => {
  expect(definitionFor('lab', whole)).toBe(whole)
  const own = definitionFor('institution', whole)
  expect([definitionFor('institution', own), own.audience, own.versionId]).toEqual([own, 'institution', whole.versionId])
  // A device of an earlier release kept the English of the criterion.
  const held: FormDefinition = { ...whole, audience: 'institution' }
  expect(definitionFor('institution', held)).toEqual(own)
  expect((['Institutional', 'Evaluator', 'Administrator'] as const).map(audienceOf)).toEqual(['institution', 'lab', 'lab'])
})

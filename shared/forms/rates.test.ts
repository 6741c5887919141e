import { expect, test } from 'vitest'
import { isErrorCode } from '../errors.ts'
import { aContext, actors, aDefinition, aHeader, aQuestion, noonIn } from './fixtures.ts'
import { definitionFileOf, parseDefinitionFile } from './definition-file.ts'
import type { FormDefinition, Question } from './model.ts'
import { surveyDimensionId } from './model.ts'
import { importForm } from './mutations.ts'
import { rateFailure, unearnableRates } from './rates.ts'
import { formOfXlsForm } from './xlsform/read.ts'
import { xlsFormOf } from './xlsform/write.ts'
import { headerChange, Questionnaire, rowsOfDefinition } from '../questionnaire.ts'
import { editQuestion } from '../questionnaires/mutations.ts'
import { missingOf } from '../questionnaires/missing.ts'

const rate = (id: string, divisor: string, overrides: Partial<Question> = {}): Question =>
  aQuestion(id, 'Number', { points: [{ key: 'value', value: 10, divisor }], ...overrides })

const options = [{ value: 'a' }, { value: 'b' }]
const others: readonly Question[] = [
  aQuestion('free', 'Number'),
  aQuestion('team', 'Block'),
  aQuestion('person', 'SimpleText', { blockId: 'team' }),
  aQuestion('age', 'Number', { blockId: 'team' }),
  aQuestion('has', 'Boolean'),
  aQuestion('ifYes', 'Number', { parentId: 'has', visibleIf: true }),
  aQuestion('many', 'Multiple', { options }),
  aQuestion('ifA', 'Number', { parentId: 'many', visibleIf: 'a' }),
  aQuestion('joy', 'Number', { dimensionId: surveyDimensionId }),
]
const formWith = (...rates: readonly Question[]): FormDefinition => aDefinition([...others, ...rates])
const faults = (...rates: readonly Question[]): string[] =>
  unearnableRates(formWith(...rates)).map(({ question, fault }) => `${question.id}:${fault}`)
const outside = formWith(rate('share', 'age'))

test('[PO5] a rate is unearnable when its divisor is in rows that it is not in, in the survey, or never asked with it', () => {
  expect(faults(rate('share', 'age'))).toEqual(['share:rows'])
  expect(faults(rate('share', 'joy'))).toEqual(['share:survey'])
  expect(faults(rate('share', 'ifYes', { parentId: 'has', visibleIf: false }))).toEqual(['share:apart'])
  expect(faults(rate('inner', 'ifYes', { blockId: 'team' }))).toEqual([])
  const apart = [aQuestion('other', 'Block', { parentId: 'has', visibleIf: false }), aQuestion('row', 'SimpleText', { blockId: 'other' })]
  expect(faults(...apart, rate('inner', 'ifYes', { blockId: 'other' }))).toEqual(['inner:apart'])
})

test('[PO5] a rate in the same row, of a number outside, or of what one answer of several opens beside it can be earned', () => {
  expect(faults(rate('share', 'free'))).toEqual([])
  expect(faults(rate('inner', 'age', { blockId: 'team' }))).toEqual([])
  expect(faults(rate('inner', 'free', { blockId: 'team' }))).toEqual([])
  expect(faults(rate('share', 'ifYes', { parentId: 'has', visibleIf: true }))).toEqual([])
  expect(faults(rate('share', 'ifA', { parentId: 'many', visibleIf: 'b' }))).toEqual([])
})

test('[PO5] a JSON file and the import itself refuse such a rate, with both questions by their texts', () => {
  const failure = { code: 'definition_rate', params: { at: 'share.points', place: 'Pregunta share', divisor: 'Pregunta age' } }
  expect(unearnableRates(outside).map(rateFailure)).toEqual([failure])
  expect(isErrorCode(failure.code)).toBe(true)
  expect(parseDefinitionFile(definitionFileOf({ definition: outside, description: '', reportTexts: {} }))).toEqual({ ok: false, failure })
  const args = { formId: 'form', name: 'Uno', description: '', definition: outside }
  const outcome = importForm.decide(new Questionnaire('form'), args, aContext({ actor: actors.administrator }))
  expect(outcome).toMatchObject({ disposition: 'refused', changes: [], ...failure })
})

test('[PO5] an XLSForm brings such a question without its points, and tells it at its row', () => {
  const sheets = xlsFormOf({ definition: outside, description: '', reportTexts: {} })
  const read = formOfXlsForm(
    sheets.map(({ name, rows }) => ({ name, merged: [], rows: rows.map((cells, at) => ({ row: at + 1, cells })) })),
  )
  if (!read.ok) throw new Error(read.failure.code)
  const { form, losses } = read.value
  expect(losses.losses).toMatchObject([{ sheet: 'survey', code: 'xlsform_rate', params: { divisor: 'Pregunta age' } }])
  expect(losses.losses[0]?.row).toBeGreaterThan(1)
  expect(form.definition.questions.find(({ id }) => id === 'share')?.points).toEqual([])
})

function stateOf(definition: FormDefinition): Questionnaire {
  const state = new Questionnaire('form', { participants: 0, answered: false })
  for (const { table, id, row } of [headerChange(aHeader), ...rowsOfDefinition(definition)]) state.set(table, id, row)
  return state
}
const edited = (definition: FormDefinition, id: string, from: object, to: object) =>
  editQuestion.decide(stateOf(definition), { id, from, to }, aContext({ actor: actors.administrator, now: noonIn('Pre') }))

test('[PO5] no edit brings such a rate; a form that has had one is edited as before, and its list of what is missing names it', () => {
  const by = (divisor: string) => ({ points: [{ key: 'value', value: 10, divisor }] })
  const brought = edited(formWith(rate('share', 'free')), 'share', by('free'), by('age'))
  expect(brought).toMatchObject({ disposition: 'refused', code: 'definition_rate', changes: [] })
  expect(edited(outside, 'share', by('age'), by('free'))).toMatchObject({ disposition: 'applied' })
  expect(edited(outside, 'person', { text: 'Pregunta person' }, { text: 'Nombre' })).toMatchObject({ disposition: 'applied' })
  expect(missingOf(outside).filter(({ severity }) => severity === 'avisa')).toEqual([
    { severity: 'avisa', code: 'rate_unearnable', dimensionId: 's11', questionId: 'share', field: 'points' },
  ])
})

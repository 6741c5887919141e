import { expect, test } from 'vitest'
import { aContext, aForm, actors, aHeader, noonIn } from '../forms/fixtures.ts'
import { Questionnaire, rowsOfDefinition } from '../questionnaire.ts'
import type { FormHeader } from '../stages/model.ts'
import { declaredApart } from './apart.ts'
import { declareApart } from './apart-mutations.ts'

const why = { es: 'Las preguntas se renovaron.', en: 'Questions were renewed.' }
const edition = (id: string, start: string, part: Partial<FormHeader> = {}): FormHeader => ({
  ...aHeader,
  id,
  stages: aHeader.stages.map((stage) => ({ ...stage, start, end: start })),
  ...part,
})

test('[RS22] a declared break holds for its form, and for whatever is compared across it along the line of copies', () => {
  const [first, third] = [edition('a', '2023-03-01', { nextFormId: 'b' }), edition('c', '2025-03-01')]
  const second = (part: Partial<FormHeader> = {}) => edition('b', '2024-03-01', { nextFormId: 'c', ...part })
  const between =
    (...forms: FormHeader[]) =>
    (before: FormHeader, now: FormHeader) =>
      declaredApart(before, now, (id) => forms.find((form) => form.id === id))
  expect(between(first, second(), third)(first, third)).toBeUndefined()
  expect(between(first, second({ apart: why }), third)(first, third)).toEqual(why)
  expect(between(first, second(), third)(first, { ...third, apart: why })).toEqual(why)
  // What the earlier one declared is about those before it.
  expect(between(first, second(), third)({ ...first, apart: why }, third)).toBeUndefined()
  // Put the other way round, the later form is still the one that declares; a line that goes in a circle ends.
  expect(between(first, second(), third)({ ...third, apart: why }, first)).toEqual(why)
  expect(between(first, second({ nextFormId: 'a' }))(first, third)).toBeUndefined()
})

test('[RS22] administrators declare a break at any stage, with both reasons, over nobody else’s, and take it back', () => {
  const state = new Questionnaire('form')
  state.set('form', 'form', aHeader)
  for (const { table, id, row } of rowsOfDefinition(aForm)) state.set(table, id, row)
  const decide = (from: typeof why | null, to: typeof why | null, actor: keyof typeof actors = 'administrator') =>
    declareApart.decide(state, { from, to }, aContext({ actor: actors[actor], now: noonIn('Closed') }))
  const outcome = decide(null, why)
  expect(outcome.changes.map(({ row }) => row)).toMatchObject([{ apart: why }])
  expect(outcome.history[0]).toMatchObject({
    action: 'Declara quiebre',
    changed: expect.arrayContaining([{ field: 'apart', from: null, to: why }]),
  })
  expect([decide(null, { ...why, en: '' }).code, decide(null, { es: '', en: '' }).code]).toEqual([
    'apart_reason_empty',
    'apart_reason_empty',
  ])
  expect([decide(null, why, 'evaluator').code, decide(null, why, 'leader').code]).toEqual(['administrators_only', 'administrators_only'])
  state.set('form', 'form', { ...aHeader, apart: why })
  expect([decide(why, why).disposition, decide(null, { ...why, es: 'Otro motivo.' }).code]).toEqual(['noop', 'changed_meanwhile'])
  const back = decide(why, null)
  expect(back.disposition).toBe('applied')
  expect(back.changes[0]?.row).not.toHaveProperty('apart')
})

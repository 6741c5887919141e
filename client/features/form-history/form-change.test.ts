import { expect, test } from 'vitest'
import { aHeader, questionNamed, theIndex } from '#shared/forms/fixtures.ts'
import { questionnaireMutations } from '#shared/questionnaire-mutations.ts'
import { plannedOf } from '#shared/stages/plan.ts'
import { must } from '#shared/kernel/assert.ts'
import { anOpenQuestionnaire } from '#client/areas/administration/form-editor/fixtures.ts'
import { createFormat } from '#client/i18n/format.ts'
import { translate } from '#client/i18n/text.ts'
import type { Telling } from './event-words.ts'
import { toldChange } from './form-change.ts'
import { formHistoryText } from './text.ts'

const telling: Telling = { t: translate(formHistoryText, 'es'), format: createFormat('es'), language: 'es', kindText: (kind) => kind }
const { state } = anOpenQuestionnaire()
const told = (name: string, args: unknown) => toldChange(telling, state, { name, args })
const first = must(theIndex.topDimensions[0]?.subDimensionIds[0], 'no sub-dimension')
const id = must(theIndex.dimension(first)?.questionIds[0], 'no question')
const number = theIndex.numberOf(id)

test('every change of a form that a device can ask for is named, and none of anything else', () => {
  const args = { id, to: { name: 'Otro' }, from: {} }
  for (const name of questionnaireMutations.keys()) {
    expect(told(name, args)?.what, name).toBeDefined()
    expect(told(name, args)?.what, name).not.toBe('Otro cambio')
  }
  expect(told('answer.set', { unit: 'q1', value: 'a' })).toBeUndefined()
})

test('a change is named by its fields and its number, and leads to where it is made', () => {
  const edit = (to: object) => told('question.edit', { id, from: {}, to })
  expect(edit({ points: [{ key: 'value', value: 2 }] })).toMatchObject({ what: `Puntos de ${number}`, form: aHeader.name })
  expect(edit({ points: [] })?.to).toBe(`/dashboard/formularios/form/form-score-config?sub=${first}`)
  expect(edit({ text: 'Otra', hint: 'Más' })?.what).toBe(`Texto y texto bajo la pregunta de ${number}`)
  expect(edit({ text: 'Otra' })?.to).toBe(`/dashboard/formularios/form?sub=${first}&q=${id}`)
  expect(edit({ fillingHint: 'Así' })?.to).toContain('/helps')
  const stages = told('stages.edit', { from: [], to: aHeader.stages.map(plannedOf) })
  expect(stages).toMatchObject({ what: `Etapas de ${aHeader.name}`, to: '/dashboard/formularios/form/stages', lines: [] })
  expect(told('question.add', { after: null, questions: [{ text: 'Una pregunta '.repeat(20) }] })?.what).toMatch(
    /^Pregunta nueva: Una .{50,60}…$/,
  )
  expect(told('question.edit', { id: 'gone', from: {}, to: { text: 'Otra' } })?.what).toBe('Texto de algo que ya no está')
})

test('of a change that did not stand both values are told, field by field, and nothing where they are the same', () => {
  const question = questionNamed(id)
  const lines = (to: object) =>
    told('question.edit', { id, from: {}, to })?.lines.map(({ label, from, to: wanted }) => [label, from, wanted])
  expect(lines({ text: question.text })).toEqual([])
  expect(lines({ text: 'Otra', required: question.required })).toEqual([['Texto', question.text, 'Otra']])
  const [stage] = aHeader.stages
  const wanted = { ...plannedOf(must(stage, 'no stage')), end: '2026-04-20' }
  expect(told('stages.edit', { from: [], to: [wanted] })?.lines).toMatchObject([
    { label: `${wanted.name}: Fecha hasta`, to: 'lunes, 20 de abril de 2026' },
  ])
})

test('[QE23] of what was not taken away it is told where the newer words are and what they say', () => {
  const row = must(state.question(id), 'no row')
  state.set('question', id, { ...row, text: 'De Ana', marks: { text: { by: 'ana', at: '2026-01-02T00:00:00.000Z' } } })
  const refused = (name: string, field: string) =>
    toldChange(telling, state, { name, args: { id: first, saw: null }, refusal: { code: 'removes_newer', params: { element: id, field } } })
      ?.newer
  const newer = refused('dimension.remove', 'text')
  expect(newer).toMatchObject({ in: `${number} De Ana` })
  expect(newer?.lines.map(({ label, to }) => [label, to])).toEqual([['Texto', 'De Ana']])
  // Who added it, or moved it there, wrote all of it.
  for (const field of ['added', 'removed', 'dimensionId'])
    expect(refused('dimension.remove', field)?.lines).toMatchObject([{ to: 'De Ana' }])
  state.set('reportText', first, { good: '<p>Muy bien</p>' })
  const report = { code: 'removes_newer', params: { element: first, field: 'good' } }
  const change = { name: 'dimension.remove', args: { id: first }, refusal: report }
  expect(toldChange(telling, state, change)?.newer?.lines).toMatchObject([{ label: 'Texto para Bueno', to: 'Muy bien' }])
  expect(toldChange(telling, state, { ...change, refusal: { code: 'changed_meanwhile' } })?.newer).toBeUndefined()
})

test('what is asked in another form than this version knows breaks nothing', () => {
  for (const args of [
    null,
    'x',
    {},
    { id: 3 },
    { to: 'x' },
    { id, to: { points: 'x', en: 3, options: [null] } },
    { to: [{ id: 1 }] },
    { questions: [] },
  ])
    for (const name of questionnaireMutations.keys()) expect(told(name, args)?.what, `${name} ${JSON.stringify(args)}`).toBeDefined()
})

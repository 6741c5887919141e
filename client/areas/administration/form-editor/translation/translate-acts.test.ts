import { expect, test } from 'vitest'
import { aDefinition, aQuestion } from '#shared/forms/fixtures.ts'
import { must } from '#shared/kernel/assert.ts'
import type { Questionnaire } from '#shared/questionnaire.ts'
import { editQuestion } from '#shared/questionnaires/mutations.ts'
import { translationsOf } from '#shared/questionnaires/translations.ts'
import { bookOn } from '#sync/testing/book.ts'
import { aDisk, anOpenQuestionnaire, me } from '#client/areas/administration/form-editor/fixtures.ts'
import { draftSubject, englishActs, rightAct, wantedOf } from './translate-acts.ts'
import type { Wanted } from './translate-acts.ts'
import { Workshop } from '#client/areas/administration/form-editor/workshop.ts'

const questions = [
  aQuestion('which', 'Single', { hint: 'Una sola', options: [{ value: 'Sí: #1' }, { value: 'No' }] }),
  aQuestion('office', 'Number', { administrative: true }),
]

async function atWork() {
  const { open, state, dispatchAs } = anOpenQuestionnaire(aDefinition(questions))
  const book = await bookOn(open.scope, aDisk().store)
  return { workshop: new Workshop(open, book), state, another: dispatchAs({ ...me, id: 'ana' }) }
}

const textOf = (state: Questionnaire, key: string) =>
  must(
    translationsOf(state).find((each) => each.id === 'which' && each.key === key),
    `no text ${key}`,
  )
const standing = (state: Questionnaire): readonly string[] =>
  translationsOf(state)
    .filter(({ id }) => id === 'which')
    .map(({ key, en, state: how }) => `${key}=${en} ${how}`)
const wanted = (key: string, to: string, from = ''): Wanted => ({ of: 'question', id: 'which', key, from, to })

test('[TL1] texts are said in English by one change of each question, dimension and form, and taken back in one step', async () => {
  const { workshop, state, another } = await atWork()
  const all: readonly Wanted[] = [
    wanted('text', 'Which?'),
    wanted('option:No', 'No'),
    { of: 'dimension', id: 's11', key: 'name', from: '', to: 'People' },
    { of: 'form', id: 'form', key: 'name', from: '', to: 'Index 2025' },
  ]
  const acts = englishActs(state, all)
  expect(acts.map(({ kind }) => kind)).toEqual(['editQuestion', 'editDimension', 'editForm'])
  // What somebody else translates meanwhile stays.
  await another(editQuestion, { id: 'which', from: { en: null }, to: { en: { hint: 'One only' } } })
  expect(await workshop.performAll(acts.map((act) => () => act))).toMatchObject({ failure: null })
  expect(standing(state)).toEqual(['text=Which? ready', 'hint=One only ready', 'option:Sí: #1= missing', 'option:No=No ready'])
  expect([state.form?.en, state.dimension('s11')?.en]).toEqual([{ name: 'Index 2025' }, { name: 'People' }])
  expect(await workshop.undo()).toMatchObject({ failure: null })
  expect(standing(state)).toEqual(['text= missing', 'hint=One only ready', 'option:Sí: #1= missing', 'option:No= missing'])
  expect([state.form?.en, state.dimension('s11')?.en]).toEqual([undefined, undefined])
})

test('[TL1] nobody translates what no reader of English meets', async () => {
  const { state } = await atWork()
  expect(translationsOf(state).filter(({ id }) => id === 'office')).toEqual([])
})

test('[TL2] a text that is right whatever was changed in the Spanish is said to be so, and that is taken back', async () => {
  const { workshop, state } = await atWork()
  for (const act of englishActs(state, [wanted('text', 'Which?')])) await workshop.perform(act)
  await workshop.perform({ kind: 'editQuestion', id: 'which', from: { text: 'Pregunta which' }, to: { text: '¿Cuál?' } })
  expect(textOf(state, 'text').state).toBe('outdated')
  await workshop.perform(rightAct(textOf(state, 'text'), state.question('which')?.enFrom?.['text']))
  expect(textOf(state, 'text').state).toBe('ready')
  await workshop.undo()
  expect(textOf(state, 'text').state).toBe('outdated')
})

test('[TL3] English that did not stand is read back text by text, and a change of anything else is no business of it', async () => {
  const { state } = await atWork()
  const all = [wanted('hint', 'Just one'), wanted('text', '', 'Which?'), wanted('option:Sí: #1', 'Yes: #1')]
  const [act] = englishActs(state, all)
  if (act?.kind !== 'editQuestion') throw new Error('one change of the question')
  expect(wantedOf('question', 'which', act.from, act.to)).toEqual(expect.arrayContaining(all))
  expect(wantedOf('question', 'which', act.from, act.to)).toHaveLength(3)
  expect(wantedOf('question', 'which', { text: 'a' }, { text: 'b' })).toBeNull()
  const renamed = { options: [{ value: 'Sí' }, { value: 'No' }] }
  expect(wantedOf('question', 'which', { options: questions[0]?.options }, renamed)).toBeNull()
  // Whatever an option is called, its draft has a place on the device.
  expect(all.map(draftSubject)).toEqual(['which~en~hint', 'which~en~text', expect.stringMatching(/^which~en~o[0-9a-f]{16}$/)])
})

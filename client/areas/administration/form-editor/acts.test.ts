import { describe, expect, test } from 'vitest'
import { aDefinition, aQuestion } from '#shared/forms/fixtures.ts'
import type { Question } from '#shared/forms/model.ts'
import { must } from '#shared/kernel/assert.ts'
import type { Questionnaire } from '#shared/questionnaire.ts'
import { editQuestion } from '#shared/questionnaires/mutations.ts'
import { ask, formerOf, inverseOf } from './acts.ts'
import type { Act } from './acts.ts'
import { anOpenQuestionnaire } from './fixtures.ts'
import { duplicateOf } from './questions/new-question.ts'

const questions: readonly Question[] = [
  aQuestion('has', 'Single', {
    options: [{ value: 'Sí, escrita' }, { value: 'No' }],
    points: [{ key: 'Sí, escrita', value: 2 }],
    dependent: ['which'],
  }),
  aQuestion('which', 'SimpleText', { parentId: 'has', visibleIf: 'Sí, escrita' }),
  aQuestion('many', 'Block', { block: ['row'], min: 0, max: 10 }),
  aQuestion('row', 'SimpleText', { blockId: 'many' }),
  aQuestion('last', 'Number', { min: 0 }),
]

/** What is asked, without who changed it when. */
const told = (state: Questionnaire): string => JSON.stringify(state.definition)

async function thereAndBack(act: Act): Promise<void> {
  const { open, state } = anOpenQuestionnaire(aDefinition(questions))
  const before = told(state)
  const former = formerOf(state, act)
  expect(await ask(open, act)).toMatchObject({ ok: true })
  expect(told(state)).not.toBe(before)
  const inverse = must(inverseOf(act, former, state, open.actor.id), 'the act has an inverse')
  expect(await ask(open, inverse)).toMatchObject({ ok: true })
  expect(JSON.parse(told(state))).toEqual(JSON.parse(before))
}

describe('every change of a questionnaire can be taken back', () => {
  test('[ED1] a text, with what else is written in the same question', async () => {
    await thereAndBack({
      kind: 'editQuestion',
      id: 'last',
      from: { text: 'Pregunta last', hint: null },
      to: { text: '¿Cuántas?', hint: 'Cuente todas.' },
    })
  })

  test('[ED1] a renamed option takes its points and its dependents with it, there and back', async () => {
    await thereAndBack({
      kind: 'editQuestion',
      id: 'has',
      from: { options: [{ value: 'Sí, escrita' }, { value: 'No' }] },
      to: {
        options: [
          { value: 'Sí, por escrito', was: 'Sí, escrita' },
          { value: 'No', was: 'No' },
        ],
      },
    })
  })

  test('[ED1] another kind: options, bounds and points of the former one come back', async () => {
    await thereAndBack({ kind: 'editQuestion', id: 'last', from: { kind: 'Number' }, to: { kind: 'SimpleText' } })
  })

  test('[ED1] a block that becomes a text has its inner questions again', async () => {
    await thereAndBack({ kind: 'editQuestion', id: 'many', from: { kind: 'Block' }, to: { kind: 'SimpleText' } })
  })

  test('[ED1] English, with what it was written from', async () => {
    await thereAndBack({
      kind: 'editQuestion',
      id: 'has',
      from: { en: null, options: [{ value: 'Sí, escrita' }, { value: 'No' }] },
      to: { en: { text: 'Is there one?' }, options: [{ value: 'Sí, escrita', en: 'Yes, written' }, { value: 'No' }] },
    })
    await thereAndBack({ kind: 'editDimension', id: 's11', from: { en: null }, to: { en: { name: 'People' } } })
  })

  test('[ED1] what is added, moved and taken out, of questions and dimensions', async () => {
    await thereAndBack({ kind: 'addQuestion', after: 'has', questions: [aQuestion('new')] })
    await thereAndBack({ kind: 'moveQuestion', id: 'last', dimensionId: 's11', after: null })
    await thereAndBack({ kind: 'removeQuestion', id: 'has' })
    await thereAndBack({ kind: 'addDimension', id: 'd9', parentId: null, name: 'Otra', after: null })
    await thereAndBack({ kind: 'editDimension', id: 's11', from: { name: 'Dimensión s11' }, to: { name: 'Otro nombre' } })
  })
})

test('[ED1] [QE23] what takes an addition back stops before what a colleague wrote in it since; asked for anew, with that in sight, it does not', async () => {
  const { open, state, dispatchAs } = anOpenQuestionnaire(aDefinition(questions))
  const add: Act = { kind: 'addQuestion', after: 'has', questions: [aQuestion('new')] }
  const former = formerOf(state, add)
  await ask(open, add)
  const inverse = must(inverseOf(add, former, state, open.actor.id), 'an addition has an inverse')
  const theirs = { id: 'new', from: { text: 'Pregunta new' }, to: { text: 'De Ana' } }
  await dispatchAs({ ...open.actor, id: 'ana' })(editQuestion, theirs)
  expect(await ask(open, inverse)).toMatchObject({ ok: false, failure: { code: 'removes_newer', params: { by: 'ana', element: 'new' } } })
  expect(state.question('new')?.text).toBe('De Ana')
  expect(await ask(open, { kind: 'removeQuestion', id: 'new' })).toMatchObject({ ok: true })
})

test('[ED2] a copy has ids of its own for everything in it, conditions that lead within it, and no points', () => {
  const { state } = anOpenQuestionnaire(aDefinition(questions))
  const [copy, dependent] = duplicateOf(state, 'has', (text) => `${text} (copia)`)
  expect(copy).toMatchObject({ text: 'Pregunta has (copia)', points: [], dependent: [dependent?.id] })
  expect(dependent).toMatchObject({ parentId: copy?.id, visibleIf: 'Sí, escrita' })
  expect([copy?.id, dependent?.id]).not.toContain('which')
})

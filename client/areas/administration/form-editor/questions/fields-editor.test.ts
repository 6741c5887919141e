import { expect, test } from 'vitest'
import { aDefinition, aQuestion } from '#shared/forms/fixtures.ts'
import { editQuestion } from '#shared/questionnaires/mutations.ts'
import { bookOn } from '#sync/testing/book.ts'
import type { Later } from '#sync/drafts/slot.ts'
import { aDisk, anOpenQuestionnaire, me } from '#client/areas/administration/form-editor/fixtures.ts'
import { ask } from '#client/areas/administration/form-editor/acts.ts'
import { autosaveMs, FieldsEditor } from './fields-editor.ts'
import type { NewPlace } from './new-question.ts'

/** A device with its disk, whose timers run when they are told to, and one open questionnaire. */
async function aDesk() {
  const { disk, store } = aDisk()
  const questionnaire = anOpenQuestionnaire(
    aDefinition([aQuestion('q', 'SimpleText', { text: '¿Cómo?' }), aQuestion('n', 'Number', { min: 0 })]),
  )
  const timers: { run: () => void; delayMs: number }[] = []
  const later: Later = (run, delayMs) => {
    const timer = { run, delayMs }
    timers.push(timer)
    return () => void timers.splice(timers.indexOf(timer), 1)
  }
  /** A page that opens: it reads what is on the disk. */
  const page = async () => {
    const book = await bookOn(questionnaire.open.scope, store, { later })
    return (id: string, place?: NewPlace) =>
      new FieldsEditor(
        { kind: 'question', id },
        {
          open: questionnaire.open,
          slot: book.slot('fields', id),
          perform: (act, asking) => ask(questionnaire.open, act, asking),
          about: () => id,
          later,
        },
        place,
      )
  }
  const run = (delayMs: number): void => {
    for (const timer of timers.filter((each) => each.delayMs === delayMs)) {
      timers.splice(timers.indexOf(timer), 1)
      timer.run()
    }
  }
  const another = questionnaire.dispatchAs({ ...me, id: 'ana' })
  return { ...questionnaire, disk, page, run, another, editorOf: await page() }
}
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

test('[ED3] what keeps a left field of a question from being saved is told after the pause; of one that is only begun, when it is closed', async () => {
  const { editorOf, run } = await aDesk()
  const standing = editorOf('q')
  standing.write({ text: 'x'.repeat(4001) })
  expect(standing.state.told).toBe(false)
  standing.blur()
  run(autosaveMs)
  expect([standing.state.told, standing.state.problems.map(({ code }) => code)]).toEqual([true, ['question_too_long']])
  const begun = editorOf('begun', { dimensionId: 's11', parentId: null, blockId: null, after: null })
  begun.write({ hint: 'Primero la ayuda' })
  begun.blur()
  run(autosaveMs)
  expect(begun.state.told).toBe(false)
  await begun.commit()
  expect(begun.state.told).toBe(true)
})

test('[ED4] a question that is begun is a text of twenty characters at most, until its author says otherwise', async () => {
  const { editorOf, state } = await aDesk()
  const place: NewPlace = { dimensionId: 's11', parentId: null, blockId: null, after: null }
  const [left, said, freed] = [editorOf('left', place), editorOf('said', place), editorOf('freed', place)]
  left.write({ text: '¿Cuál?' })
  said.write({ text: '¿Cuál?', max: 300 })
  freed.write({ text: '¿Cuál?', max: 0 })
  for (const editor of [left, said, freed]) await editor.commit()
  expect(['left', 'said', 'freed'].map((id) => state.question(id)?.max)).toEqual([20, 300, 0])
  expect(state.question('left')?.min).toBe(0)
})

test('[ED3] a field that was left is saved after the pause, and its draft goes with the change', async () => {
  const { editorOf, state, run, cleared } = await aDesk()
  const editor = editorOf('q')
  editor.write({ text: '¿Cómo y cuándo?' })
  editor.blur()
  expect(state.question('q')?.text).toBe('¿Cómo?')
  run(autosaveMs)
  await settle()
  expect(state.question('q')?.text).toBe('¿Cómo y cuándo?')
  expect(cleared).toEqual(['fields:questionnaire:form:q#me'])
  expect(editor.state).toMatchObject({ dirty: false, saving: false })
})

test('[ED3] what is not valid yet stays a draft that is there after a kill, and the other fields are saved', async () => {
  const { editorOf, state, disk, page, cleared } = await aDesk()
  const editor = editorOf('n')
  editor.write({ text: '¿Cuántas personas?', max: '12,' })
  expect(await editor.commit()).toBe(false)
  expect(state.question('n')).toMatchObject({ text: '¿Cuántas personas?', min: 0 })
  expect(editor.state.problems).toEqual([{ field: 'min', code: 'question_range' }])
  expect([...disk.values()].map((row) => row.value)).toMatchObject([{ value: { to: { max: '12,' } } }])
  const reopened = (await page())('n')
  expect(reopened.shown('max')).toBe('12,')
  reopened.write({ max: 12 })
  expect(await reopened.commit()).toBe(true)
  expect(state.question('n')?.max).toBe(12)
  expect(cleared).toEqual(['fields:questionnaire:form:n#me'])
})

test('[ED4] a question that is begun rests on the device until it has its text, and then stands in its place', async () => {
  const { editorOf, state, disk, page } = await aDesk()
  const place: NewPlace = { dimensionId: 's11', parentId: null, blockId: null, after: 'q' }
  const editor = editorOf('new', place)
  editor.write({ hint: 'Cuente todo.' })
  expect(await editor.commit()).toBe(false)
  expect(editor.state).toMatchObject({ isNew: true, told: true, problems: [{ code: 'question_text_empty' }] })
  await editor.slot.keep()
  expect(disk.size).toBe(1)
  const reopened = (await page())('new')
  expect(reopened.state.isNew).toBe(true)
  reopened.write({ text: '¿Qué más?' })
  expect(await reopened.commit()).toBe(true)
  expect(state.dimension('s11')?.questionIds).toEqual(['q', 'new', 'n'])
  expect(state.question('new')).toMatchObject({ text: '¿Qué más?', hint: 'Cuente todo.', kind: 'SimpleText', required: true })
  expect(reopened.state.isNew).toBe(false)
})

test('[ED5] a field that somebody else changed meanwhile keeps what is written in it, tells who, and waits for the choice; other fields go on', async () => {
  const { editorOf, state, another } = await aDesk()
  const editor = editorOf('q')
  editor.subscribe(() => undefined)
  editor.write({ text: 'Lo mío', hint: 'Y una ayuda' })
  await another(editQuestion, { id: 'q', from: { text: '¿Cómo?' }, to: { text: 'Lo de Ana' } })
  expect(editor.state.clashes).toMatchObject([{ field: 'text', mine: 'Lo mío', theirs: 'Lo de Ana', by: 'ana' }])
  expect(await editor.commit()).toBe(false)
  expect(state.question('q')).toMatchObject({ text: 'Lo de Ana', hint: 'Y una ayuda' })
  expect(editor.shown('text')).toBe('Lo mío')
  editor.keepMine('text')
  await settle()
  expect(state.question('q')?.text).toBe('Lo mío')
  expect(editor.state).toMatchObject({ dirty: false, clashes: [] })
})

test('[ED5] of two values the other one can be chosen, and nothing is left to save', async () => {
  const { editorOf, state, another } = await aDesk()
  const editor = editorOf('q')
  editor.write({ text: 'Lo mío' })
  await another(editQuestion, { id: 'q', from: { text: '¿Cómo?' }, to: { text: 'Lo de Ana' } })
  expect(await editor.commit()).toBe(false)
  editor.takeTheirs('text')
  expect(editor.state.dirty).toBe(false)
  expect(state.question('q')?.text).toBe('Lo de Ana')
})

test('[ED5] an edit that did not stand comes back into its fields with what was seen when it was written', async () => {
  const { editorOf, another } = await aDesk()
  await another(editQuestion, { id: 'q', from: { text: '¿Cómo?' }, to: { text: 'Lo de Ana' } })
  const editor = editorOf('q')
  editor.adopt({ text: '¿Cómo?' }, { text: 'Lo mío' })
  expect(editor.shown('text')).toBe('Lo mío')
  expect(editor.state.clashes).toMatchObject([{ field: 'text', theirs: 'Lo de Ana' }])
})

test('[ED5] English that somebody else writes of another text stands beside what is being written, and is not asked about', async () => {
  const { editorOf, another, state } = await aDesk()
  await another(editQuestion, {
    id: 'q',
    from: { kind: 'SimpleText', options: [] },
    to: { kind: 'Single', options: [{ value: 'a' }, { value: 'b' }] },
  })
  const editor = editorOf('q')
  editor.subscribe(() => undefined)
  editor.write({
    en: { text: 'How?' },
    options: [
      { value: 'a', was: 'a', en: 'A' },
      { value: 'b', was: 'b' },
    ],
  })
  const theirs = { en: { hint: 'Briefly' }, options: [{ value: 'a' }, { value: 'b', en: 'B' }] }
  await another(editQuestion, { id: 'q', from: { en: null, options: [{ value: 'a' }, { value: 'b' }] }, to: theirs })
  expect(editor.state.clashes).toEqual([])
  expect(editor.options).toEqual([
    { value: 'a', was: 'a', en: 'A' },
    { value: 'b', was: 'b', en: 'B' },
  ])
  expect(await editor.commit()).toBe(true)
  expect(state.question('q')).toMatchObject({ en: { text: 'How?', hint: 'Briefly' }, options: [{ en: 'A' }, { en: 'B' }] })
  // The same text is a choice between two, and whatever else stands of it stays.
  editor.write({ en: { text: 'In what way?', hint: 'Briefly' } })
  await another(editQuestion, { id: 'q', from: { en: { text: 'How?' } }, to: { en: { text: 'How so?' } } })
  expect(editor.state.clashes.map(({ field }) => field)).toEqual(['en'])
  await another(editQuestion, { id: 'q', from: { en: {} }, to: { en: { fillingHint: '<p>Help</p>' } } })
  editor.keepMine('en')
  await settle()
  expect(state.question('q')?.en).toEqual({ text: 'In what way?', hint: 'Briefly', fillingHint: '<p>Help</p>' })
})

import { expect, test } from 'vitest'
import { aDefinition, aQuestion } from '#shared/forms/fixtures.ts'
import type { Questionnaire } from '#shared/questionnaire.ts'
import { removeQuestion } from '#shared/questionnaires/mutations.ts'
import { bookOn } from '#sync/testing/book.ts'
import type { Act } from './acts.ts'
import { heldInPlace, rootsOf } from './structure/chosen.ts'
import { aDisk, anOpenQuestionnaire, me } from './fixtures.ts'
import { Workshop } from './workshop.ts'

const questions = [
  aQuestion('a'),
  aQuestion('b', 'Boolean'),
  aQuestion('b1', 'Boolean', { parentId: 'b', visibleIf: true }),
  aQuestion('b11', 'SimpleText', { parentId: 'b1', visibleIf: true }),
  aQuestion('c'),
  aQuestion('d'),
  aQuestion('many', 'Block', { dimensionId: 's12', block: ['row'], max: 3 }),
  aQuestion('row', 'SimpleText', { dimensionId: 's12', blockId: 'many' }),
  aQuestion('joy', 'SimpleText', { dimensionId: 'survey' }),
]

/** An administrator at work on a questionnaire, and another one. */
async function atWork() {
  const { open, state, dispatchAs } = anOpenQuestionnaire(aDefinition(questions, { tree: { d1: ['s11', 's12'] } }))
  const book = await bookOn(open.scope, aDisk().store)
  return { workshop: new Workshop(open, book), state, another: dispatchAs({ ...me, id: 'ana' }) }
}

const idsIn = (state: Questionnaire, sub: string): readonly string[] => state.dimension(sub)?.questionIds ?? []
const move =
  (id: string) =>
  (before: Act | null): Act => ({
    kind: 'moveQuestion',
    id,
    dimensionId: 's12',
    after: before?.kind === 'moveQuestion' ? before.id : 'many',
  })
const remove = (id: string) => (): Act => ({ kind: 'removeQuestion', id })

test('[ED6] of what is chosen, whatever hangs on something chosen goes along with it, and the rest is in reading order', async () => {
  const { state } = await atWork()
  const chosen = rootsOf(state, new Set(['row', 'd', 'b11', 'b', 'gone', 'a']))
  expect(chosen.map(({ id }) => id)).toEqual(['a', 'b', 'd', 'row'])
  expect(heldInPlace(chosen)).toBe('hangs')
  expect(heldInPlace(rootsOf(state, new Set(['a', 'joy'])))).toBe('survey')
  expect(heldInPlace(rootsOf(state, new Set(['a', 'b', 'b1'])))).toBeNull()
})

test('[ED6] questions that are moved together keep their order, take along what hangs on them, and go back in one step', async () => {
  const { workshop, state } = await atWork()
  const before = JSON.stringify(state.definition)
  const { done, failure } = await workshop.performAll([move('b'), move('d')])
  expect({ moved: done.length, failure }).toEqual({ moved: 2, failure: null })
  expect(idsIn(state, 's12')).toEqual(['many', 'b', 'd'])
  expect(state.question('b11')?.dimensionId).toBe('s12')
  expect(await workshop.undo()).toMatchObject({ stood: 2, failure: null })
  expect(JSON.stringify(state.definition)).toBe(before)
  expect(workshop.lastDone).toBeUndefined()
  expect(await workshop.redo()).toMatchObject({ stood: 2, failure: null })
  expect(idsIn(state, 's12')).toEqual(['many', 'b', 'd'])
  await workshop.undo()
  expect(JSON.stringify(state.definition)).toBe(before)
})

test('[ED6] what was taken out together comes back in its order, with what hung on it', async () => {
  const { workshop, state } = await atWork()
  const before = JSON.stringify(state.definition)
  await workshop.performAll([remove('a'), remove('b'), remove('c'), remove('many')])
  expect(idsIn(state, 's11')).toEqual(['d'])
  expect(await workshop.undo()).toMatchObject({ stood: 4, failure: null })
  expect(JSON.stringify(state.definition)).toBe(before)
})

test('[ED6] of several changes the one that is refused keeps no other back, and is counted', async () => {
  const { workshop, state, another } = await atWork()
  await another(removeQuestion, { id: 'c' })
  const { done, failure } = await workshop.performAll([move('a'), move('c'), move('d')])
  expect({ moved: done.length, failure }).toMatchObject({ moved: 2, failure: { code: 'element_gone' } })
  expect(idsIn(state, 's12')).toEqual(['many', 'a', 'd'])
  await another(removeQuestion, { id: 'a' })
  const turned = await workshop.undo()
  expect(turned).toMatchObject({ stood: 1, failure: { code: 'element_gone' } })
  expect(idsIn(state, 's12')).toEqual(['many'])
  expect(await workshop.redo()).toMatchObject({ stood: 1, failure: null })
  expect(idsIn(state, 's12')).toEqual(['many', 'd'])
})

test('[ED6] steps are taken back one after the other, however fast they are asked for', async () => {
  const { workshop, state } = await atWork()
  const before = JSON.stringify(state.definition)
  await workshop.performAll([remove('a'), remove('c')])
  await workshop.performAll([move('b'), move('d')])
  const turned = await Promise.all([workshop.undo(), workshop.undo(), workshop.undo()])
  expect(turned.map((each) => each?.failure)).toEqual([null, null, undefined])
  expect(JSON.stringify(state.definition)).toBe(before)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aDefinition, aQuestion } from '#shared/forms/fixtures.ts'
import { assertProperty } from '#shared/testing/properties.ts'
import { placed } from '#shared/questionnaires/editing.ts'
import { dimensionsKey, landing, loadOf, nearest, pull, questionsKey, targetsOf } from './carrying.ts'
import type { Load, Slot, Target } from './carrying.ts'
import { anOpenQuestionnaire } from '#client/areas/administration/form-editor/fixtures.ts'

const questions = [
  aQuestion('a'),
  aQuestion('b', 'Boolean'),
  aQuestion('b1', 'SimpleText', { parentId: 'b', visibleIf: true }),
  aQuestion('b2', 'SimpleText', { parentId: 'b', visibleIf: true }),
  aQuestion('c'),
  aQuestion('many', 'Block', { dimensionId: 's12', block: ['row'], max: 3 }),
  aQuestion('row', 'SimpleText', { dimensionId: 's12', blockId: 'many' }),
  aQuestion('joy', 'SimpleText', { dimensionId: 'survey' }),
]
const { state } = anOpenQuestionnaire(aDefinition(questions, { tree: { d1: ['s11', 's12'], d2: ['s21'] } }))
const at = (dimensionId: string, parentId: string | null = null, blockId: string | null = null): string =>
  questionsKey({ dimensionId, parentId, blockId })
const carried = (...ids: string[]): Load => ({ kind: 'questions', ids })
const keys = (load: Load): readonly string[] => [...targetsOf(state, load).keys()]

test('[ED7] what stands by itself goes to every sub-dimension, also an empty one; what hangs on another, or is of the survey, stays among its like', () => {
  expect(keys(carried('a'))).toEqual([at('s11'), at('s12'), at('s21')])
  expect(targetsOf(state, carried('a')).get(at('s21'))).toEqual({ ids: [], dimensionId: 's21' })
  expect(keys(carried('b2'))).toEqual([at('s11', 'b')])
  expect(keys(carried('row'))).toEqual([at('s12', null, 'many')])
  expect(keys(carried('joy'))).toEqual([at('survey')])
  expect(keys({ kind: 'dimension', id: 'd2' })).toEqual([dimensionsKey(null)])
  expect(keys({ kind: 'dimension', id: 's12' })).toEqual([dimensionsKey('d1'), dimensionsKey('d2')])
  expect(keys({ kind: 'dimension', id: 'survey' })).toEqual([])
  expect(keys(carried('gone'))).toEqual([])
})

test('[ED7] a chosen question takes all that are chosen along, if all of them can go; another one goes alone', () => {
  expect(loadOf(state, 'b', new Set(['c', 'b', 'b1', 'a']))).toEqual(carried('a', 'b', 'c'))
  expect(loadOf(state, 'b', new Set(['a', 'c']))).toEqual(carried('b'))
  expect(loadOf(state, 'a', new Set(['a', 'b1']))).toEqual(carried('a'))
  expect(loadOf(state, 'b1', new Set(['b']))).toEqual(carried('b1'))
})

test('[ED7] what is let go where it is stays as it is; elsewhere it stands behind what is before the line', () => {
  const list: Target = { ids: ['a', 'b', 'c', 'd'], dimensionId: 's11' }
  expect([0, 1, 2, 3, 4].map((before) => landing(list, carried('b'), before))).toEqual([null, undefined, undefined, 'c', 'd'])
  expect([0, 1, 2, 3, 4].map((before) => landing(list, carried('x'), before))).toEqual([null, 'a', 'b', 'c', 'd'])
  expect([0, 1, 2, 3, 4].map((before) => landing(list, carried('a', 'c'), before))).toEqual([null, null, 'b', 'b', 'd'])
  expect(landing(list, carried('b', 'c'), 2)).toBeUndefined()
  expect(landing({ ids: [], dimensionId: 's21' }, carried('a'), 0)).toBeNull()
})

test('[ED7] wherever it is let go, what is before the line stays before it, and the rest behind it', () => {
  const all = ['a', 'b', 'c', 'd', 'e']
  assertProperty(
    fc.property(fc.subarray(all), fc.subarray(['a', 'c', 'e', 'x'], { minLength: 1 }), fc.nat(5), (ids, load, place) => {
      const before = Math.min(place, ids.length)
      const stays = (part: readonly string[]): readonly string[] => part.filter((id) => !load.includes(id))
      const wanted = [...stays(ids.slice(0, before)), ...load, ...stays(ids.slice(before))]
      const after = landing({ ids, dimensionId: 's' }, carried(...load), before)
      let [next, behind]: [readonly string[], string | null | undefined] = [ids, after]
      for (const id of after === undefined ? [] : load) [next, behind] = [placed(next, id, behind ?? null) ?? [], id]
      expect(next).toEqual(wanted)
    }),
  )
})

test('[ED7] the place that is aimed at is the nearest above or below the pointer, and none beside the lists', () => {
  const slot = (line: number, left = 300): Slot => ({
    target: { ids: [], dimensionId: 's' },
    before: 0,
    left,
    width: 400,
    line,
    aim: line,
    folded: null,
  })
  const slots = [slot(100), slot(180), slot(700), slot(170, 20)]
  expect(nearest(slots, 500, 150)?.line).toBe(180)
  expect(nearest(slots, 500, 5000)?.line).toBe(700)
  expect(nearest(slots, 100, 150)?.left).toBe(20)
  expect(nearest(slots, 900, 150)).toBeNull()
})

test('[ED7] near an edge of the window the page scrolls, the faster the nearer, and not in between', () => {
  expect(pull(500, 900, 112)).toBe(0)
  expect(pull(112, 900, 112)).toBe(-20)
  expect(pull(-300, 900, 112)).toBe(-20)
  expect(pull(864, 900, 112)).toBe(10)
  expect(pull(2000, 900, 112)).toBe(20)
})

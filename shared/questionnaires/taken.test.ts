import { describe, expect, test } from 'vitest'
import type { Context, Mutation, Outcome } from '../contract/mutation.ts'
import { aContext, actors, aForm, aHeader, aQuestion, noonIn } from '../forms/fixtures.ts'
import { dayMs, epochMs, instantOf } from '../kernel/instant.ts'
import { headerChange, Questionnaire, rowsOfDefinition } from '../questionnaire.ts'
import {
  addQuestion,
  editQuestion,
  editReportText,
  moveQuestion,
  removeDimension,
  removeQuestion,
  restoreDimension,
  restoreQuestion,
} from './mutations.ts'
import { removedParts, sawOf } from './taken.ts'

const early = noonIn('Pre')
const late = instantOf(epochMs(early) + dayMs)
const ana = { ...actors.administrator, id: 'ana' }
const luis = { ...actors.administrator, id: 'luis' }
const byAna = { actor: ana, now: early }

function working(): Questionnaire {
  const state = new Questionnaire('form', { participants: 0, answered: false })
  for (const { table, id, row } of [headerChange(aHeader), ...rowsOfDefinition(aForm)]) state.set(table, id, row)
  return state
}

/** Decides, for Luis and later unless said otherwise, and applies what stands. */
function ask<Args>(
  state: Questionnaire,
  mutation: Mutation<string, Args, 'questionnaire'>,
  args: Args,
  context: Partial<Context> = {},
): Outcome {
  const outcome = mutation.decide(state, args, aContext({ actor: luis, now: late, ...context }))
  for (const { table, id, row } of outcome.changes) state.set(table, id, row)
  return outcome
}
const said = ({ disposition, code }: Outcome): string => `${disposition}:${code}`
const reword = (id: string, text: string) => ({ id, from: { text: `Pregunta ${id}` }, to: { text } })

describe('what a change takes away', () => {
  test('[QE23] a removal stops before words of somebody else that its author had not seen, wherever they are in it, and says whose they are', () => {
    const state = working()
    const saw = sawOf(state, luis.id)
    expect(saw).toBeNull()
    expect(said(ask(state, editQuestion, reword('count', 'De Ana'), byAna))).toBe('applied:ok')
    const met = ask(state, removeQuestion, { id: 'has', saw })
    expect(met).toMatchObject({
      disposition: 'lost',
      code: 'removes_newer',
      params: { by: 'ana', at: early, element: 'count', field: 'text' },
      changes: [],
    })
    expect(ask(state, removeDimension, { id: 'd1', saw })).toMatchObject({ code: 'removes_newer', params: { element: 'count' } })
    expect(state.question('count')?.text).toBe('De Ana')
    // With that in sight it is asked for again.
    const now = sawOf(state, luis.id)
    expect(now).toBe(early)
    expect(said(ask(state, removeQuestion, { id: 'has', saw: now }))).toBe('applied:ok')
  })

  test('[QE23] what somebody else added, moved in or restored counts as theirs; one’s own words stop nothing', () => {
    const saw = null
    const added = working()
    ask(added, addQuestion, { after: 'code', questions: [aQuestion('new', 'Text', { dimensionId: 's12' })] }, byAna)
    expect(ask(added, removeDimension, { id: 's12', saw })).toMatchObject({ code: 'removes_newer', params: { element: 'new', by: 'ana' } })
    const moved = working()
    ask(moved, moveQuestion, { id: 'name', dimensionId: 's12', after: 'code' }, byAna)
    expect(ask(moved, removeDimension, { id: 's12', saw })).toMatchObject({ code: 'removes_newer', params: { element: 'name' } })
    const restored = working()
    ask(restored, removeQuestion, { id: 'code' })
    ask(restored, restoreQuestion, { id: 'code', after: 'has' }, byAna)
    expect(ask(restored, removeDimension, { id: 's12', saw })).toMatchObject({ code: 'removes_newer', params: { element: 'code' } })
    const reported = working()
    ask(reported, editReportText, { id: 's12', from: {}, to: { good: '<p>De Ana</p>' } }, byAna)
    expect(ask(reported, removeDimension, { id: 'd1', saw })).toMatchObject({ params: { element: 's12', field: 'good' } })
    expect(sawOf(reported, luis.id)).toBe(early)
    const own = working()
    ask(own, editQuestion, reword('has', 'De Luis'), { now: early })
    expect(said(ask(own, removeQuestion, { id: 'has', saw }))).toBe('applied:ok')
  })

  test('[QE23] another kind, or an option that goes, stops before options, points and inner questions that somebody else changed', () => {
    const options = [{ value: 'a' }, { value: 'b' }, { value: 'c' }]
    const points = { id: 'many', from: { points: [] }, to: { points: [{ key: 'a', value: 2 }] } }
    const kind = (id: string, from: 'Multiple' | 'Block', to: 'Text' | 'Number') => ({ id, from: { kind: from }, to: { kind: to } })
    const state = working()
    ask(state, removeQuestion, { id: 'reason' })
    ask(state, editQuestion, points, byAna)
    expect(ask(state, editQuestion, { ...kind('many', 'Multiple', 'Text'), saw: null })).toMatchObject({
      code: 'removes_newer',
      params: { element: 'many', field: 'points', by: 'ana' },
    })
    const withoutA = { id: 'many', from: { options }, to: { options: options.slice(1) } }
    expect(ask(state, editQuestion, { ...withoutA, saw: null })).toMatchObject({ code: 'removes_newer', params: { field: 'points' } })
    expect(state.question('many')).toMatchObject({ options, points: points.to.points })
    // An option without points takes nothing away.
    const withoutC = { id: 'many', from: { options }, to: { options: options.slice(0, 2) } }
    expect(said(ask(state, editQuestion, { ...withoutC, saw: null }))).toBe('applied:ok')
    // Nor does another kind take the text.
    ask(state, editQuestion, reword('day', 'De Ana'), byAna)
    const toText = { id: 'day', from: { kind: 'Date' as const }, to: { kind: 'Text' as const } }
    expect(said(ask(state, editQuestion, { ...toText, saw: null }))).toBe('applied:ok')
    expect(state.question('day')).toMatchObject({ kind: 'Text', text: 'De Ana' })
    ask(state, editQuestion, reword('task', 'De Ana'), byAna)
    expect(ask(state, editQuestion, { ...kind('team', 'Block', 'Number'), saw: null })).toMatchObject({ params: { element: 'task' } })
    expect(said(ask(state, editQuestion, { ...kind('team', 'Block', 'Number'), saw: early }))).toBe('applied:ok')
  })

  test('[QE23] of a device that does not say what it saw, what the server received after it last heard from it was not seen', () => {
    const state = working()
    ask(state, editQuestion, reword('has', 'De Ana'), byAna)
    const before = instantOf(epochMs(early) - 1)
    expect(said(ask(state, removeQuestion, { id: 'has' }, { lease: before }))).toBe('lost:removes_newer')
    expect(said(ask(state, removeQuestion, { id: 'has' }, { lease: early }))).toBe('applied:ok')
    // Who asks at the server's own doors asks about what stands.
    expect(said(ask(state, removeDimension, { id: 's12' }))).toBe('applied:ok')
  })

  test('[IN16] [QE23] what somebody removed stays out of sight until the outcome says that it was not', () => {
    const state = working()
    ask(state, editQuestion, reword('has', 'De Ana'), byAna)
    const shown = removeQuestion.overlay?.(state, { id: 'has', saw: null }, aContext({ actor: luis, now: late })) ?? []
    for (const { table, id, row } of shown) state.set(table, id, row)
    expect(state.question('has')).toBeUndefined()
    expect(removeDimension.overlay?.(state, { id: 's12', saw: null }, aContext({ actor: luis, now: late }))).toHaveLength(2)
    expect(removeDimension.overlay?.(state, { id: 'nobody', saw: null }, aContext({ actor: luis, now: late }))).toEqual([])
  })
})

describe('what was removed', () => {
  const listed = (state: Questionnaire) => removedParts(state).map(({ id, by, at, behind, within }) => ({ id, by, at, behind, within }))

  test('[QE24] it is listed with who and when, the newest first, and comes back to its place with what was in it', () => {
    const state = working()
    const whole = JSON.stringify(state.definition)
    ask(state, removeQuestion, { id: 'essay' }, byAna)
    ask(state, removeQuestion, { id: 'many' })
    ask(state, removeDimension, { id: 'd2' }, { now: instantOf(epochMs(late) + 1) })
    expect(listed(state)).toEqual([
      { id: 'd2', by: 'luis', at: instantOf(epochMs(late) + 1), behind: 'd1', within: null },
      // Its neighbour is out as well: it comes behind the one before that.
      { id: 'many', by: 'luis', at: late, behind: 'name', within: null },
      { id: 'essay', by: 'ana', at: early, behind: 'name', within: null },
    ])
    for (const { kind, id, behind } of removedParts(state))
      expect(said(ask(state, kind === 'question' ? restoreQuestion : restoreDimension, { id, after: behind }))).toBe('applied:ok')
    expect(JSON.stringify(state.definition)).toBe(whole)
    expect(listed(state)).toEqual([])
    expect(state.get('question', 'essay')).not.toHaveProperty('behind')
  })

  test('[QE24] what has no place any more says what has to be there before it', () => {
    const state = working()
    ask(state, removeQuestion, { id: 'reason' })
    ask(state, removeQuestion, { id: 'has' })
    ask(state, removeQuestion, { id: 'many' })
    ask(state, removeDimension, { id: 's12' })
    const within = () => Object.fromEntries(removedParts(state).map((each) => [each.id, each.within]))
    expect(within()).toEqual({ reason: 'many', has: 's12', many: null, s12: null })
    ask(state, removeQuestion, { id: 'proof' })
    ask(state, removeDimension, { id: 'd2' })
    expect(within()).toMatchObject({ d2: null, proof: 'd2' })
  })

  test('[QE24] inner questions of a block that becomes something else are listed, and come back once it is a block', () => {
    const state = working()
    const become = (from: 'Block' | 'Number', to: 'Block' | 'Number', inner = {}) =>
      said(ask(state, editQuestion, { id: 'team', from: { kind: from }, to: { kind: to }, ...inner }))
    expect(become('Block', 'Number')).toBe('applied:ok')
    expect(listed(state).map(({ id, within }) => [id, within])).toEqual([
      ['person', 'team'],
      ['does', 'team'],
      ['age', 'team'],
    ])
    const first = aQuestion('first', 'SimpleText', { dimensionId: 's21', blockId: 'team' })
    expect(become('Number', 'Block', { inner: [first] })).toBe('applied:ok')
    expect(listed(state).map(({ within }) => within)).toEqual([null, null, null])
    for (const { id, behind } of removedParts(state)) expect(said(ask(state, restoreQuestion, { id, after: behind }))).toBe('applied:ok')
    expect(state.question('task')?.parentId).toBe('does')
    expect(new Set(state.question('team')?.block)).toEqual(new Set(['first', 'person', 'does', 'age']))
  })
})

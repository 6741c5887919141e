import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { argsOf, type Context, type Mutation, type Outcome } from '../contract/mutation.ts'
import { brokenRule, parseDefinition } from '../forms/definition.ts'
import { aContext, actors, aDefinition, aForm, aHeader, aQuestion, noonIn } from '../forms/fixtures.ts'
import { cloneForm, createForm, editForm, publishForm, removeForm, toggleForm } from '../forms/mutations.ts'
import type { FormDefinition, Question } from '../forms/model.ts'
import { definitionLimits, surveyDimensionId } from '../forms/model.ts'
import { questionnaireMutations } from '../questionnaire-mutations.ts'
import { headerChange, Questionnaire, rowsOfDefinition } from '../questionnaire.ts'
import { assertProperty } from '../testing/properties.ts'
import type { Change } from '../world.ts'
import { digestsOf } from '../forms/english.ts'
import { must } from '../kernel/assert.ts'
import { aDimension } from './editing.ts'
import { textsOf, translationsOf } from './translations.ts'
import {
  addDimension,
  addQuestion,
  editDimension,
  editQuestion,
  editReportText,
  moveDimension,
  moveQuestion,
  removeDimension,
  removeQuestion,
  restoreQuestion,
} from './mutations.ts'

const before = noonIn('Pre')
const administrator = { ...actors.administrator, id: 'admin' }

function working(definition: FormDefinition = aForm, header: Partial<typeof aHeader> = {}): Questionnaire {
  const state = new Questionnaire('form', { participants: 0, answered: false })
  for (const change of [headerChange({ ...aHeader, ...header }), ...rowsOfDefinition(definition)])
    state.set(change.table, change.id, change.row)
  return state
}

const take = (state: Questionnaire, changes: readonly Change[]): void => {
  for (const { table, id, row } of changes) state.set(table, id, row)
}

/** Decides in the time before the first stage and applies what stands. */
function ask<Args>(
  state: Questionnaire,
  mutation: Mutation<string, Args, 'questionnaire'>,
  args: Args,
  context: Partial<Context> = {},
): Outcome {
  const outcome = mutation.decide(state, args, aContext({ actor: administrator, now: before, ...context }))
  take(
    state,
    outcome.changes.filter(({ scope }) => scope.endsWith(`:${state.formId}`)),
  )
  return outcome
}
const said = ({ disposition, code }: Outcome): string => `${disposition}:${code}`

describe('who may', () => {
  test('[QE1] nobody but an administrator changes a form or what it asks, and each part only while its privilege is open', () => {
    const state = working()
    const rename = { id: 'name', from: { text: 'Pregunta name' }, to: { text: '¿Cómo se llama?' } }
    const help = { id: 'name', from: {}, to: { fillingHint: '<p>Una ayuda</p>' } }
    for (const actor of [actors.leader, actors.evaluator]) {
      expect(said(editQuestion.decide(state, rename, aContext({ actor, now: before })))).toBe('refused:administrators_only')
    }
    const at = (args: Parameters<typeof editQuestion.decide>[1], phase: Parameters<typeof noonIn>[0]): string =>
      said(editQuestion.decide(state, args, aContext({ actor: administrator, now: noonIn(phase) })))
    expect(at(rename, 'Pre')).toBe('applied:ok')
    expect(at(rename, 'NormalInput')).toBe('refused:form_structure_frozen')
    expect(at(help, 'ReplicaRevision')).toBe('applied:ok')
    expect(at(help, 'ShowResults')).toBe('refused:form_helps_closed')
    const points = { id: 'has', from: { points: [] }, to: { points: [{ key: 'true', value: 2 }] } }
    expect(at(points, 'CalculateResults')).toBe('applied:ok')
    expect(at(points, 'ReplicaInput')).toBe('refused:form_points_closed')
  })
})

describe('two administrators', () => {
  test('[QE2] the second one’s other field stands beside the first one’s; the same field is theirs to choose, and names who and when', () => {
    const state = working()
    const ana = { actor: { ...administrator, id: 'ana' }, now: before }
    expect(said(ask(state, editQuestion, { id: 'name', from: { text: 'Pregunta name' }, to: { text: 'De Ana' } }, ana))).toBe('applied:ok')
    expect(said(ask(state, editQuestion, { id: 'name', from: { hint: null }, to: { hint: 'De Luis' } }))).toBe('applied:ok')
    const late = ask(state, editQuestion, { id: 'name', from: { text: 'Pregunta name' }, to: { text: 'De Luis' } })
    expect(late).toMatchObject({ disposition: 'lost', code: 'changed_meanwhile', params: { field: 'text', by: 'ana', at: before } })
    expect(state.question('name')).toMatchObject({ text: 'De Ana', hint: 'De Luis' })
    expect(said(ask(state, editQuestion, { id: 'name', from: { text: 'De Ana' }, to: { text: 'De Luis' } }))).toBe('applied:ok')
    expect(said(ask(state, editQuestion, { id: 'name', from: { text: 'De Ana' }, to: { text: 'De Luis' } }))).toBe('noop:ok')
    expect(said(ask(state, editForm, { from: { name: 'Otro' }, to: { name: 'Índice' } }))).toBe('lost:changed_meanwhile')
    expect(said(ask(state, editReportText, { id: 'form', from: {}, to: { finalIntroduction: '<p>Uno</p>' } }))).toBe('applied:ok')
    expect(said(ask(state, editReportText, { id: 'form', from: {}, to: { finalIntroduction: '<p>Dos</p>' } }))).toBe(
      'lost:changed_meanwhile',
    )
    expect(said(ask(state, editReportText, { id: 'd1', from: {}, to: { good: '<p>Bien</p>' } }))).toBe('applied:ok')
  })
})

describe('English beside Spanish', () => {
  const question = (state: Questionnaire) => must(state.question('many'), 'the fixture has it')
  const stateOf = (state: Questionnaire, key: string) =>
    must(
      translationsOf(state).find((each) => each.id === 'many' && each.key === key),
      `no text ${key}`,
    ).state

  test('[DF7] English is out of date once the Spanish that its author had before them is another one, and ready again when it is back', () => {
    const state = working()
    const seen = digestsOf(textsOf(state, 'question', 'many'))
    expect([stateOf(state, 'text'), stateOf(state, 'option:a')]).toEqual(['missing', 'missing'])
    // Somebody changes the Spanish before the English arrives.
    ask(state, editQuestion, { id: 'many', from: { text: 'Pregunta many' }, to: { text: '¿Cuáles?' } })
    ask(state, editQuestion, { id: 'many', from: { en: null }, to: { en: { text: 'Question many' } }, seen })
    expect(stateOf(state, 'text')).toBe('outdated')
    ask(state, editQuestion, { id: 'many', from: { text: '¿Cuáles?' }, to: { text: 'Pregunta many' } })
    expect(stateOf(state, 'text')).toBe('ready')
    const options = (...names: readonly { value: string; en?: string; was?: string }[]) => ({ options: [...names] })
    const [a, b, c] = [{ value: 'a' }, { value: 'b' }, { value: 'c' }]
    ask(state, editQuestion, { id: 'many', from: options(a, b, c), to: options({ ...a, en: 'A' }, b, c) })
    expect(stateOf(state, 'option:a')).toBe('ready')
    ask(state, editQuestion, { id: 'many', from: options({ ...a, en: 'A' }, b, c), to: options({ value: 'á', en: 'A', was: 'a' }, b, c) })
    expect(stateOf(state, 'option:á')).toBe('outdated')
    // Written once more, from what it says now.
    ask(state, editQuestion, { id: 'many', from: options({ value: 'á', en: 'A' }, b, c), to: options({ value: 'á', en: 'Á' }, b, c) })
    expect(stateOf(state, 'option:á')).toBe('ready')
    ask(state, editQuestion, { id: 'many', from: { en: { text: 'Question many' } }, to: { en: null } })
    expect([stateOf(state, 'text'), Object.keys(question(state).enFrom ?? {})]).toEqual(['missing', ['option:á']])
  })

  test('[QE2] two people translate one question side by side; the same text is theirs to choose', () => {
    const state = working()
    const [a, b, c] = [{ value: 'a' }, { value: 'b' }, { value: 'c' }]
    const ana = { actor: { ...administrator, id: 'ana' }, now: before }
    const toAna = { en: { text: 'By Ana' }, options: [{ ...a, en: 'A' }, b, c] }
    expect(said(ask(state, editQuestion, { id: 'many', from: { en: null, options: [a, b, c] }, to: toAna }, ana))).toBe('applied:ok')
    const toLuis = { en: { hint: 'By Luis' }, options: [a, { ...b, en: 'B' }, c] }
    expect(said(ask(state, editQuestion, { id: 'many', from: { en: null, options: [a, b, c] }, to: toLuis }))).toBe('applied:ok')
    expect(question(state)).toMatchObject({ en: { text: 'By Ana', hint: 'By Luis' }, options: [{ en: 'A' }, { en: 'B' }, { value: 'c' }] })
    const late = { id: 'many', from: { en: null }, to: { en: { text: 'By Luis' } } }
    expect(ask(state, editQuestion, late)).toMatchObject({ code: 'changed_meanwhile', params: { field: 'en' } })
    expect(said(ask(state, editQuestion, { id: 'many', from: { options: [a, b, c] }, to: { options: [{ ...a, en: 'Eh' }, b, c] } }))).toBe(
      'lost:changed_meanwhile',
    )
    // While its outcome is not known, what somebody wrote shows beside what stands.
    const shown = editQuestion.overlay?.(state, late, aContext({ actor: administrator, now: before })) ?? []
    take(state, shown)
    expect(question(state).en).toEqual({ text: 'By Luis', hint: 'By Luis' })
    expect(said(ask(state, editDimension, { id: 's11', from: {}, to: { en: { name: 'People' } } }, ana))).toBe('applied:ok')
    expect(said(ask(state, editDimension, { id: 's11', from: {}, to: { en: { fillingHint: '<p>Help</p>' } } }))).toBe('applied:ok')
    expect(state.dimension('s11')?.en).toEqual({ name: 'People', fillingHint: '<p>Help</p>' })
    expect(said(ask(state, editForm, { from: {}, to: { en: { name: 'Index' } } }, ana))).toBe('applied:ok')
    expect(said(ask(state, editForm, { from: {}, to: { en: { description: 'Of 2025' } } }))).toBe('applied:ok')
    expect(state.form?.en).toEqual({ name: 'Index', description: 'Of 2025' })
  })

  test('[QE21] an option that reads like another one is not brought, whichever change would bring it', () => {
    const state = working()
    const [a, b, c] = [{ value: 'a' }, { value: 'b' }, { value: 'c' }]
    const edit = (from: Question['options'], to: readonly { value: string; was?: string }[]): Outcome =>
      ask(state, editQuestion, { id: 'many', from: { options: [...from] }, to: { options: [...to] } })
    const refusal = edit([a, b, c], [a, b, c, { value: 'A\u00a0' }])
    expect(refusal).toMatchObject({
      disposition: 'refused',
      code: 'definition_options_alike',
      params: { at: 'many.options', place: state.question('many')?.text, one: 'a', other: 'A\u00a0' },
    })
    expect(said(edit([a, b, c], [a, b, { value: 'B', was: 'c' }]))).toBe('refused:definition_options_alike')
    const question = aQuestion('new', 'Single', {
      dimensionId: 's11',
      options: [{ value: 'Sí \u2013 siempre' }, { value: 'sí - siempre' }],
    })
    expect(said(ask(state, addQuestion, { after: null, questions: [question] }))).toBe('refused:definition_options_alike')
    expect(said(edit([a, b, c], [a, b, { value: 'á', was: 'c' }]))).toBe('applied:ok')
  })

  test('[QE21] a question that has had two options that read alike is worked on as before, and one of them can be mended', () => {
    const twins = [{ value: 'a' }, { value: 'A' }, { value: 'c' }]
    const questions = aForm.questions.map((each) => (each.id === 'many' ? { ...each, options: twins, points: [] } : each))
    const state = working({ ...aForm, questions })
    expect(said(ask(state, editQuestion, { id: 'many', from: { hint: null }, to: { hint: 'Marque las que corresponda' } }))).toBe(
      'applied:ok',
    )
    const spoken = [{ value: 'a', en: 'One' }, { value: 'A' }, { value: 'c' }]
    expect(said(ask(state, editQuestion, { id: 'many', from: { options: twins }, to: { options: spoken } }))).toBe('applied:ok')
    const mended = [{ value: 'a', en: 'One' }, { value: 'b', was: 'A' }, { value: 'c' }]
    expect(said(ask(state, editQuestion, { id: 'many', from: { options: spoken }, to: { options: mended } }))).toBe('applied:ok')
  })

  test('[QE1] English is changed while helps may be, also of options whose structure is frozen', () => {
    const state = working()
    const [a, b, c] = [{ value: 'a' }, { value: 'b' }, { value: 'c' }]
    const at = (to: Parameters<typeof editQuestion.decide>[1]['to'], phase: Parameters<typeof noonIn>[0]): string =>
      said(
        editQuestion.decide(
          state,
          { id: 'many', from: { options: [a, b, c], en: null }, to },
          aContext({ actor: administrator, now: noonIn(phase) }),
        ),
      )
    expect(at({ options: [{ ...a, en: 'A' }, b, c] }, 'NormalInput')).toBe('applied:ok')
    expect(at({ en: { text: 'Many' } }, 'NormalInput')).toBe('applied:ok')
    expect(at({ options: [{ value: 'á', en: 'A', was: 'a' }, b, c] }, 'NormalInput')).toBe('refused:form_structure_frozen')
    expect(at({ options: [{ ...a, allowExtra: true }, b, c] }, 'NormalInput')).toBe('refused:form_structure_frozen')
    expect(at({ options: [{ ...a, en: 'A' }, b, c] }, 'ShowResults')).toBe('refused:form_helps_closed')
  })
})

describe('the rules of questionnaires', () => {
  test('[QE3] what would break one is refused with the place, and nothing is kept', () => {
    const state = working()
    const worth = (id: string, value: number) => ({ id, from: { points: [] }, to: { points: [{ key: 'value', value }] } })
    expect(said(ask(state, editQuestion, worth('name', 60)))).toBe('applied:ok')
    const over = ask(state, editQuestion, worth('essay', 40.0001))
    expect(over).toMatchObject({ disposition: 'refused', code: 'definition_points_over', changes: [], history: [] })
    expect(said(ask(state, editQuestion, worth('essay', 40)))).toBe('applied:ok')
    expect(ask(state, editQuestion, { id: 'many', from: { max: 2 }, to: { max: 0, min: 9 } })).toMatchObject({ code: 'changed_meanwhile' })
    expect(ask(state, editQuestion, { id: 'count', from: { min: 1 }, to: { min: 9 } })).toMatchObject({
      code: 'definition_bounds',
      params: { at: 'count.min' },
    })
    const options = { options: [{ value: 'a' }, { value: 'b' }, { value: 'c' }] }
    expect(ask(state, editQuestion, { id: 'many', from: options, to: { options: [{ value: 'a' }, { value: 'b' }] } })).toMatchObject({
      code: 'definition_condition',
      params: { at: 'reason.visibleIf' },
    })
    expect(ask(state, removeQuestion, { id: 'person' })).toMatchObject({ code: 'definition_misplaced' })
    expect(brokenRule(state.definition)).toBeUndefined()
  })

  test('[QE4] a renamed option keeps its points and what hangs on it; those of a kind that changes are gone', () => {
    const state = working()
    const options = (c: string) => [{ value: 'a' }, { value: 'b' }, { value: c }]
    ask(state, editQuestion, { id: 'many', from: { points: [] }, to: { points: [{ key: 'c', value: 3 }] } })
    const to = [{ value: 'a' }, { value: 'b' }, { value: 'see', was: 'c' }]
    expect(said(ask(state, editQuestion, { id: 'many', from: { options: options('c') }, to: { options: to } }))).toBe('applied:ok')
    expect(state.question('many')).toMatchObject({ options: options('see'), points: [{ key: 'see', value: 3 }] })
    expect(state.question('reason')?.visibleIf).toBe('see')
    const back = [{ value: 'a' }, { value: 'b' }, { value: 'c', was: 'see' }]
    expect(said(ask(state, editQuestion, { id: 'many', from: { options: options('see') }, to: { options: back } }))).toBe('applied:ok')
    expect(state.question('reason')?.visibleIf).toBe('c')
    ask(state, editQuestion, { id: 'name', from: { points: [] }, to: { points: [{ key: 'value', value: 3 }] } })
    expect(said(ask(state, editQuestion, { id: 'name', from: { kind: 'SimpleText' }, to: { kind: 'Number' } }))).toBe('applied:ok')
    expect(state.question('name')?.points).toEqual([])
  })

  test('[QE4] of an option that goes no points stay, and those of the others do', () => {
    const state = working()
    const points = (...of: readonly [key: string, value: number][]) => of.map(([key, value]) => ({ key, value }))
    ask(state, editQuestion, { id: 'many', from: { points: [] }, to: { points: points(['a', 2], ['c', 3]) } })
    const options = [...(state.question('many')?.options ?? [])]
    const to = options.filter(({ value }) => value !== 'a')
    expect(said(ask(state, editQuestion, { id: 'many', from: { options }, to: { options: to } }))).toBe('applied:ok')
    expect(state.question('many')?.points).toEqual(points(['c', 3]))
  })

  test('[QE11] a question of another kind has that kind’s bounds; an administrative one takes no file', () => {
    const state = working()
    const become = (kind: 'SimpleText' | 'Number' | 'Date') =>
      ask(state, editQuestion, { id: 'name', from: { kind: state.question('name')?.kind }, to: { kind } })
    become('Number')
    expect(state.question('name')).toMatchObject({ kind: 'Number', min: 0, options: [] })
    expect(state.question('name')?.max).toBeUndefined()
    become('Date')
    expect(state.question('name')).toMatchObject({ kind: 'Date', min: before.slice(0, 10) })
    become('SimpleText')
    expect(state.question('name')).toMatchObject({ kind: 'SimpleText', min: 0, max: 20 })
    const inner = [aQuestion('who', 'SimpleText', { blockId: 'name' })]
    expect(said(ask(state, editQuestion, { id: 'name', from: { kind: 'SimpleText' }, to: { kind: 'Block' }, inner }))).toBe('applied:ok')
    expect(state.question('name')).toMatchObject({ kind: 'Block', min: 0, max: 10, block: ['who'] })
    expect(said(ask(state, editQuestion, { id: 'proof', from: { administrative: false }, to: { administrative: true } }))).toBe(
      'applied:ok',
    )
    expect(state.question('proof')?.allowFile).toBe(false)
  })
})

describe('places', () => {
  test('[QE5] two who move at the same time each get what they asked for, with what hangs on it', () => {
    const state = working()
    expect(said(ask(state, moveQuestion, { id: 'essay', dimensionId: 's11', after: null }))).toBe('applied:ok')
    expect(said(ask(state, moveQuestion, { id: 'name', dimensionId: 's11', after: 'many' }))).toBe('applied:ok')
    expect(state.dimension('s11')?.questionIds).toEqual(['essay', 'many', 'name'])
    expect(said(ask(state, moveQuestion, { id: 'many', dimensionId: 's22', after: 'day' }))).toBe('applied:ok')
    expect(state.dimension('s22')?.questionIds).toEqual(['day', 'many', 'amount', 'ledger'])
    expect(state.question('reason')?.dimensionId).toBe('s22')
    expect(said(ask(state, moveQuestion, { id: 'name', dimensionId: 's11', after: 'many' }))).toBe('lost:place_gone')
    expect(said(ask(state, moveQuestion, { id: 'reason', dimensionId: 's11', after: null }))).toBe('refused:definition_not_a_tree')
    expect(said(ask(state, moveQuestion, { id: 'joy', dimensionId: 's11', after: null }))).toBe('refused:definition_not_a_tree')
    expect(said(ask(state, moveQuestion, { id: 'age', dimensionId: 's21', after: 'person' }))).toBe('applied:ok')
    expect(state.question('team')?.block).toEqual(['person', 'age', 'does'])
    expect(said(ask(state, moveDimension, { id: 's12', parentId: 'd2', after: 's21' }))).toBe('applied:ok')
    expect(state.index.topDimensions.map((each) => each.subDimensionIds)).toEqual([['s11'], ['s21', 's12', 's22']])
    expect(said(ask(state, moveDimension, { id: 'd2', parentId: null, after: null }))).toBe('applied:ok')
    expect(state.index.numberOf('day')).toBe('1.3.1')
  })

  test('[QE6] what was taken out comes back with everything that was in it, and ids are never given twice', () => {
    const state = working()
    const whole = JSON.stringify(state.definition)
    expect(said(ask(state, removeQuestion, { id: 'has' }))).toBe('applied:ok')
    expect(state.index.question('count')).toBeUndefined()
    expect(said(ask(state, editQuestion, { id: 'has', from: { text: 'Pregunta has' }, to: { text: 'x' } }))).toBe('lost:element_gone')
    expect(said(ask(state, addQuestion, { after: null, questions: [aQuestion('has', 'Number')] }))).toBe('refused:definition_id_taken')
    expect(said(ask(state, restoreQuestion, { id: 'has', after: null }))).toBe('applied:ok')
    expect(JSON.stringify(state.definition)).toBe(whole)
    expect(said(ask(state, removeDimension, { id: 'd1' }))).toBe('applied:ok')
    expect(state.definition.questions.some((each) => each.id === 'name')).toBe(false)
    const restore = questionnaireMutations.get('dimension.restore')
    expect(restore && said(ask(state, restore, { id: 'd1', after: null }))).toBe('applied:ok')
    expect(JSON.stringify(state.definition)).toBe(whole)
  })

  test('[QE6] what was taken out comes back where what it hangs on stands now, with its option as it is called now, also if its neighbour is gone', () => {
    const state = working()
    expect(said(ask(state, removeQuestion, { id: 'reason' }))).toBe('applied:ok')
    expect(said(ask(state, removeQuestion, { id: 'which' }))).toBe('applied:ok')
    const options = (c: string) => [{ value: 'a' }, { value: 'b' }, { value: c }]
    const renamed = { options: [{ value: 'a' }, { value: 'b' }, { value: 'ce', was: 'c' }] }
    expect(said(ask(state, editQuestion, { id: 'many', from: { options: options('c') }, to: renamed }))).toBe('applied:ok')
    for (const id of ['many', 'has']) expect(said(ask(state, moveQuestion, { id, dimensionId: 's21', after: null }))).toBe('applied:ok')
    expect(said(ask(state, restoreQuestion, { id: 'reason', after: null }))).toBe('applied:ok')
    expect(state.question('reason')).toMatchObject({ dimensionId: 's21', visibleIf: 'ce' })
    // With what hangs on it.
    expect(said(ask(state, restoreQuestion, { id: 'which', after: null }))).toBe('applied:ok')
    expect(state.question('count')).toMatchObject({ dimensionId: 's21' })
    for (const id of ['essay', 'name']) expect(said(ask(state, removeQuestion, { id }))).toBe('applied:ok')
    expect(said(ask(state, restoreQuestion, { id: 'name', after: 'essay' }))).toBe('applied:ok')
    expect(state.dimension('s11')?.questionIds.at(-1)).toBe('name')
  })

  test('[QE3] questions that nothing leads to are not taken along, and no id is a name that objects have', () => {
    const state = working()
    const stray = ask(state, addQuestion, { after: null, questions: [aQuestion('n1', 'Number'), aQuestion('n2', 'Number')] })
    expect(stray).toMatchObject({ disposition: 'refused', code: 'definition_not_a_tree', params: { at: 'n2' }, changes: [] })
    const turned = [aQuestion('n2', 'Boolean', { dependent: ['n3'] }), aQuestion('n3', 'Boolean', { dependent: ['n2'] })]
    expect(ask(state, addQuestion, { after: null, questions: [aQuestion('n1', 'Number'), ...turned] }).changes).toEqual([])
    for (const id of ['__proto__', 'constructor', 'prototype']) {
      const added = { after: null, questions: [aQuestion(id, 'Number')] }
      expect(argsOf(addQuestion, 1, added)).toMatchObject({ ok: false, failure: { code: 'malformed' } })
      expect(parseDefinition({ ...aForm, questions: [...aForm.questions, aQuestion(id, 'Number')] }).ok).toBe(false)
    }
    const called = { id: 'form', parentId: null, name: 'Formulario', after: null }
    expect(said(ask(state, addDimension, called))).toBe('refused:definition_id_taken')
  })

  test('[QE3] a questionnaire that is full takes no more, so that what is worked on can always be published', () => {
    const state = working()
    const more = Array.from({ length: definitionLimits.dimensions }, (_, at) => `more-${at}`)
    const left = definitionLimits.dimensions - state.definition.dimensions.length
    const at = { scope: state.scope, part: '' } as const
    const outline = state.get('outline', 'form') ?? { formId: 'form', dimensionIds: [] }
    const added = more.slice(0, left)
    take(state, [
      ...added.map((id): Change => ({ ...at, table: 'dimension', id, row: aDimension(id, 'Otra', null) })),
      { ...at, table: 'outline', id: 'form', row: { ...outline, dimensionIds: [...outline.dimensionIds, ...added] } },
    ])
    expect(parseDefinition(state.definition).ok).toBe(true)
    const one = { id: 'one-more', parentId: null, name: 'Otra', after: null }
    expect(ask(state, addDimension, one)).toMatchObject({ code: 'definition_too_large', params: { at: 'dimensions' }, changes: [] })
    expect(said(ask(state, removeDimension, { id: 'more-0' }))).toBe('applied:ok')
    expect(said(ask(state, addDimension, one))).toBe('applied:ok')
    const questions = Array.from({ length: definitionLimits.questions + 1 }, (_, position) => ({
      ...aQuestion(`n${position}`),
      text: 'Una',
    }))
    expect(brokenRule({ ...state.definition, questions })).toMatchObject({ code: 'definition_too_large', params: { at: 'questions' } })
  })

  test('[QE3] who makes a block of a question brings its first inner ones, new and all of it, and changes no other question with them', () => {
    const state = working()
    const whole = JSON.stringify([...state.list('question')])
    const essay = state.question('essay') ?? aQuestion('essay', 'Text')
    const other = ask(state, editQuestion, {
      id: 'name',
      from: { kind: 'SimpleText' },
      to: { kind: 'Text' },
      inner: [{ ...essay, text: 'Otra' }],
    })
    expect(other).toMatchObject({ disposition: 'refused', code: 'definition_misplaced', params: { at: 'essay' } })
    const become = (inner: Question[]): Outcome =>
      ask(state, editQuestion, { id: 'name', from: { kind: state.question('name')?.kind }, to: { kind: 'Block' }, inner })
    const who = aQuestion('who', 'SimpleText', { blockId: 'name' })
    expect(become([who, aQuestion('apart', 'Number', { blockId: 'other' })])).toMatchObject({ code: 'definition_not_a_tree' })
    expect(become([who, who])).toMatchObject({ code: 'definition_id_taken', params: { at: 'who' } })
    expect(become([{ ...who, id: 'name', dimensionId: 's11', blockId: null }])).toMatchObject({ code: 'definition_id_taken' })
    expect(JSON.stringify([...state.list('question')])).toBe(whole)
    expect(said(ask(state, removeQuestion, { id: 'essay' }))).toBe('applied:ok')
    expect(become([{ ...who, id: 'essay' }])).toMatchObject({ code: 'definition_id_taken', params: { at: 'essay' } })
    expect(state.get('question', 'essay')?.text).toBe(essay.text)
    // What was of this block before may come back to it.
    expect(said(become([who]))).toBe('applied:ok')
    expect(said(ask(state, editQuestion, { id: 'name', from: { kind: 'Block' }, to: { kind: 'SimpleText' } }))).toBe('applied:ok')
    expect(said(become([who]))).toBe('applied:ok')
    expect(state.question('name')?.block).toEqual(['who'])
  })

  test('[VA11] whatever administrators paste is kept clean, and what is too long is told so', () => {
    const state = working()
    const pasted = 'uno\u0007\u000bdos\u2028tres'
    const clean = 'uno\ndos\ntres'
    const asked = (mutation: Parameters<typeof argsOf>[0], args: unknown): Outcome => {
      const parsed = argsOf(mutation, 1, args)
      if (!parsed.ok) throw new Error(parsed.failure.code)
      return ask(state, mutation as Mutation<string, unknown, 'questionnaire'>, parsed.value)
    }
    const texts = { hint: pasted, fillingHint: pasted, en: { text: pasted, hint: pasted } }
    expect(said(asked(editQuestion, { id: 'name', from: {}, to: texts }))).toBe('applied:ok')
    expect(state.question('name')).toMatchObject({ hint: clean, fillingHint: clean, en: { text: clean, hint: clean } })
    const to = { options: [{ value: pasted, en: pasted, was: 'a' }, { value: 'b' }, { value: 'c' }] }
    expect(said(asked(editQuestion, { id: 'many', from: { options: [{ value: 'a' }, { value: 'b' }, { value: 'c' }] }, to }))).toBe(
      'applied:ok',
    )
    expect(state.question('many')?.options[0]).toEqual({ value: clean, en: clean })
    expect(said(asked(editDimension, { id: 's11', from: {}, to: { en: { name: pasted } } }))).toBe('applied:ok')
    const added = aQuestion('n1', 'Single', {
      text: pasted,
      hint: pasted,
      options: [{ value: pasted }],
      points: [{ key: pasted, value: 1 }],
    })
    expect(said(asked(addQuestion, { after: null, questions: [added] }))).toBe('applied:ok')
    expect(state.question('n1')).toMatchObject({ text: clean, hint: clean, options: [{ value: clean }], points: [{ key: clean }] })
    const long = argsOf(editQuestion, 1, { id: 'name', from: {}, to: { fillingHint: 'x'.repeat(20_001) } })
    expect(long).toMatchObject({ ok: false, failure: { code: 'text_limit' } })
  })

  test('[QE7] a change says who, which part, and field by field from what to what', () => {
    const state = working()
    const [entry] = ask(state, editQuestion, { id: 'has', from: { points: [] }, to: { points: [{ key: 'true', value: 2 }] } }).history
    expect(entry).toMatchObject({
      action: 'Cambia pregunta',
      element: 'has',
      role: 'Administrator',
      changed: [{ field: 'points', from: [], to: [{ key: 'true', value: 2 }] }],
    })
    expect(state.question('has')?.marks).toEqual({ points: { by: 'admin', at: before } })
    const named = ask(state, editDimension, { id: 's11', from: { name: 'Personas' }, to: { name: 'Equipo' } }).history
    expect(named).toMatchObject([{ element: 's11', text: 'Equipo', changed: [{ field: 'name', from: 'Personas', to: 'Equipo' }] }])
  })
})

describe('whole forms', () => {
  test('[QE8] a form goes before it has begun or while nobody has answered; once begun it stays begun', () => {
    const remove = (answered: boolean, now = noonIn('NormalInput')): Outcome => {
      const state = new Questionnaire('form', { participants: 2, answered })
      take(state, [headerChange(aHeader), ...rowsOfDefinition(aForm)])
      return removeForm.decide(state, {}, aContext({ actor: administrator, now }))
    }
    expect([remove(true, before), remove(false), remove(true)].map(said)).toEqual(['applied:ok', 'applied:ok', 'refused:form_answered'])
    const unknown = new Questionnaire('form')
    take(unknown, [headerChange(aHeader), ...rowsOfDefinition(aForm)])
    const context = aContext({ actor: administrator, now: noonIn('NormalInput') })
    expect(said(removeForm.decide(unknown, {}, context))).toBe('refused:form_answered')
    const state = working()
    expect(said(ask(state, toggleForm, { enabled: false }, { now: noonIn('NormalInput') }))).toBe('applied:ok')
    expect(state.form).toMatchObject({ enabled: false, initialized: true })
    expect(said(ask(state, removeQuestion, { id: 'name' }, { now: before }))).toBe('refused:form_structure_frozen')
    take(state, remove(false).changes)
    expect(state.form).toBeUndefined()
    expect(said(ask(state, removeQuestion, { id: 'name' }))).toBe('refused:not_found')
  })

  test('[QE25] whoever works in a form that has begun is told once when it is hidden and when it is shown again', () => {
    const state = new Questionnaire('form', { participants: 2, answered: true, atWork: ['leader', 'professional', 'evaluator'] })
    take(state, [headerChange(aHeader), ...rowsOfDefinition(aForm)])
    const toggle = (enabled: boolean, now = noonIn('NormalInput')) => {
      const outcome = toggleForm.decide(state, { enabled }, aContext({ actor: administrator, now }))
      take(state, outcome.changes)
      return outcome.letters.map(({ template, to }) => [template, to])
    }
    expect([toggle(false, before), toggle(true, before)]).toEqual([[], []])
    expect(toggle(false)).toEqual([
      ['formHidden', 'leader'],
      ['formHidden', 'professional'],
      ['formHidden', 'evaluator'],
    ])
    expect(toggle(false)).toEqual([])
    expect(new Set(toggle(true).map(([template]) => template))).toEqual(new Set(['formShown']))
    expect([toggle(false, noonIn('Closed')), toggle(true, noonIn('Closed'))]).toEqual([[], []])
  })

  test('[QE9] a copy has everything but stages, under ids of its own, with the first of each line', () => {
    const levels = { med: 0.4, good: 0.7 }
    const state = working(aForm, { calculatedBy: 2, levels, replica: { points: 1, excludedSubDimensionIds: ['s12'] } })
    ask(state, editReportText, { id: 's11', from: {}, to: { good: '<p>Bien</p>' } })
    ask(state, removeQuestion, { id: 'amount' })
    const outcome = ask(state, cloneForm, { formId: 'next', prefix: 'n' })
    expect(state.form?.nextFormId).toBe('next')
    const copy = new Questionnaire('next')
    take(
      copy,
      outcome.changes.filter((each) => each.scope.endsWith(':next')),
    )
    expect(copy.form).toMatchObject({ name: 'Copia de Índice 2025', enabled: false, stages: [], calculatedBy: 2, levels })
    expect(brokenRule(copy.definition)).toBeUndefined()
    const shape = (of: Questionnaire): unknown =>
      of.definition.questions.map((each) => [of.index.numberOf(each.id), each.kind, each.text, each.options, each.max ?? null])
    expect(shape(copy)).toEqual(shape(state))
    const ids = new Set(state.definition.questions.map((each) => each.id))
    expect(copy.definition.questions.filter((each) => ids.has(each.id))).toEqual([])
    expect(copy.definition.questions.map((each) => each.originId)).toEqual(state.definition.questions.map((each) => each.id))
    const s12 = copy.index.topDimensions[0]?.subDimensionIds[1]
    expect(copy.form?.replica).toEqual({ points: 1, excludedSubDimensionIds: [s12] })
    expect([...copy.list('reportText')]).toEqual([{ good: '<p>Bien</p>' }])
    const second = new Questionnaire('third')
    const again = cloneForm.decide(copy, { formId: 'third', prefix: 't' }, aContext({ actor: administrator, now: before }))
    take(
      second,
      again.changes.filter((each) => each.scope.endsWith(':third')),
    )
    expect(second.definition.questions.map((each) => each.originId)).toEqual(copy.definition.questions.map((each) => each.originId))
  })

  test('[QE10] a new form has one dimension, one sub-dimension and a survey, is hidden, and is made once', () => {
    const state = new Questionnaire('form')
    const args = { formId: 'form', name: 'Índice 2027', description: '' }
    expect(said(ask(state, createForm, args))).toBe('applied:ok')
    expect(state.definition.dimensions.map((each) => each.name)).toEqual([
      'Nombre dimensión',
      'Nombre subdimensión',
      'Encuesta de satisfacción',
    ])
    expect(state.form).toMatchObject({ enabled: false, stages: [] })
    expect(said(ask(state, createForm, args))).toBe('noop:ok')
    expect(said(ask(state, createForm, { ...args, name: 'Otro' }))).toBe('refused:definition_id_taken')
    expect(said(ask(state, publishForm, { versionId: 'v-1', structure: 's' }))).toBe('applied:ok')
    expect(state.form).toMatchObject({ versionId: 'v-1', structure: 's' })
  })

  test('[QE12] what a questionnaire is taken apart into makes the same one again', () => {
    for (const definition of [aForm, aDefinition([aQuestion('one')])]) {
      const again = working(definition).definition
      const sorted = ({ dimensions, questions }: FormDefinition): unknown => [
        dimensions.toSorted((a, b) => a.id.localeCompare(b.id)),
        questions.toSorted((a, b) => a.id.localeCompare(b.id)),
      ]
      expect(sorted(again)).toEqual(sorted(definition))
    }
  })
})

/** Something that somebody may want, drawn from what there is: ids that are, were and never will be. */
const ids = fc.constantFrom(
  'name',
  'essay',
  'many',
  'reason',
  'has',
  'which',
  'count',
  'code',
  'team',
  'person',
  'does',
  'proof',
  'day',
  'joy',
  'n1',
  'n2',
)
const places = fc.constantFrom('s11', 's12', 's21', 's22', 'd1', 'd2', surveyDimensionId, 'd9')
const after = fc.option(ids)
const wishes = fc.oneof(
  fc.record({ name: fc.constant('question.move'), args: fc.record({ id: ids, dimensionId: places, after }) }),
  fc.record({ name: fc.constant('question.remove'), args: fc.record({ id: ids }) }),
  fc.record({ name: fc.constant('question.restore'), args: fc.record({ id: ids, after }) }),
  fc.record({ name: fc.constantFrom('dimension.remove'), args: fc.record({ id: places }) }),
  fc.record({ name: fc.constant('dimension.restore'), args: fc.record({ id: places, after: fc.option(places) }) }),
  fc.record({
    name: fc.constant('dimension.move'),
    args: fc.record({ id: places, parentId: fc.option(places), after: fc.option(places) }),
  }),
  fc.record({
    name: fc.constant('dimension.add'),
    args: fc.record({ id: fc.constantFrom('s9', 'd9'), parentId: fc.option(places), name: fc.constant('Nueva'), after: fc.option(places) }),
  }),
  fc.record({
    name: fc.constant('question.add'),
    args: fc.record({
      after,
      questions: fc
        .record({ id: fc.constantFrom('n1', 'n2'), dimensionId: places, parentId: fc.option(ids), blockId: fc.option(ids) })
        .map(({ id, ...place }) => [aQuestion(id, 'Boolean', { ...place, visibleIf: place.parentId === null ? null : true })]),
    }),
  }),
  fc.record({
    name: fc.constant('question.edit'),
    args: fc
      .record({
        id: ids,
        kind: fc.constantFrom('Number', 'Boolean', 'SimpleText', 'Block', 'Date'),
        points: fc.integer({ min: -5, max: 60 }),
      })
      .map(({ id, kind, points }) => ({ id, kind, points })),
  }),
)

test('[QE3] whatever administrators ask for in whatever order, the questionnaire is one that can be asked, and what did not stand changed nothing', () => {
  assertProperty(
    fc.property(fc.array(wishes, { maxLength: 25 }), (wanted) => {
      const state = working()
      for (const { name, args } of wanted) {
        const mutation = questionnaireMutations.get(name)
        if (!mutation) throw new Error(name)
        const row = 'kind' in args ? state.question(args.id) : undefined
        const asked: unknown =
          'kind' in args
            ? {
                id: args.id,
                from: { kind: row?.kind ?? 'Text', points: row?.points ?? [] },
                to: { kind: args.kind, points: [{ key: 'value', value: args.points }] },
              }
            : args
        const whole = JSON.stringify(state.definition)
        const outcome = ask(state, mutation, asked)
        if (outcome.disposition !== 'applied') expect(JSON.stringify(state.definition)).toBe(whole)
        else expect(outcome.history).toHaveLength(1)
        expect(brokenRule(state.definition)).toBeUndefined()
      }
    }),
  )
})

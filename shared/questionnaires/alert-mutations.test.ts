import { expect, test } from 'vitest'
import type { Context, Outcome } from '../contract/mutation.ts'
import { definitionFileOf, parseDefinitionFile } from '../forms/definition-file.ts'
import { brokenRule, parseDefinition } from '../forms/definition.ts'
import { actors, aContext, aForm, aHeader, noonIn } from '../forms/fixtures.ts'
import type { Alert, FormDefinition } from '../forms/model.ts'
import { cloneForm } from '../forms/mutations.ts'
import { headerChange, Questionnaire, rowsOfDefinition } from '../questionnaire.ts'
import type { Change } from '../world.ts'
import { editAlert } from './alert-mutations.ts'
import { addDimension, editQuestion, removeQuestion, restoreQuestion } from './mutations.ts'

const before = noonIn('Pre')
const administrator = { ...actors.administrator, id: 'admin' }
const fields: Omit<Alert, 'id'> = {
  first: { questionId: 'has', says: true, value: true },
  second: { questionId: 'which', says: false, value: 'x' },
  text: 'Dice que tiene, y no cuál.',
}

function working(definition: FormDefinition = aForm): Questionnaire {
  const state = new Questionnaire('form', { participants: 0, answered: false })
  for (const change of [headerChange(aHeader), ...rowsOfDefinition(definition)]) state.set(change.table, change.id, change.row)
  return state
}
const take = (state: Questionnaire, changes: readonly Change[]): void => {
  for (const { table, id, row } of changes) state.set(table, id, row)
}
function ask(state: Questionnaire, args: Parameters<typeof editAlert.decide>[1], context: Partial<Context> = {}): Outcome {
  const outcome = editAlert.decide(state, args, aContext({ actor: administrator, now: before, ...context }))
  take(state, outcome.changes)
  return outcome
}
const said = ({ disposition, code }: Outcome): string => `${disposition}:${code}`
const declared = (): Questionnaire => {
  const state = working()
  ask(state, { id: 'a1', from: null, to: fields })
  return state
}

test('[AL1] an alert is declared, changed and taken away on record, and the same turned round takes each back', () => {
  const state = working()
  const added = ask(state, { id: 'a1', from: null, to: fields })
  expect([said(added), added.history[0]?.action, added.history[0]?.text]).toEqual(['applied:ok', 'Agrega alerta', fields.text])
  expect(state.definition.alerts).toEqual([{ id: 'a1', ...fields }])
  const other = { ...fields, text: 'Otra frase', en: 'Another sentence' }
  expect(ask(state, { id: 'a1', from: fields, to: other }).history[0]).toMatchObject({
    action: 'Cambia alerta',
    changed: [
      { field: 'text', from: fields.text, to: 'Otra frase' },
      { field: 'en', from: null, to: 'Another sentence' },
    ],
  })
  expect(ask(state, { id: 'a1', from: other, to: null }).history[0]?.action).toBe('Elimina alerta')
  expect(state.definition.alerts).toBeUndefined()
  ask(state, { id: 'a1', from: null, to: other })
  ask(state, { id: 'a1', from: other, to: fields })
  expect(state.definition.alerts).toEqual([{ id: 'a1', ...fields }])
  expect(said(ask(state, { id: 'a1', from: null, to: fields }))).toBe('noop:ok')
})

test('[AL1] only administrators declare one, as long as help texts may be changed, also while the structure is frozen', () => {
  const args = { id: 'a1', from: null, to: fields }
  for (const actor of [actors.leader, actors.evaluator]) expect(said(ask(working(), args, { actor }))).toBe('refused:administrators_only')
  expect(said(ask(working(), args, { now: noonIn('SecondRevision') }))).toBe('applied:ok')
  expect(said(ask(working(), args, { now: noonIn('ShowResults') }))).toBe('refused:form_helps_closed')
})

test('[AL1] a pair that nothing can raise is refused: one question twice, a choice that is none, a question of the survey, nothing said, no words', () => {
  const bad: readonly Partial<Alert>[] = [
    { second: fields.first },
    { second: { questionId: 'which', says: true, value: 'z' } },
    { second: { questionId: 'joy', says: true, value: 'mucho' } },
    { second: { questionId: 'gone', says: true, value: null } },
    { first: { ...fields.first, says: false } },
    { text: '  ' },
  ]
  for (const part of bad)
    expect(said(ask(working(), { id: 'a1', from: null, to: { ...fields, ...part } }))).toBe('refused:definition_condition')
})

test('[AL1] of two who change the same one the second is told who and when, and of two alerts neither is in the other’s way', () => {
  const state = declared()
  const ana = { actor: { ...administrator, id: 'ana' } }
  ask(state, { id: 'a1', from: fields, to: { ...fields, text: 'De Ana' } }, ana)
  const late = ask(state, { id: 'a1', from: fields, to: { ...fields, text: 'De Luis' } })
  expect(late).toMatchObject({ disposition: 'lost', code: 'changed_meanwhile', params: { by: 'ana', at: before } })
  expect(said(ask(state, { id: 'a2', from: null, to: fields }))).toBe('applied:ok')
  expect(state.definition.alerts?.map(({ text }) => text)).toEqual(['De Ana', fields.text])
  const gone = ask(declared(), { id: 'a9', from: fields, to: null })
  expect(said(gone)).toBe('noop:ok')
})

test('[AL1] one whose question or choice is gone waits, and is there again with it; other changes of the form leave it', () => {
  const state = declared()
  const decide = aContext({ actor: administrator, now: before })
  take(state, removeQuestion.decide(state, { id: 'which' }, decide).changes)
  expect(state.definition.alerts).toBeUndefined()
  take(state, restoreQuestion.decide(state, { id: 'which', after: null }, decide).changes)
  expect(state.definition.alerts).toHaveLength(1)
  const options = [{ value: 'x' }, { value: 'y', allowExtra: true }]
  take(
    state,
    editQuestion.decide(state, { id: 'which', from: { options }, to: { options: [{ value: 'y', allowExtra: true }] } }, decide).changes,
  )
  expect(state.definition.alerts).toBeUndefined()
  take(
    state,
    editQuestion.decide(state, { id: 'which', from: { options: [{ value: 'y', allowExtra: true }] }, to: { options } }, decide).changes,
  )
  take(state, addDimension.decide(state, { id: 'd9', parentId: null, name: 'Otra', after: 'd1' }, decide).changes)
  expect(state.definition.alerts).toHaveLength(1)
})

test('[AL1] it goes along into a copy under the ids of that one, and through a file, and breaks no rule there', () => {
  const state = declared()
  const copy = new Questionnaire('next')
  const outcome = cloneForm.decide(state, { formId: 'next', prefix: 'n' }, aContext({ actor: administrator, now: before }))
  take(
    copy,
    outcome.changes.filter(({ scope }) => scope === copy.scope || scope === 'form:next'),
  )
  const [alert] = copy.definition.alerts ?? []
  expect(copy.question(alert?.first.questionId ?? '')?.originId).toBe('has')
  expect(brokenRule(copy.definition)).toBeUndefined()
  const { definition } = state
  const read = parseDefinitionFile(definitionFileOf({ definition, description: '', reportTexts: {} }))
  expect(read.ok && read.value.definition.alerts).toEqual(definition.alerts)
  const twice = parseDefinition({ ...definition, alerts: [...(definition.alerts ?? []), ...(definition.alerts ?? [])] })
  expect(twice.ok ? '' : twice.failure.code).toBe('definition_id_taken')
  const stray = parseDefinition({
    ...definition,
    alerts: [{ id: 'a1', ...fields, second: { questionId: 'gone', says: true, value: null } }],
  })
  expect(stray.ok ? '' : stray.failure.code).toBe('definition_condition')
})

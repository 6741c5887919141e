import { expect, test } from 'vitest'
import { setAnswer } from '../answers/mutations.ts'
import { releasePerson } from '../assignments/release-mutations.ts'
import { editStages } from '../stages/plan-mutations.ts'
import { Questionnaire, headerChange, rowsOfDefinition, type FormFacts } from '../questionnaire.ts'
import { mayChangeForm } from '../privileges/rules.ts'
import type { FormHeader } from '../stages/model.ts'
import { closeForm, reopenForm } from './closing-mutations.ts'
import { aContext, actors, aForm, aHeader, aWorld, noonIn } from './fixtures.ts'
import { cloneForm, editForm } from './mutations.ts'

const archive = 'a'.repeat(64)
const over = noonIn('Closed')
const closed = { at: over, by: 'admin', archive }
const administrator = { ...actors.administrator, id: 'admin' }
const kept = { sha256: archive, isCurrent: true, waiting: 0 }

function working(header: Partial<FormHeader> = {}, facts: Partial<FormFacts> = { archive: kept }): Questionnaire {
  const state = new Questionnaire('form', { participants: 1, answered: true, ...facts })
  for (const { table, id, row } of [headerChange({ ...aHeader, ...header }), ...rowsOfDefinition(aForm)]) state.set(table, id, row)
  return state
}
const context = aContext({ actor: administrator, now: over })
const close = (state: Questionnaire, given = context): string => closeForm.decide(state, { archive }, given).code

test('[FC1] a form that is over is closed on an archive that tells all of it, and on no other', () => {
  const outcome = closeForm.decide(working(), { archive }, context)
  expect(outcome.changes.map(({ row }) => row)).toEqual([{ ...aHeader, initialized: true, closed }])
  expect(outcome.history.map(({ action, changed }) => [action, changed])).toEqual([
    ['Cierra formulario', [{ field: 'closed', from: null, to: archive }]],
  ])
  expect(close(working({}, {}))).toBe('archive_missing')
  expect(close(working({}, { archive: { ...kept, sha256: 'b'.repeat(64) } }))).toBe('archive_missing')
  expect(close(working({}, { archive: { ...kept, isCurrent: false } }))).toBe('archive_outdated')
  expect(close(working(), { ...context, now: noonIn('ShowResults') })).toBe('form_not_over')
  expect(close(working(), { ...context, now: noonIn('Gap') })).toBe('form_not_over')
  expect(close(working(), { ...context, actor: actors.evaluator })).toBe('administrators_only')
  expect(close(working({ rehearsal: { of: 'form', day: '2025-03-01', asOf: '2025-03-01', planned: [] } }))).toBe('rehearsal_not_closed')
  // Again on the same one it is closed already; on another it is not closed anew.
  expect(closeForm.decide(working({ closed }), { archive }, context).disposition).toBe('noop')
  expect(closeForm.decide(working({ closed }), { archive: 'b'.repeat(64) }, context).code).toBe('form_closed')
})

test('[FC2] while something waits in an institution the form is not closed, and in how many is told', () => {
  const outcome = closeForm.decide(working({}, { archive: { ...kept, waiting: 2 } }), { archive }, context)
  expect([outcome.code, outcome.params]).toEqual(['form_waits', { n: 2 }])
})

test('[FC3] of a closed form nothing changes, and it is still copied, without a trace in it', () => {
  const edit = { from: { name: aHeader.name }, to: { name: 'Otro' } }
  expect(editForm.decide(working(), edit, context).code).toBe('ok')
  expect(editForm.decide(working({ closed }), edit, context).code).toBe('form_closed')
  expect(editStages.decide(working({ closed }), { from: [], to: [] }, context).code).toBe('form_closed')
  const copy = cloneForm.decide(working({ closed }), { formId: 'otro', prefix: 'x' }, context)
  expect([copy.code, copy.changes.filter(({ id, table }) => table === 'form' && id === 'form')]).toEqual(['ok', []])
  expect(mayChangeForm({ ...aHeader, closed }, 'changeStatusForm', over)).toBe(false)
  expect(mayChangeForm(aHeader, 'changeStatusForm', over)).toBe(true)
})

test('[FC3] what a device previews of a closed form is refused there already, whenever it is; what changes nothing of it stands', () => {
  const now = noonIn('NormalInput')
  const asked = { unit: 'name', value: 'A' }
  const writing = aContext({ actor: actors.leader, now })
  expect(setAnswer.decide(aWorld(), asked, writing).disposition).toBe('applied')
  const world = aWorld({ header: { closed } })
  expect(setAnswer.decide(world, asked, writing)).toMatchObject({ disposition: 'refused', code: 'form_closed', changes: [] })
  // Whoever's account is closed meanwhile is not held back by what they were responsible for then.
  expect(releasePerson.decide(aWorld({ header: { closed } }), { userId: actors.professional.id }, context).code).toBe('ok')
})

test('[FC4] it is opened again with a reason that its history keeps', () => {
  const outcome = reopenForm.decide(working({ closed }), { reason: 'Falta un documento' }, context)
  expect(outcome.changes.map(({ row }) => row)).toEqual([aHeader])
  expect(outcome.history.map(({ action, text }) => [action, text])).toEqual([['Reabre formulario', 'Falta un documento']])
  expect(reopenForm.decide(working(), { reason: 'x' }, context).disposition).toBe('noop')
  expect(reopenForm.decide(working({ closed }), { reason: 'x' }, { ...context, actor: actors.evaluator }).code).toBe('administrators_only')
})

import { describe, expect, test } from 'vitest'
import type { Outcome } from '../contract/mutation.ts'
import { personOf } from '../assignments/invitees.ts'
import { actors, aContext, aForm, aHeader, aWorld } from '../forms/fixtures.ts'
import { addDays, dayAt } from '../kernel/instant.ts'
import { headerChange, Questionnaire, rowsOfDefinition } from '../questionnaire.ts'
import type { FormHeader } from '../stages/model.ts'
import { plannedOf } from '../stages/plan.ts'
import { editStages } from '../stages/plan-mutations.ts'
import { phaseAt } from '../stages/rules.ts'
import { moveRehearsal, rehearseForm } from './mutations.ts'
import { rehearsedDay } from './rules.ts'

const now = '2030-06-10T15:00:00.000Z'
const administrator = aContext({ actor: actors.administrator, now })
const anInstitution = () => ({ ...aWorld().institution, domains: ['ensayo.invalid'] })
const said = ({ disposition, code }: Outcome): string => `${disposition}:${code}`

function stateOf(header: FormHeader): Questionnaire {
  const state = new Questionnaire(header.id, { participants: 0, answered: false })
  for (const { table, id, row } of [headerChange(header), ...rowsOfDefinition({ ...aForm, formId: header.id })]) state.set(table, id, row)
  return state
}

function rehearsed(): { readonly state: Questionnaire; readonly outcome: Outcome } {
  const outcome = rehearseForm.decide(stateOf(aHeader), { formId: 'play', prefix: 'p' }, administrator)
  const state = new Questionnaire('play')
  for (const { table, id, row, scope } of outcome.changes) if (scope.endsWith(':play')) state.set(table, id, row)
  return { state, outcome }
}

describe('rehearsals', () => {
  test('[RH1] whoever is invited in a rehearsal is of it, so that nobody is written to', () => {
    const institution = { ...anInstitution(), rehearsal: 'play' }
    const found = personOf(
      { institution, person: () => undefined, people: () => [] },
      { invite: { name: 'Julia', surname: 'Soto', email: 'julia@ensayo.invalid' } },
      { ...administrator, mid: 'm-1' },
    )
    expect(found).toMatchObject({ person: { rehearsal: 'play', institutionId: institution.id } })
  })

  test('[RH1] a rehearsal has the questions and stages of its form, and a cast of its own that no mailbox belongs to', () => {
    const { state, outcome } = rehearsed()
    expect(state.form).toMatchObject({ name: 'Ensayo de Índice 2025', enabled: false, rehearsal: { of: 'form', asOf: dayAt(now) } })
    expect(state.form?.stages.map((stage) => stage.kind)).toEqual(aHeader.stages.map((stage) => stage.kind))
    const people = outcome.changes.flatMap((change) => (change.table === 'person' ? [change.row] : []))
    expect(people.map((each) => each.kind).filter((kind) => kind === 'Evaluator')).toHaveLength(1)
    expect(people).toHaveLength(11)
    expect(people.every((each) => each.rehearsal === 'play' && each.email.endsWith('@ensayo.invalid'))).toBe(true)
    expect(outcome.changes.some((change) => change.scope === 'catalog')).toBe(false)
    expect(said(rehearseForm.decide(state, { formId: 'again', prefix: 'p' }, administrator))).toBe('refused:rehearsal_of_rehearsal')
    expect(said(rehearseForm.decide(stateOf({ ...aHeader, stages: [] }), { formId: 'play', prefix: 'p' }, administrator))).toBe(
      'refused:rehearsal_without_stages',
    )
    expect(said(rehearseForm.decide(stateOf(aHeader), { formId: 'play', prefix: 'p' }, aContext({ actor: actors.leader })))).toBe(
      'refused:administrators_only',
    )
  })

  test('[RH2] its day is today: it begins before the first stage, goes on with the calendar, and to any later day of its plan, never back', () => {
    const { state } = rehearsed()
    const form = (): FormHeader => state.form ?? aHeader
    const move = (day: string, at = now): Outcome => {
      const outcome = moveRehearsal.decide(state, { day }, { ...administrator, now: at })
      for (const { table, id, row } of outcome.changes) state.set(table, id, row)
      return outcome
    }
    expect(phaseAt(form(), now)).toBe('Pre')
    const phases: string[] = []
    for (const stage of aHeader.stages) {
      expect(said(move(stage.start))).toBe('applied:ok')
      phases.push(phaseAt(form(), now))
      expect(said(move(stage.end))).toMatch(/applied|noop/)
      expect(phaseAt(form(), now)).toBe(stage.kind)
    }
    expect(phases).toEqual(aHeader.stages.map((stage) => stage.kind))
    const last = aHeader.stages.at(-1)
    expect(said(move(aHeader.stages[0]?.start ?? ''))).toBe('refused:rehearsal_day_back')
    expect(said(move(addDays(last?.end ?? '', 2)))).toBe('refused:rehearsal_day_outside')
    const tomorrow = '2030-06-11T15:00:00.000Z'
    expect(rehearsedDay(form().rehearsal ?? { day: '', asOf: '' }, dayAt(tomorrow))).toBe(addDays(last?.end ?? '', 1))
    expect(phaseAt(form(), tomorrow)).toBe('Closed')
    expect(said(moveRehearsal.decide(stateOf(aHeader), { day: '2030-06-10' }, administrator))).toBe('refused:not_found')
  })

  test('[RH2] a day that no calendar has is none of its plan', () => {
    const { state } = rehearsed()
    const month = aHeader.stages[0]?.start.slice(0, 8) ?? ''
    for (const day of [`${month}99`, `${month}00`, `${month.slice(0, 5)}13-01`])
      expect(said(moveRehearsal.decide(state, { day }, administrator))).toBe('refused:rehearsal_day_outside')
  })

  test('[RH2] its stages are moved and not planned: nobody adds one, or takes one away', () => {
    const { state } = rehearsed()
    const from = (state.form?.stages ?? []).map((stage) => plannedOf(stage))
    expect(said(editStages.decide(state, { from, to: from.slice(1) }, administrator))).toBe('refused:rehearsal_stages')
  })
})

import { aForm, aHeader } from '#shared/forms/fixtures.ts'
import { editForm } from '#shared/forms/mutations.ts'
import { questionnaireMutations } from '#shared/questionnaire-mutations.ts'
import type { WireRow } from '#shared/protocol/pull.ts'
import { headerChange, rowsOfDefinition } from '#shared/questionnaire.ts'
import { editDimension, editQuestion, editReportText, moveQuestion } from '#shared/questionnaires/mutations.ts'
import { expect, test } from 'vitest'
import type { OutboxRow, StoredOutcome } from '../storage/storage.ts'
import type { Pending, RowChange } from './live.ts'
import { LiveQuestionnaire } from './live-questionnaire.ts'

const ana = { id: 'ana', kind: 'Administrator', name: 'Ana Rojas', institutionId: null } as const
const before = '2020-01-01T12:00:00.000Z'

const rowsOf = (): WireRow[] =>
  [headerChange(aHeader), ...rowsOfDefinition(aForm)].map(({ scope, part, table, id, row }, at): WireRow => ({
    s: scope,
    p: part,
    t: table,
    i: id,
    r: row,
    v: at + 1,
  }))

const asked = (seq: number, n: string, a: object, entity: string): OutboxRow => ({
  seq,
  mid: `m-${seq}`,
  n,
  v: 1,
  s: 'questionnaire:form',
  a,
  b: null,
  t: before,
  l: null,
  entity,
  authorId: ana.id,
  now: before,
  sizeBytes: 200,
})

function opened(): LiveQuestionnaire {
  const report = (what: string, error: unknown): void => {
    throw new Error(what, { cause: error })
  }
  const live = new LiveQuestionnaire('form', { actor: ana, mutations: questionnaireMutations, report })
  live.load(rowsOf(), [])
  return live
}

const rename = (seq: number, from: string, to: string): OutboxRow =>
  asked(seq, editQuestion.name, { id: 'name', from: { text: from }, to: { text: to } }, 'name')

test('[PL24] what an administrator changes shows at once, with one notice for what differs', () => {
  const live = opened()
  const heard: string[] = []
  for (const topic of ['unit:name', 'unit:essay', 'unit:s11']) live.topics.subscribe(topic, () => heard.push(topic))
  const preview = live.preview(rename(1, 'Pregunta name', 'Mía'))
  expect(preview.kind).toBe('applied')
  if (preview.kind === 'applied') live.announce(preview.pending)
  expect([live.state.question('name')?.text, live.confirmed.question('name')?.text]).toEqual(['Mía', 'Pregunta name'])
  expect(heard).toEqual(['unit:name'])
})

/** What another person wrote, as a pull brings it. */
const theirs = (table: 'question' | 'dimension' | 'form', id: string, part: object): RowChange => {
  const row = rowsOf().find((each) => each.t === table && each.i === id)
  if (!row) throw new Error('no row')
  return { table, id, row: { ...row, r: { ...(row.r as object), ...part }, v: 99 } }
}

const lostTo = ({ row }: Pending): StoredOutcome => ({
  ...row,
  d: 'lost',
  code: 'changed_meanwhile',
  storedAt: before,
  dismissed: false,
})

test('[IN16] what an administrator wrote shows until its outcome is known, though another’s words come first, and theirs do from then on', () => {
  const live = opened()
  live.preview(rename(1, 'Pregunta name', 'Mía'))
  live.preview(rename(2, 'Mía', 'Mía otra vez'))
  live.preview(asked(3, editDimension.name, { id: 's11', from: { fillingHint: null }, to: { fillingHint: 'Ayuda mía' } }, 's11'))
  live.preview(asked(4, editReportText.name, { id: 's11', from: { good: null }, to: { good: 'Bien, digo yo' } }, 'report:s11'))
  live.preview(
    asked(5, editForm.name, { from: { description: aHeader.description }, to: { description: 'Descripción mía' } }, 'form:description'),
  )
  const report: RowChange = {
    table: 'reportText',
    id: 's11',
    row: { s: 'questionnaire:form', p: '', t: 'reportText', i: 's11', r: { good: 'Bien' }, v: 99 },
  }
  const brought = [
    theirs('question', 'name', { text: 'De Luis', hint: 'Ayuda de Luis' }),
    theirs('dimension', 's11', { fillingHint: 'Ayuda de Luis' }),
    report,
    theirs('form', 'form', { description: 'De Luis' }),
  ]
  const shown = () => [
    live.state.question('name')?.text,
    live.state.question('name')?.hint,
    live.state.dimension('s11')?.fillingHint,
    live.state.get('reportText', 's11')?.good,
    live.state.form?.description,
  ]
  live.rebase(brought, live.pending)
  expect(shown()).toEqual(['Mía otra vez', 'Ayuda de Luis', 'Ayuda mía', 'Bien, digo yo', 'Descripción mía'])
  for (const entry of live.pending) entry.outcome = lostTo(entry)
  live.rebase([], live.pending)
  expect(shown()).toEqual(['De Luis', 'Ayuda de Luis', 'Ayuda de Luis', 'Bien', 'De Luis'])
})

test('[IN16] what an administrator wrote shows until its outcome is known, though what opened it is closed meanwhile', () => {
  const live = opened()
  live.preview(rename(1, 'Pregunta name', 'Mía'))
  live.preview(asked(2, editDimension.name, { id: 's11', from: { fillingHint: null }, to: { fillingHint: 'Ayuda mía' } }, 's11'))
  const shown = () => [live.state.question('name')?.text, live.state.dimension('s11')?.fillingHint]
  // Another said that its stages were last year's.
  const over = aHeader.stages.map((stage) => ({ ...stage, start: '2019-01-01', end: '2019-01-31' }))
  live.rebase([theirs('form', 'form', { initialized: true, stages: over })], live.pending)
  expect(shown()).toEqual(['Mía', 'Ayuda mía'])
  const refusedBy = (entry: Pending, code: string): StoredOutcome => ({ ...lostTo(entry), d: 'refused', code })
  for (const entry of live.pending) entry.outcome = refusedBy(entry, 'form_helps_closed')
  live.rebase([], live.pending)
  expect(shown()).toEqual(['Pregunta name', undefined])
})

test('[IN16] what an administrator wrote of something that another took out, or that would break a rule by now, shows nowhere', () => {
  const live = opened()
  const points = [{ key: 'value', value: 60 }]
  live.preview(asked(1, editQuestion.name, { id: 'name', from: { points: [] }, to: { points } }, 'name'))
  live.preview(asked(2, editQuestion.name, { id: 'essay', from: { text: 'Pregunta essay' }, to: { text: 'Mía' } }, 'essay'))
  const s11 = live.state.dimension('s11')?.questionIds.filter((id) => id !== 'essay')
  live.rebase([theirs('question', 'amount', { points }), theirs('dimension', 's11', { questionIds: s11 })], live.pending)
  expect(live.state.question('name')?.points).toEqual([])
  expect(live.state.question('essay')).toBeUndefined()
  expect(live.state.get('question', 'essay')?.text).toBe('Pregunta essay')
})

test('[PL24] of a form that is here in part nothing is decided, and what waits shows once the rest has come', () => {
  const live = opened()
  live.preview(rename(1, 'Pregunta name', 'Mía'))
  live.load(
    rowsOf().filter((row) => row.t !== 'question'),
    live.pending,
  )
  expect(live.confirmed.isWhole).toBe(false)
  expect(live.preview(rename(2, 'Pregunta name', 'Otra'))).toMatchObject({ kind: 'not_applied' })
  live.load(rowsOf(), live.pending)
  expect(live.confirmed.isWhole).toBe(true)
  expect(live.state.question('name')?.text).toBe('Mía')
})

test('[PL24] changes that wait are decided anew in their order on what the server confirmed', () => {
  const live = opened()
  live.preview(rename(1, 'Pregunta name', 'Mía'))
  live.preview(asked(2, moveQuestion.name, { id: 'name', dimensionId: 's22', after: 'day' }, 'name'))
  expect(live.state.dimension('s22')?.questionIds).toEqual(['day', 'name', 'amount', 'ledger'])
  const [first, second] = live.pending
  if (!first || !second) throw new Error('nothing waits')
  live.rebase([], [second])
  expect(live.state.question('name')).toMatchObject({ text: 'Pregunta name', dimensionId: 's22' })
  expect(live.owns('questionnaire:form')).toBe(true)
  expect(live.owns('questionnaire:other')).toBe(false)
})

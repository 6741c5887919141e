import { aForm, aHeader } from '#shared/forms/fixtures.ts'
import { questionnaireMutations } from '#shared/questionnaire-mutations.ts'
import type { WireRow } from '#shared/protocol/pull.ts'
import { headerChange, rowsOfDefinition } from '#shared/questionnaire.ts'
import { editQuestion, moveQuestion } from '#shared/questionnaires/mutations.ts'
import { expect, test } from 'vitest'
import type { OutboxRow } from '../storage/storage.ts'
import type { Pending } from './live.ts'
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

test('[PL24] what an administrator changes shows at once, and what another wrote meanwhile shows in its place, one notice for what differs', () => {
  const live = opened()
  const heard: string[] = []
  for (const topic of ['unit:name', 'unit:essay', 'unit:s11']) live.topics.subscribe(topic, () => heard.push(topic))
  const preview = live.preview(rename(1, 'Pregunta name', 'Mía'))
  expect(preview.kind).toBe('applied')
  if (preview.kind === 'applied') live.announce(preview.pending)
  expect([live.state.question('name')?.text, live.confirmed.question('name')?.text]).toEqual(['Mía', 'Pregunta name'])
  expect(heard).toEqual(['unit:name'])
  const theirs = rowsOf().find((row) => row.t === 'question' && row.i === 'name')
  if (!theirs) throw new Error('no row')
  const pending: readonly Pending[] = live.pending
  live.rebase([{ table: 'question', id: 'name', row: { ...theirs, r: { ...(theirs.r as object), text: 'De Luis' }, v: 99 } }], pending)
  // Its mutation finds another text than the person saw: theirs stands until the person chooses.
  expect(live.state.question('name')?.text).toBe('De Luis')
  live.rebase([], [])
  expect(live.pending).toEqual([])
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

import { expect, test } from 'vitest'
import { systemActor, type Actor } from '../access/actor.ts'
import type { Outcome, Directory } from '../contract/mutation.ts'
import { actors, aContext, aWorld, noonIn, theStages } from '../forms/fixtures.ts'
import { must } from '../kernel/assert.ts'
import { formScope } from '../protocol/scope.ts'
import type { Rows, TableName } from '../world.ts'
import type { FormHeader } from './model.ts'
import { advanceStage } from './mutations.ts'
import { tellExtension } from './plan-mutations.ts'
import { phaseAt } from './rules.ts'

const form: FormHeader = { id: 'form', name: 'Índice', description: '', versionId: 'v1', enabled: true, stages: theStages }
const now = noonIn('NormalInput')
const rows = (header: FormHeader | undefined, scope = formScope('form')): Directory => ({
  scope,
  get: <T extends TableName>(table: T, id: string) => (table === 'form' && id === header?.id ? (header as Rows[T]) : undefined),
  list: <T extends TableName>(table: T) => (table === 'form' && header ? [header as Rows[T]] : []),
})
const advance = (by: Actor, header: FormHeader | undefined = form, scope?: string): Outcome =>
  advanceStage.decide(rows(header, scope), {}, aContext({ actor: by, now }))
const said = (outcome: Outcome): string => `${outcome.disposition}:${outcome.code}`

test('[TM4] a rehearsal ends the form’s stage and starts the next, at that moment, and the history says so', () => {
  const outcome = advance(systemActor)
  expect(outcome.reply).toEqual({ stageKind: 'FirstRevision' })
  const [change] = outcome.changes
  expect(outcome.changes).toHaveLength(1)
  expect(change?.table === 'form' && phaseAt(change.row, now)).toBe('FirstRevision')
  expect(outcome.history).toEqual([
    { unit: null, action: 'Adelanta etapa', text: `${theStages[0]?.name} → ${theStages[1]?.name}`, role: 'System' },
  ])
})

test('[TM4] only the platform and administrators move stages, of one enabled form', () => {
  const may = Object.entries(actors).filter(([, actor]) => advance(actor).disposition === 'applied')
  expect(may.map(([name]) => name)).toEqual(['administrator'])
  expect(said(advance(actors.leader))).toBe('refused:administrators_only')
  expect(said(advance(systemActor, { ...form, enabled: false }))).toBe('refused:form_disabled')
  expect(said(advance(systemActor, form, formScope('other')))).toBe('refused:not_found')
  expect(said(advance(systemActor, form, 'catalog'))).toBe('refused:not_found')
  expect(said(advance(systemActor, { ...form, stages: [] }))).toBe('noop:ok')
})

test('[TM21] leader and delegate are told of a new last day while their institution still has to send, and only when an administrator says so', () => {
  const { id: stageId, end } = must(theStages[0], 'the first stage')
  const tell = (parts: Parameters<typeof aWorld>[0], { by = actors.administrator, at = now, to = end } = {}): Outcome =>
    tellExtension.decide(aWorld(parts), { stageId, end: to }, aContext({ actor: by, now: at }))
  const told = (outcome: Outcome): string[] => outcome.letters.map((each) => each.to)
  const both = tell({ participant: { delegateId: 'delegate' } })
  expect(both.letters).toEqual(
    ['leader', 'delegate'].map((to) => ({
      template: 'remainingTimeExtended',
      to,
      data: { form: 'Índice 2025', stage: 'NormalInput', end },
    })),
  )
  expect(both.history).toMatchObject([{ action: 'Avisa más plazo', unit: null }])
  expect(told(tell({ participant: { delegateId: null } }))).toEqual(['leader'])
  expect(said(tell({ participant: { locked: true, lockReason: 'sent' } }))).toBe('noop:ok')
  expect(said(tell({}, { at: noonIn('FirstRevision') }))).toBe('noop:ok')
  expect(said(tell({}, { to: '2030-01-01' }))).toBe('noop:ok')
  expect(said(tell({}, { by: actors.leader }))).toBe('refused:administrators_only')
})

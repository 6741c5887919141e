import { expect, test } from 'vitest'
import { systemActor, type Actor } from '../access/actor.ts'
import type { Outcome, Directory } from '../contract/mutation.ts'
import { actors, aContext, noonIn, theStages } from '../forms/fixtures.ts'
import { formScope } from '../protocol/scope.ts'
import type { Rows, TableName } from '../world.ts'
import type { FormHeader } from './model.ts'
import { advanceStage } from './mutations.ts'
import { phaseAt } from './rules.ts'

const form: FormHeader = { id: 'form', name: 'Índice', description: '', versionId: 'v1', enabled: true, stages: theStages }
const now = noonIn('NormalInput')
const rows = (header: FormHeader | undefined, scope = formScope('form')): Directory => ({
  scope,
  get: <T extends TableName>(table: T, id: string) => (table === 'form' && id === header?.id ? (header as Rows[T]) : undefined),
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

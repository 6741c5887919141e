import { expect, test } from 'vitest'
import type { FormHeader, Stage } from '#shared/stages/model.ts'
import { formRows } from './form-row.ts'

const stage = (start: string, end: string): Stage => ({ id: start, kind: 'NormalInput', name: `desde ${start}`, start, end })
const form = (id: string, stages: readonly Stage[]): FormHeader => ({
  id,
  name: id,
  description: '',
  versionId: 'v',
  enabled: true,
  stages,
})
const now = '2026-05-10T16:00:00.000Z'

test('a form’s period goes from the first to the last day of its stages, in whatever order they are kept', () => {
  const [row] = formRows([form('a', [stage('2026-06-01', '2026-07-01'), stage('2026-05-01', '2026-05-20')])], [], null, now)
  expect(row).toMatchObject({ period: { from: '2026-05-01', to: '2026-07-01' }, standing: 'running', stage: { name: 'desde 2026-05-01' } })
  expect(formRows([form('a', [])], [], null, now)[0]).toMatchObject({ period: null, standing: 'coming', stage: null })
})

test('forms that run stand before those to come, and these before those that are over, the newest first', () => {
  const forms = [
    form('over', [stage('2025-05-01', '2025-05-20')]),
    form('empty', []),
    form('running', [stage('2026-05-01', '2026-05-20')]),
    form('between', [stage('2026-04-01', '2026-04-20'), stage('2026-06-01', '2026-06-20')]),
    form('coming', [stage('2027-05-01', '2027-05-20')]),
  ]
  expect(formRows(forms, [], null, now).map((row) => row.form.id)).toEqual(['running', 'between', 'coming', 'empty', 'over'])
})

test('a form counts the institutions that take part in it, and one that is not enabled those that the server counted', () => {
  const overviews = [{ formId: 'a' }, { formId: 'a' }, { formId: 'c' }]
  const forms = [form('a', []), form('b', []), { ...form('off', []), enabled: false }]
  const countsOf = (counted: ReadonlyMap<string, number> | null) =>
    formRows(forms, overviews, counted, now).map((row) => [row.form.id, row.institutions])
  expect(countsOf(null)).toEqual([
    ['a', 2],
    ['b', 0],
    ['off', null],
  ])
  expect(countsOf(new Map([['off', 5]]))).toContainEqual(['off', 5])
})

test('a form that was deleted has no row', () => {
  expect(formRows([{ ...form('gone', []), removed: true }], [], null, now)).toEqual([])
})

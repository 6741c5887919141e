import { expect, test } from 'vitest'
import { auditGroups, wordsOf } from '#shared/audit/model.ts'
import type { AuditAct } from '#shared/audit/routes.ts'
import { translate } from '#client/i18n/text.ts'
import { es } from './strings.es.ts'
import { actText, placeOf } from './act-words.ts'
import { auditText } from './text.ts'

const anAct = (rest: Partial<AuditAct>): AuditAct => ({
  n: 1,
  at: '2026-03-10T12:00:00.000Z',
  kind: 'answer.set',
  group: 'answers',
  byId: 'root',
  onBehalfOf: '',
  form: '',
  institution: '',
  subject: '',
  text: '',
  action: '',
  changed: [],
  detail: {},
  ...rest,
})

test('what this program does not know of has a sentence too, and every group of acts a name and words', () => {
  const t = translate(auditText, 'es')
  expect(actText(t, 'answer.set')).toBe(es.kind_answer_set)
  expect(actText(t, 'tomorrow.thing')).toBe(es.kind_other)
  expect(auditGroups.filter((group) => !Object.hasOwn(es, `group_${group}`) || wordsOf(group).length === 0)).toEqual([])
})

test('an act leads to where it happened: a question of an institution, a form’s history or stages, and nowhere for what has no place', () => {
  const at = (rest: Partial<AuditAct>): string | null => placeOf(anAct(rest))
  expect(at({ form: 'f', institution: 'i', subject: 'evaluation:q1@r2', group: 'evaluation' })).toBe(
    '/dashboard/form-filling/f/i?question=q1',
  )
  expect(at({ form: 'f', group: 'forms', subject: 'q1' })).toBe('/dashboard/formularios/f/historia')
  expect(at({ form: 'f', group: 'stages' })).toBe('/dashboard/formularios/f/stages')
  expect(at({ kind: 'session.signIn', group: 'access' })).toBeNull()
  expect(at({ kind: 'file.download', group: 'downloads', form: 'f' })).toBeNull()
})

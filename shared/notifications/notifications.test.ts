import { expect, test } from 'vitest'
import type { Person } from '../accounts/model.ts'
import { newParticipant, type Institution } from '../institutions/model.ts'
import type { FormHeader } from '../stages/model.ts'
import type { NotificationTemplate, RecipientOption } from './model.ts'
import { audienceOf, formToTell, letterOf, type Addressed, type Part } from './rules.ts'

const now = '2026-03-10T12:00:00.000Z'
const person = (id: string, rest: Partial<Person> = {}): Person => ({
  id,
  name: id,
  surname: 'Prueba',
  email: `${id}@norte.example`,
  kind: 'Institutional',
  institutionId: 'norte',
  active: true,
  joined: true,
  ...rest,
})
const institution: Institution = {
  id: 'norte',
  name: 'Servicio norte',
  code: 'N',
  abbreviation: 'N',
  category: 'pilares',
  orientation: 'Institucional',
  domains: ['norte.example'],
}
const form: FormHeader = {
  id: 'f',
  name: 'Índice 2026',
  description: '',
  versionId: 'v',
  enabled: true,
  stages: [{ id: 'e1', kind: 'NormalInput', name: 'Ingreso', start: '2026-03-01', end: '2026-03-20' }],
}
const held = (element: string, level: 'Dimension' | 'Subdimension' | 'Question', userId: string | null) => ({
  element,
  level,
  userId,
  rev: 1,
})
const norte: Addressed = {
  institution,
  people: ['ana', 'berta', 'carlos', 'dina', 'elsa'].map((id) => person(id)),
  parts: [
    {
      form,
      participant: newParticipant({ institutionId: 'norte', formId: 'f', leaderId: 'ana', delegateId: 'berta' }),
      assignments: [
        held('d1', 'Dimension', 'carlos'),
        held('q1', 'Question', 'dina'),
        held('q2', 'Question', 'carlos'),
        held('q3', 'Question', null),
      ],
    },
  ],
}
const over: FormHeader = {
  ...form,
  id: 'over',
  name: 'Índice 2025',
  enabled: false,
  stages: [{ id: 'sh', kind: 'ShowResults', name: 'Entrega', start: '2026-01-01', end: '2026-02-01' }],
}
const told = (option: RecipientOption, addressed: readonly Addressed[] = [norte], template: NotificationTemplate = 'NotificationSent') =>
  audienceOf({ option, template }, addressed, now).recipients.map(({ userId, reason }) => [userId, reason])

test('[NT1] each option adds to who is told, and of several reasons the highest is given', () => {
  const lead = [
    ['ana', 'leader'],
    ['berta', 'delegate'],
  ]
  expect(told('1')).toEqual(lead)
  expect(told('2')).toEqual([...lead, ['carlos', 'areaLeader']])
  expect(told('3')).toEqual([...lead, ['carlos', 'areaLeader'], ['dina', 'professional']])
})

test('[NT1] an address is told once, however it is written and of however many institutions', () => {
  const sur: Addressed = { ...norte, institution: { ...institution, id: 'sur' }, people: [person('ana', { email: 'ANA@Norte.Example' })] }
  expect(told('1', [norte, sur])).toEqual(told('1'))
  expect(told('1', [sur, norte]).map(([id]) => id)).toEqual(['ana', 'berta'])
})

test('[NT1] somebody of several institutions is told once, with all of them, as the highest that they are in any', () => {
  const part = { form, participant: newParticipant({ institutionId: 'sur', formId: 'f', leaderId: 'dina' }), assignments: [] }
  const sur: Addressed = {
    institution: { ...institution, id: 'sur', name: 'Servicio sur' },
    people: [person('dina', { institutionId: 'sur' })],
    parts: [part],
  }
  const found = (option: RecipientOption) =>
    audienceOf({ option, template: 'NotificationSent' }, [norte, sur], now).recipients.filter(({ userId }) => userId === 'dina')
  expect(found('3')).toMatchObject([{ reason: 'leader', institution: 'Servicio norte · Servicio sur' }])
  // As a professional alone they would not be told.
  expect(found('1')).toMatchObject([{ reason: 'leader', institution: 'Servicio sur' }])
})

test('[NT1] nobody inactive, invented or of the lab is told, and nobody of an institution that is closed or invented', () => {
  const without = (rest: Partial<Person>) => told('1', [{ ...norte, people: [person('ana', rest), person('berta')] }]).map(([id]) => id)
  for (const rest of [{ active: false }, { rehearsal: 'f' }, { kind: 'Evaluator' as const }, { email: 'a@b.example,c@d.example' }])
    expect(without(rest)).toEqual(['berta'])
  for (const rest of [{ deactivated: true }, { rehearsal: 'f' }, { removed: true }])
    expect(told('3', [{ ...norte, institution: { ...institution, ...rest } }])).toEqual([])
  expect(told('1', [{ ...norte, institution: { ...institution, leaderId: 'elsa' }, parts: [] }])).toEqual([['elsa', 'leader']])
})

test('[NT2] a template of its own words tells of the form, and of the stage that runs only where one does', () => {
  const [first] = audienceOf({ option: '1', template: 'RemainingTimeExtended' }, [norte], now).recipients
  expect(first && letterOf({ template: 'RemainingTimeExtended', subject: '', body: '' }, first.userId, first.about)).toMatchObject({
    template: 'remainingTimeExtended',
    data: { form: 'Índice 2026', stage: 'Ingreso', end: '2026-03-20' },
  })
  // Where the lab evaluates an institution has no more time for anything; what it has still to do elsewhere it has.
  const revised = (stage: Partial<FormHeader['stages'][number]>): FormHeader => ({
    ...form,
    id: 'g',
    name: 'Otro',
    stages: form.stages.map((each) => ({ ...each, ...stage })),
  })
  const taking = (...forms: readonly FormHeader[]): Addressed[] => [
    { ...norte, parts: norte.parts.flatMap((part) => forms.map((each) => ({ ...part, form: each }))) },
  ]
  expect(told('1', taking(revised({ kind: 'FirstRevision' })), 'RemainingTimeExtended')).toEqual([])
  const of = (forms: readonly FormHeader[]) =>
    audienceOf({ option: '1', template: 'RemainingTimeExtended' }, taking(...forms), now).recipients[0]?.about.form
  expect([of([revised({ kind: 'FirstRevision' }), form]), of([revised({ start: '2025-01-01', end: '2025-02-01' }), form])]).toEqual([
    form.name,
    form.name,
  ])
  expect(told('1', [{ ...norte, parts: [] }], 'SatisfactionPoll')).toEqual([])
  expect(audienceOf({ option: '1', template: 'RemainingTimeExtended' }, [norte], '2026-05-10T12:00:00.000Z').recipients).toEqual([])
})

test('[NT5] a final report is told of where it was published and can be read, of that form, also when it is over; others are named with why', () => {
  const about = (part: Partial<Part>, header: FormHeader = over) => {
    const each: Addressed = { ...norte, parts: norte.parts.map((own) => ({ ...own, form: header, ...part })) }
    const { recipients, left } = audienceOf({ option: '1', template: 'FinalReportSent' }, [each], now)
    return [recipients.map(({ about: said }) => said), left.map(({ institution: { id }, why }) => [id, why])]
  }
  const said = { form: 'Índice 2025', page: '/dashboard/resultados-institucion/over/final' }
  expect(about({ hasFinal: true })).toEqual([[said, said], []])
  expect(about({ hasFinal: false })).toEqual([[], [['norte', 'noReport']]])
  // Published, and not to be read before its stage.
  expect(about({ hasFinal: true }, form)).toEqual([[], [['norte', 'noReport']]])
  const without = audienceOf({ option: '1', template: 'FinalReportSent' }, [{ ...norte, parts: [] }], now)
  expect(without.left.map(({ why }) => why)).toEqual(['noPart'])
  const nobody = audienceOf({ option: '1', template: 'NotificationSent' }, [{ ...norte, people: [] }], now)
  expect(nobody.left.map(({ why }) => why)).toEqual(['nobody'])
})

test('[NT5] a survey is told of where it can be answered and was not sent', () => {
  const asked: FormHeader = { ...form, stages: form.stages.map((stage) => ({ ...stage, kind: 'SecondRevision' as const })) }
  const why = (part: Partial<Part>): unknown => {
    const each: Addressed = { ...norte, parts: norte.parts.map((own) => ({ ...own, form: asked, hasSurvey: true, ...part })) }
    const { recipients, left } = audienceOf({ option: '1', template: 'SatisfactionPoll' }, [each], now)
    return left[0]?.why ?? recipients[0]?.about
  }
  const [own] = norte.parts
  expect(why({})).toEqual({ form: 'Índice 2026', page: '/dashboard/form-filling/f' })
  expect(why({ hasSurvey: false })).toBe('noSurvey')
  expect(why({ form })).toBe('noSurvey')
  expect(own && why({ participant: { ...own.participant, surveySentAt: now } })).toBe('surveySent')
})

test('[NT5] the report that is told of first is the one published last that nobody was told of since, else the one published last', () => {
  const each = (id: string, publishedAt: string | null, toldAt: string | null = null) => ({ id, publishedAt, toldAt, begun: `20${id}` })
  const first = (...forms: ReturnType<typeof each>[]): string | null => formToTell('FinalReportSent', forms)
  expect(first(each('23', '2024-01'), each('24', '2025-01'), each('25', null))).toBe('24')
  expect(first(each('23', '2024-01'), each('24', '2025-01', '2025-02'))).toBe('23')
  expect(first(each('23', '2024-01', '2024-02'), each('24', '2025-03', '2025-02'))).toBe('24')
  expect(first(each('23', '2024-01', '2024-02'), each('24', '2025-01', '2025-02'))).toBe('24')
  expect(first(each('25', null))).toBeNull()
  expect(formToTell('SatisfactionPoll', [each('24', null), each('26', null), each('25', '2026-01')])).toBe('26')
})

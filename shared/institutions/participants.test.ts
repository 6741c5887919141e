import { describe, expect, test } from 'vitest'
import type { Outcome } from '../contract/mutation.ts'
import { actors, aContext, aForm, aHeader, anEvaluation, aPerson, aWorld, fullAnswers, noonIn } from '../forms/fixtures.ts'
import { headerChange, Questionnaire, rowsOfDefinition, type NamedInstitution } from '../questionnaire.ts'
import type { Phase } from '../stages/model.ts'
import { apply } from '../world.ts'
import { addParticipant, removeParticipant, setEvaluator } from './participant-mutations.ts'
import { newParticipant } from './model.ts'

const said = ({ disposition, code }: Outcome): string => `${disposition}:${code}`
const administrator = aContext({ actor: actors.administrator })
const { institution } = aWorld()

function withNamed(part: Partial<NamedInstitution> = {}): Questionnaire {
  const people = [aPerson(actors.leader), aPerson(actors.professional)]
  const named = new Map([['north', { institution, people, busyIn: null, participant: undefined, ...part }]])
  const state = new Questionnaire('form', { participants: 0, answered: false, named, evaluators: new Set(['evaluator']) })
  for (const { table, id, row } of [headerChange(aHeader), ...rowsOfDefinition(aForm)]) state.set(table, id, row)
  return state
}
const add = (
  state: Questionnaire,
  part: Partial<Parameters<typeof addParticipant.decide>[1]> = {},
  phase: Phase = 'NormalInput',
): Outcome =>
  addParticipant.decide(state, { institutionId: 'north', evaluatorId: 'evaluator', ...part }, { ...administrator, now: noonIn(phase) })

describe('who takes part', () => {
  test('[PA1] an administrator puts an institution in while points may be changed and nothing else holds it', () => {
    expect(said(add(withNamed()))).toBe('applied:ok')
    expect(said(add(withNamed({ busyIn: 'other' })))).toBe('refused:participant_busy')
    expect(said(add(withNamed(), {}, 'ReplicaInput'))).toBe('refused:form_points_closed')
    expect(said(add(withNamed(), { institutionId: 'none' }))).toBe('refused:not_found')
    expect(
      said(addParticipant.decide(withNamed(), { institutionId: 'north', evaluatorId: null }, aContext({ actor: actors.leader }))),
    ).toBe('refused:administrators_only')
    const here = newParticipant({ institutionId: 'north', formId: 'form', leaderId: 'leader', evaluatorId: 'evaluator' })
    expect(said(add(withNamed({ participant: here })))).toBe('noop:ok')
    expect(said(add(withNamed({ participant: here }), { evaluatorId: null }))).toBe('refused:participant_there')
  })

  test('[PA2] it is led by who is named, by who led it, or by the first who has joined; by nobody it is not put in', () => {
    const leaderOf = (outcome: Outcome): unknown => outcome.reply?.['leaderId']
    expect(leaderOf(add(withNamed(), { who: { userId: 'professional' } }))).toBe('professional')
    expect(leaderOf(add(withNamed()))).toBe('leader')
    expect(said(add(withNamed({ people: [] })))).toBe('refused:leader_missing')
    const invite = { name: 'Julia', surname: 'Soto', email: 'julia@norte.example' }
    const invited = add(withNamed({ people: [] }), { who: { invite } })
    expect(invited.letters.map((each) => each.template)).toEqual(['invited', 'assigned'])
    expect(said(add(withNamed(), { who: { invite: { ...invite, email: 'julia@otra.example' } } }))).toBe('refused:email_other_institution')
  })

  test('[PA2] who led it before and is no longer there leads it no more, and whoever leads it is not their own delegate', () => {
    const gone = {
      ...newParticipant({ institutionId: 'north', formId: 'form', leaderId: 'leader', evaluatorId: null }),
      removedAt: noonIn('Pre'),
    }
    const professional = aPerson(actors.professional)
    const away = { ...aPerson(actors.leader), active: false }
    const rowOf = (outcome: Outcome): unknown => outcome.changes.find(({ table }) => table === 'participant')?.row
    const back = (part: Partial<NamedInstitution>, who?: { userId: string }): Outcome => add(withNamed(part), who ? { who } : {})
    expect(rowOf(back({ participant: gone }))).toMatchObject({ leaderId: 'leader' })
    expect(rowOf(back({ participant: gone, people: [away, professional] }))).toMatchObject({ leaderId: 'professional' })
    expect(said(back({ participant: gone, people: [away] }))).toBe('refused:leader_missing')
    const delegated = { ...gone, delegateId: 'professional' }
    expect(rowOf(back({ participant: delegated }))).toMatchObject({ leaderId: 'leader', delegateId: 'professional' })
    expect(rowOf(back({ participant: delegated }, { userId: 'professional' }))).toMatchObject({
      leaderId: 'professional',
      delegateId: null,
    })
    expect(rowOf(back({ participant: delegated, people: [away, professional] }))).toMatchObject({
      leaderId: 'professional',
      delegateId: null,
    })
  })

  test('[PA3] the evaluator changes from who was seen to an active one, or to nobody', () => {
    const world = aWorld()
    const set = (from: string | null, to: string | null): Outcome => setEvaluator.decide(world, { from, to }, administrator)
    expect([set('evaluator', null), set('evaluator', 'evaluator'), set('somebody', null), set('evaluator', 'leader')].map(said)).toEqual([
      'applied:ok',
      'noop:ok',
      'refused:changed_meanwhile',
      'refused:person_unknown',
    ])
    expect(said(setEvaluator.decide(world, { from: 'evaluator', to: null }, aContext({ actor: actors.leader })))).toBe(
      'refused:administrators_only',
    )
  })

  test('[PA3] of two evaluators who follow one another both are told how many decisions are there and not sent', () => {
    const handOver = (parts: Parameters<typeof aWorld>[0], to: string | null = 'evaluator-2') =>
      setEvaluator
        .decide(
          aWorld({ phase: 'FirstRevision', answers: fullAnswers(), ...parts }),
          { from: parts?.participant?.evaluatorId ?? null, to },
          {
            ...administrator,
            now: noonIn('FirstRevision'),
          },
        )
        .letters.map(({ template, to: person, data }) => [template, person, 'count' in data ? data.count : null])
    const drafts = [
      anEvaluation('name', 'Accepted'),
      anEvaluation('essay', 'Observed'),
      anEvaluation('has', 'Accepted', { withdrawn: true }),
    ]
    const mine = { evaluatorId: 'evaluator', locked: true }
    expect(handOver({ drafts, participant: mine })).toEqual([
      ['evaluates', 'evaluator-2', 2],
      ['evaluatesNoMore', 'evaluator', 2],
    ])
    const sent = { ...mine, releasedStageIds: ['stage-FirstRevision'] }
    expect(handOver({ drafts, participant: sent }).map(([, , count]) => count)).toEqual([0, 0])
  })

  test('[PA6] the first evaluator and one without a successor are told, and a closed account is not', () => {
    const set = (world: ReturnType<typeof aWorld>, from: string | null, to: string | null) =>
      setEvaluator.decide(world, { from, to }, { ...administrator, now: noonIn('FirstRevision') })
    const toldBy = ({ letters, notices = [] }: Outcome) => [...letters, ...notices].map(({ template, to }) => [template, to])
    const inRevision = (participant: Parameters<typeof aWorld>[0] & object = {}) =>
      aWorld({ phase: 'FirstRevision', answers: fullAnswers({ level: 0 }), drafts: [anEvaluation('name', 'Accepted')], ...participant })
    const first = set(inRevision({ participant: { evaluatorId: null } }), null, 'evaluator')
    expect(toldBy(first)).toEqual([['evaluatesFirst', 'evaluator']])
    const gone = set(inRevision({ participant: { locked: true } }), 'evaluator', null)
    expect([toldBy(gone), gone.letters[0]?.data]).toMatchObject([[['evaluatesNoLonger', 'evaluator']], { count: 1, notes: 0 }])
    const closed = inRevision({ people: [aPerson(actors.evaluator, { active: false })] })
    expect(toldBy(set(closed, 'evaluator', 'evaluator-2'))).toEqual([['evaluates', 'evaluator-2']])
    const sent = inRevision({ participant: { locked: true, lockReason: 'sent', sentAt: noonIn('NormalInput') } })
    expect(toldBy(set(sent, 'evaluator', 'evaluator-2'))).toEqual([
      ['evaluates', 'evaluator-2'],
      ['evaluatesNoMore', 'evaluator'],
      ['evaluatorChanged', 'leader'],
      ['evaluatorChanged', 'delegate'],
    ])
  })

  test('[PA6] everybody who works on an institution is told once when it is taken out of a form, and when it comes back', () => {
    const world = aWorld()
    const out = removeParticipant.decide(world, { name: 'Servicio del Norte' }, { ...administrator, now: noonIn('NormalInput') })
    const people = out.letters.map(({ to }) => to)
    expect(people.toSorted()).toEqual(['capacity', 'delegate', 'dimension', 'evaluator', 'leader', 'other', 'professional'])
    expect(new Set(out.letters.map(({ template }) => template))).toEqual(new Set(['takenOut']))
    apply(world, out.changes)
    const back = add(
      withNamed({ participant: { ...world.participant, delegateId: null }, holders: ['professional', 'capacity', 'professional'] }),
    )
    expect(back.letters.map(({ template, to }) => [template, to])).toEqual([
      ['broughtBack', 'leader'],
      ['broughtBack', 'professional'],
      ['broughtBack', 'evaluator'],
    ])
    expect(back.notices).toEqual([])
    const { letters, notices = [] } = add(withNamed())
    expect([...letters, ...notices].map(({ template, to }) => [template, to])).toEqual([
      ['assigned', 'leader'],
      ['evaluatesFirst', 'evaluator'],
    ])
  })

  test('[PA4] it is taken out once its name is typed, not from a form that is over, and comes back as it was', () => {
    const world = aWorld({ participant: { sendCount: 2, receipt: 'IIP-1' } })
    const remove = (name: string, phase: Phase = 'NormalInput'): Outcome =>
      removeParticipant.decide(world, { name }, { ...administrator, now: noonIn(phase) })
    expect(said(remove('Servicio'))).toBe('refused:participant_name')
    expect(said(remove(''))).toBe('refused:participant_name')
    expect(said(remove('Servicio del Norte', 'Closed'))).toBe('refused:form_points_closed')
    expect(said(remove('Servicio del Norte', 'ReplicaInput'))).toBe('refused:form_points_closed')
    apply(world, remove(' SERVICIO  del norte').changes)
    expect(world.participant.removedAt).toBe(noonIn('NormalInput'))
    expect(said(remove('Servicio del Norte'))).toBe('noop:ok')
    const [back] = add(withNamed({ participant: world.participant })).changes
    expect(back).toMatchObject({ row: { removedAt: null, sendCount: 2, receipt: 'IIP-1', leaderId: 'leader' } })
  })
})

import { describe, expect, test } from 'vitest'
import { systemActor } from '../access/actor.ts'
import { formCounters, readOnlyReason } from '../answers/rules.ts'
import { must } from '../kernel/assert.ts'
import { addDays, dayAt } from '../kernel/instant.ts'
import type { Outcome } from '../contract/mutation.ts'
import { actors, aContext, aWorld, anAnswer, anEvaluation, fullAnswers, noonIn, theStages, anAppeal } from '../forms/fixtures.ts'
import type { Phase } from '../stages/model.ts'
import { openRequest } from '../institutions/reopen.ts'
import { sendAnswers } from '../sends/mutations.ts'
import { askingStanding } from '../sends/reopen-mutations.ts'
import { apply } from '../world.ts'
import type { World } from '../world.ts'
import { isTickDue, ticksDue } from './rules.ts'
import { tickStage } from './mutations.ts'

const said = (outcome: Outcome): string => `${outcome.disposition}:${outcome.code}`
const tick = (world: World, phase: Phase): Outcome => {
  const outcome = tickStage.decide(world, {}, aContext({ actor: systemActor, now: noonIn(phase) }))
  apply(world, outcome.changes)
  return outcome
}
const fresh = (parts: Parameters<typeof aWorld>[0] = {}): World => aWorld({ phase: 'Pre', ...parts })
const locked = { locked: true, lockReason: 'sent' } as const

describe('what time does', () => {
  test('[TM7] only the platform ticks, and a tick without work changes nothing', () => {
    expect(said(tickStage.decide(fresh(), {}, aContext({ actor: actors.administrator, now: noonIn('NormalInput') })))).toBe(
      'refused:administrators_only',
    )
    const world = fresh()
    expect([isTickDue(world, noonIn('Pre')), said(tick(world, 'Pre'))]).toEqual([false, 'noop:ok'])
    expect(isTickDue(world, noonIn('NormalInput'))).toBe(true)
    tick(world, 'NormalInput')
    expect([world.participant.openedStageId, isTickDue(world, noonIn('NormalInput')), said(tick(world, 'NormalInput'))]).toEqual([
      'stage-NormalInput',
      false,
      'noop:ok',
    ])
  })

  test('[TM7] what is due is listed oldest first, however the stages are listed', () => {
    const world = fresh({ header: { stages: theStages.toReversed() } })
    expect(ticksDue(world, noonIn('SecondRevision')).ended.map((stage) => stage.kind)).toEqual([
      'NormalInput',
      'FirstRevision',
      'CorrectionInput',
    ])
  })

  test('[TM8] the end of an input stage locks who has not sent, incomplete when something pends', () => {
    const world = fresh()
    tick(world, 'NormalInput')
    expect(said(tick(world, 'Gap'))).toBe('applied:ok')
    expect(world.participant).toMatchObject({
      locked: true,
      lockReason: 'stageEnd',
      incomplete: true,
      closedStageIds: ['stage-NormalInput'],
    })
    const complete = fresh({ answers: fullAnswers() })
    tick(complete, 'FirstRevision')
    expect(complete.participant).toMatchObject({
      locked: true,
      lockReason: 'stageEnd',
      incomplete: false,
      openedStageId: 'stage-FirstRevision',
    })
  })

  test('[TM8] who has sent stays as sent', () => {
    const world = fresh({ participant: locked })
    tick(world, 'FirstRevision')
    expect(world.participant).toMatchObject({ locked: true, lockReason: 'sent', incomplete: false })
  })

  test('[TM20] a later input stage opens who was locked by the end of an earlier one, and nobody who has sent', () => {
    const again = { ...must(theStages[0], 'the first stage'), id: 'again', start: addDays(dayAt(noonIn('Closed')), -1), end: '2027-01-01' }
    const stages = [...theStages.slice(0, 1), again]
    const late = fresh({ header: { stages } })
    for (const phase of ['NormalInput', 'Gap'] as const) tick(late, phase)
    expect(late.participant).toMatchObject({ locked: true, lockReason: 'stageEnd', incomplete: true })
    tick(late, 'Closed')
    expect(late.participant).toMatchObject({ locked: false, lockReason: null, incomplete: false, openedStageId: 'again' })
    const sent = fresh({ header: { stages }, participant: locked })
    for (const phase of ['NormalInput', 'Gap', 'Closed'] as const) tick(sent, phase)
    expect(sent.participant).toMatchObject({ ...locked, openedStageId: 'again' })
  })

  test('[LE3] the beginning of an input stage is told to who leads and to whoever owes something in it, where there is something to do', () => {
    const told = ({ letters }: Outcome) => letters.map(({ template, to }) => [template, to])
    const opening = tick(fresh(), 'NormalInput')
    expect(new Set(opening.letters.map(({ template }) => template))).toEqual(new Set(['stageOpened']))
    const readers = opening.letters.map(({ to }) => to)
    expect(readers).toEqual(expect.arrayContaining(['leader', 'delegate', 'dimension', 'capacity', 'professional']))
    expect(readers).not.toContain('idle')
    expect(readers).not.toContain('evaluator')
    const pendings = opening.letters.flatMap(({ data }) => ('pending' in data ? [data.pending] : []))
    expect(pendings.every((pending) => pending > 0)).toBe(true)
    const quiet = { participant: { ...locked, releasedStageIds: ['stage-FirstRevision'] }, answers: fullAnswers({ level: 0, sent: true }) }
    // Who has nothing observed has nothing to correct, and a revision asks nothing of an institution.
    expect(told(tick(aWorld({ phase: 'FirstRevision', ...quiet }), 'CorrectionInput'))).toEqual([])
    expect(told(tick(fresh(), 'FirstRevision'))).toEqual([])
    const observed = aWorld({ phase: 'FirstRevision', ...quiet, evaluations: [anEvaluation('name', 'Observed')] })
    expect(tick(observed, 'CorrectionInput').letters.map(({ to }) => to)).toEqual(
      expect.arrayContaining(['leader', 'delegate', 'professional']),
    )
    expect(told(tick(fresh({ header: { rehearsal: { clock: 'day' } as never } }), 'NormalInput'))).toEqual([])
  })

  test('[LE6] who has complete answers to send again is told of the beginning, too', () => {
    const again = { ...must(theStages[0], 'the first stage'), id: 'again', start: addDays(dayAt(noonIn('Closed')), -1), end: '2027-01-01' }
    const world = fresh({
      header: { stages: [...theStages.slice(0, 1), again] },
      answers: fullAnswers(),
      participant: { locked: true, lockReason: 'stageEnd', closedStageIds: ['stage-NormalInput'] },
    })
    const { letters } = tick(world, 'Closed')
    const mine = letters.find(({ to }) => to === 'professional')
    expect(mine?.data).toMatchObject({ pending: 0 })
    expect(mine && 'unsent' in mine.data ? mine.data.unsent : 0).toBeGreaterThan(0)
  })

  test('[TM24] a last day that moves nearer is told once, to who leads an institution that has not sent and whoever has something to do; more time is not told by itself', () => {
    const world = fresh()
    tick(world, 'NormalInput')
    const [first] = theStages
    const stage = must(first, 'the first stage')
    const ends = (end: string): Outcome => {
      world.set('form', 'form', { ...world.form, stages: [{ ...stage, end }, ...theStages.slice(1)] })
      expect(isTickDue(world, noonIn('NormalInput'))).toBe(true)
      const outcome = tick(world, 'NormalInput')
      expect(isTickDue(world, noonIn('NormalInput'))).toBe(false)
      return outcome
    }
    const nearer = addDays(stage.end, -2)
    const { letters } = ends(nearer)
    expect(new Set(letters.map(({ template }) => template))).toEqual(new Set(['stageShortened']))
    const readers = letters.map(({ to }) => to)
    expect(readers).toEqual(expect.arrayContaining(['leader', 'delegate', 'dimension', 'professional']))
    expect([new Set(readers).size, readers.includes('idle'), letters[0]?.data]).toMatchObject([readers.length, false, { end: nearer }])
    expect(ends(addDays(nearer, 1)).letters).toEqual([])
    expect(ends(nearer).letters.map(({ to }) => to)).toEqual(readers)
    apply(world, [{ scope: world.scope, part: '', table: 'participant', id: 'north', row: { ...world.participant, ...locked } }])
    expect(ends(addDays(nearer, -1)).letters).toEqual([])
  })

  test('[RC8] a stage that opens an institution ends its request to be opened: locked again it may ask anew', () => {
    const request = { id: 'asked', by: 'leader', at: noonIn('FirstRevision'), reason: 'Faltó un anexo', state: 'open' } as const
    const world = aWorld({
      phase: 'FirstRevision',
      participant: { ...locked, releasedStageIds: ['stage-FirstRevision'], reopenRequest: request },
      answers: fullAnswers({ level: 0, sent: true }),
      evaluations: [anEvaluation('name', 'Observed')],
    })
    tick(world, 'CorrectionInput')
    expect([world.participant.locked, openRequest(world)]).toEqual([false, undefined])
    tick(world, 'SecondRevision')
    expect([world.participant.locked, openRequest(world)]).toEqual([true, undefined])
    expect(askingStanding(world, actors.leader, noonIn('SecondRevision'))).toBe('may')
  })

  test('[TM9] the end of a first revision releases what was decided; what was not has no observation', () => {
    const world = aWorld({
      phase: 'FirstRevision',
      participant: locked,
      answers: fullAnswers({ level: 0, sent: true }),
      drafts: [anEvaluation('name', 'Observed')],
    })
    tick(world, 'CorrectionInput')
    expect([...world.list('evaluation')].map((each) => [each.unit, each.decision])).toEqual([['name', 'Observed']])
  })

  test('[TM9] an evaluation that was sent is not released twice', () => {
    const world = aWorld({
      phase: 'FirstRevision',
      participant: { ...locked, releasedStageIds: ['stage-FirstRevision'] },
      answers: fullAnswers(),
      drafts: [anEvaluation('name', 'Observed')],
    })
    tick(world, 'CorrectionInput')
    expect([...world.list('evaluation')]).toEqual([])
  })

  test('[TM10] a correction opens for who has observations: those answers, and what they enable, go back to their responsible', () => {
    const world = aWorld({
      phase: 'FirstRevision',
      participant: { ...locked, releasedStageIds: ['stage-FirstRevision'] },
      answers: fullAnswers({ level: 0, sent: true }),
      evaluations: [anEvaluation('has', 'Observed'), anEvaluation('name', 'Accepted')],
    })
    tick(world, 'CorrectionInput')
    expect(world.participant).toMatchObject({ locked: false, lockReason: null })
    expect([world.answer('has'), world.answer('which')].map((answer) => [answer?.level, answer?.sent, answer?.changeAnswer])).toEqual([
      [2, false, false],
      [2, false, true],
    ])
    expect([world.answer('name')?.level, world.answer('essay')?.level]).toEqual([0, 0])
    const now = noonIn('CorrectionInput')
    expect(['has', 'which', 'name'].map((unit) => readOnlyReason(world, actors.dimensionLeader, unit, now))).toEqual([
      undefined,
      undefined,
      'answer_already_accepted',
    ])
    expect(formCounters(world).pendent).toBe(1)
  })

  test('[TM10] and for who was locked incomplete; everybody else stays locked', () => {
    const incomplete = aWorld({ phase: 'FirstRevision', participant: { locked: true, lockReason: 'stageEnd', incomplete: true } })
    tick(incomplete, 'CorrectionInput')
    expect(incomplete.participant).toMatchObject({ locked: false, incomplete: false })
    const nothing = aWorld({
      phase: 'FirstRevision',
      participant: locked,
      answers: fullAnswers({ level: 0 }),
      evaluations: [anEvaluation('name', 'Accepted')],
    })
    tick(nothing, 'CorrectionInput')
    expect(nothing.participant.locked).toBe(true)
  })

  test('[TM10] who was locked incomplete, and accepted in part, can send in the correction', () => {
    const answers = fullAnswers().filter((answer) => answer.unit !== 'name')
    const world = aWorld({
      phase: 'FirstRevision',
      participant: { locked: true, lockReason: 'stageEnd', incomplete: true },
      assignments: {},
      answers,
      drafts: answers.map(({ unit }) => anEvaluation(unit, 'Accepted')),
    })
    tick(world, 'CorrectionInput')
    expect(formCounters(world)).toMatchObject({ pendent: 1 })
    world.set('answer', 'name', anAnswer('name', 'A', { level: 1, authorId: 'leader' }))
    expect(said(sendAnswers.decide(world, {}, aContext({ actor: actors.leader, now: noonIn('CorrectionInput') })))).toBe('applied:ok')
  })

  test('[TM11] a replica opens for who has a rejected answer: the decisions are published and those answers go back', () => {
    const world = aWorld({
      phase: 'CalculateResults',
      participant: { ...locked, replicaSubDimensionIds: ['s12'], releasedStageIds: ['stage-SecondRevision'] },
      answers: fullAnswers({ level: 0, sent: true }),
      drafts: [anEvaluation('has', 'Rejected', { round: 'SecondRevision' }), anEvaluation('name', 'Accepted', { round: 'SecondRevision' })],
    })
    tick(world, 'ReplicaInput')
    expect(world.participant.locked).toBe(false)
    expect([world.get('evaluation', 'has')?.decision, world.get('evaluation', 'name')?.decision]).toEqual(['Rejected', 'Accepted'])
    const now = noonIn('ReplicaInput')
    expect(['has', 'name', 'essay'].map((unit) => readOnlyReason(world, actors.dimensionLeader, unit, now))).toEqual([
      undefined,
      'answer_already_accepted',
      'not_observed',
    ])
    expect(formCounters(world).pendent).toBe(0)
  })

  test('[TM11] with nothing rejected it stays closed, and the results stage publishes the replica’s decisions', () => {
    const world = aWorld({
      phase: 'CalculateResults',
      participant: { ...locked, releasedStageIds: ['stage-SecondRevision'] },
      answers: fullAnswers({ level: 0 }),
      drafts: [anEvaluation('name', 'Accepted', { round: 'SecondRevision' })],
    })
    tick(world, 'ReplicaInput')
    expect([world.participant.locked, world.get('evaluation', 'name')?.decision]).toEqual([true, 'Accepted'])
    world.set('evaluation', 'has', anEvaluation('has', 'Rejected', { round: 'SecondRevision' }))
    world.set('participant', 'north', {
      ...world.participant,
      replicaSubDimensionIds: ['s12'],
      replicaSentAt: noonIn('ReplicaInput'),
      releasedStageIds: ['stage-SecondRevision', 'stage-ReplicaRevision'],
    })
    world.set('answer', 'has', anAnswer('has', true, { level: 0, appeal: anAppeal() }))
    world.set('draft', 'has', anEvaluation('has', 'Accepted', { round: 'ReplicaRevision', mid: 'e-2' }))
    tick(world, 'ShowResults')
    expect(world.get('evaluation', 'has')?.decision).toBe('Accepted')
  })

  test('[TM13] a second revision that was decided but never sent is published by no later stage', () => {
    const world = aWorld({
      phase: 'CalculateResults',
      participant: locked,
      answers: fullAnswers({ level: 0, sent: true }),
      drafts: [anEvaluation('has', 'Rejected', { round: 'SecondRevision' }), anEvaluation('name', 'Accepted', { round: 'SecondRevision' })],
    })
    for (const phase of ['ReplicaInput', 'ReplicaRevision', 'ShowResults', 'Closed'] as const) {
      tick(world, phase)
      expect([[...world.list('evaluation')], world.participant.locked]).toEqual([[], true])
    }
  })

  test('[TM13] a replica’s revision that was not sent leaves the decisions of the second as they are', () => {
    const world = aWorld({
      phase: 'ReplicaRevision',
      participant: {
        ...locked,
        replicaSubDimensionIds: ['s12'],
        replicaSentAt: noonIn('ReplicaInput'),
        releasedStageIds: ['stage-SecondRevision'],
      },
      answers: fullAnswers({ level: 0, sent: true, appeal: anAppeal() }),
      evaluations: [anEvaluation('has', 'Rejected', { round: 'SecondRevision' })],
      drafts: [anEvaluation('has', 'Accepted', { round: 'ReplicaRevision', mid: 'e-2' })],
    })
    tick(world, 'ShowResults')
    expect(world.get('evaluation', 'has')?.decision).toBe('Rejected')
  })

  test('[TM12] a platform that slept through several stages applies them in order, as if it had been awake', () => {
    const parts = { answers: fullAnswers({ level: 1, sent: true }), drafts: [anEvaluation('name', 'Observed')] }
    const awake = fresh(parts)
    for (const phase of ['NormalInput', 'FirstRevision', 'CorrectionInput', 'SecondRevision'] as const) tick(awake, phase)
    const asleep = fresh(parts)
    tick(asleep, 'SecondRevision')
    // Only the moment in which the institution could see it is another: nobody saw it while the platform slept.
    expect(awake.get('evaluation', 'name')?.publishedAt).toBe(noonIn('CorrectionInput'))
    expect(asleep.get('evaluation', 'name')).toEqual({ ...awake.get('evaluation', 'name'), publishedAt: noonIn('SecondRevision') })
    expect(asleep.participant).toMatchObject({
      locked: true,
      openedStageId: 'stage-SecondRevision',
      closedStageIds: awake.participant.closedStageIds,
    })
  })
})

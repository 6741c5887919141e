import { expect, test } from 'vitest'
import { aContext, actors, aDefinition, anAnswer, anAttachment, aQuestion, noonIn } from '../forms/fixtures.ts'
import { must } from '../kernel/assert.ts'
import { resultGaps } from '../results/decisions.ts'
import { decisionOn, worldWith } from '../testing/random-world.ts'
import { apply } from '../world.ts'
import type { World } from '../world.ts'
import { releaseRound, settleDecision } from './settle-mutations.ts'

const form = aDefinition(
  [
    aQuestion('a', 'Boolean', { dimensionId: 's1' }),
    aQuestion('why', 'SimpleText', { dimensionId: 's1', parentId: 'a', visibleIf: true }),
    aQuestion('b', 'Boolean', { dimensionId: 's1' }),
  ],
  { tree: { d1: ['s1'] } },
)
/** All answered; what is named was accepted in the second revision. */
const left = (...decided: readonly string[]): World =>
  worldWith(form, {
    answers: [anAnswer('a', true), anAnswer('why', 'sí'), anAnswer('b', false)],
    decided: decided.map((unit) => decisionOn(unit, 'Accepted', 'SecondRevision')),
  })
const calculating = aContext({ actor: actors.administrator, now: noonIn('CalculateResults'), occurredAt: noonIn('CalculateResults') })
const wanted = { kind: 'preliminary', unit: 'a', decision: 'Accepted', comment: 'Quedó sin decidir', answerRev: 1 } as const
const releasedOf = (world: World): readonly string[] => world.participant.releasedStageIds
const secondOf = (world: World): string =>
  must(
    world.form.stages.find(({ kind }) => kind === 'SecondRevision'),
    'no second revision',
  ).id

test('[EV19] what keeps a result up is decided by an administrator, on record as theirs, and then nothing keeps it up', () => {
  const world = left('why', 'b')
  const { disposition, changes, history } = settleDecision.decide(world, wanted, calculating)
  expect(disposition).toBe('applied')
  expect(history).toEqual([{ unit: 'a', action: 'Acepta', text: 'Quedó sin decidir', role: 'Administrator' }])
  apply(world, changes)
  expect(world.get('draft', 'a')).toMatchObject({ decision: 'Accepted', round: 'SecondRevision', authorId: actors.administrator.id })
  expect(resultGaps(world, 'preliminary')).toEqual([])
})

test('[EV19] a rejection rejects what depends on it, with the decision that it had', () => {
  const world = left('why', 'b')
  apply(world, settleDecision.decide(world, { ...wanted, decision: 'Rejected' }, calculating).changes)
  expect(world.get('draft', 'why')).toMatchObject({ decision: 'Rejected', former: { decision: 'Accepted', comment: null } })
})

test('[EV19] nothing else is decided so: not by others, at another stage, of a decided answer, or of one that changed since it was seen', () => {
  const code = (args: object, context: object = {}): string =>
    settleDecision.decide(left('why', 'b'), { ...wanted, ...args }, { ...calculating, ...context }).code
  expect([
    code({}, { actor: actors.evaluator }),
    code({}, { actor: actors.leader }),
    code({}, { now: noonIn('SecondRevision') }),
    code({}, { now: noonIn('ReplicaInput') }),
    code({ kind: 'final' }),
    code({ unit: 'b' }),
    code({ unit: 'nada' }),
    code({ answerRev: 2 }),
  ]).toEqual([
    'administrators_only',
    'administrators_only',
    'results_closed',
    'results_closed',
    'results_closed',
    'no_evaluation_needed',
    'question_retired',
    'evaluated_old_revision',
  ])
})

test('[EV19] [EV21] a settlement names the file that was looked at, and is refused where another stands', () => {
  const world = left('why', 'b')
  world.set('attachment', 'file-late', anAttachment('file-late', 'a'))
  const settle = (file: string | null) => settleDecision.decide(world, { ...wanted, file }, calculating)
  expect([settle(null).code, settle('file-seen').code, settle('file-late').code]).toEqual([
    'evaluated_old_file',
    'evaluated_old_file',
    'ok',
  ])
})

test('[EV20] a round that was decided and not sent is released with its result, once, and never with a decision missing', () => {
  expect(releaseRound.decide(left('a', 'b'), { kind: 'preliminary' }, calculating).code).toBe('results_undecided')
  const world = left('a', 'why', 'b')
  expect(releasedOf(world)).toEqual([])
  expect(releaseRound.decide(world, { kind: 'preliminary' }, { ...calculating, actor: actors.evaluator }).code).toBe('administrators_only')
  const { disposition, changes, history } = releaseRound.decide(world, { kind: 'preliminary' }, calculating)
  expect([disposition, history.map(({ action, text }) => [action, text])]).toEqual([
    'applied',
    [['Publica resultados', 'Aceptadas 3, observadas 0, rechazadas 0']],
  ])
  apply(world, changes)
  expect(releasedOf(world)).toEqual([secondOf(world)])
  // The stage that gives them is still to open.
  expect(world.get('evaluation', 'a')).toBeUndefined()
  expect(releaseRound.decide(world, { kind: 'preliminary' }, calculating).disposition).toBe('noop')
})

test('[EV20] where no stage is left that gives decisions they come to the institution at once', () => {
  const world = left('a', 'why', 'b')
  world.set('form', 'form', { ...world.form, stages: world.form.stages.filter(({ kind }) => !kind.startsWith('Replica')) })
  apply(world, releaseRound.decide(world, { kind: 'final' }, { ...calculating, now: noonIn('Closed') }).changes)
  expect(world.get('evaluation', 'a')).toMatchObject({ decision: 'Accepted' })
  expect(releasedOf(world)).toEqual([secondOf(world)])
})

test('[EV19] [EV20] what is settled once its round was sent, and no stage is left that gives it, comes to the institution with the result', () => {
  const world = left('a', 'why', 'b')
  const released = [...world.form.stages].filter(({ kind }) => kind === 'SecondRevision' || kind === 'ReplicaRevision').map(({ id }) => id)
  const delivered = world.form.stages.find(({ kind }) => kind === 'ShowResults')?.id ?? ''
  world.set('participant', world.institutionId, { ...world.participant, releasedStageIds: released, openedStageId: delivered })
  world.set('evaluation', 'a', decisionOn('a', 'Accepted', 'SecondRevision'))
  // An administrator changed it in the institution's place, after it was decided.
  world.set('answer', 'a', { ...must(world.answer('a'), 'no answer'), rev: 2 })
  const showing = { ...calculating, now: noonIn('ShowResults'), occurredAt: noonIn('ShowResults') }
  const settled = settleDecision.decide(world, { ...wanted, kind: 'final', decision: 'Rejected', answerRev: 2 }, showing)
  expect(settled.disposition).toBe('applied')
  apply(world, settled.changes)
  apply(world, releaseRound.decide(world, { kind: 'final' }, showing).changes)
  expect(world.get('evaluation', 'a')).toMatchObject({ decision: 'Rejected', answerRev: 2 })
  expect(releaseRound.decide(world, { kind: 'final' }, showing).disposition).toBe('noop')
})

test('[EV20] a final result rests on its second revision too, and releases it where no preliminary one did', () => {
  const world = left('a', 'why', 'b')
  apply(world, releaseRound.decide(world, { kind: 'final' }, { ...calculating, now: noonIn('ShowResults') }).changes)
  expect(releasedOf(world)).toContain(secondOf(world))
})

test('[EV20] [RS9] a result of points that a table brought rests on no decision: one that is missing keeps it from nobody, and nothing is released', () => {
  const world = left('a', 'b')
  world.set('form', 'form', { ...world.form, calculatedBy: 2 })
  const { disposition, changes } = releaseRound.decide(world, { kind: 'preliminary' }, calculating)
  expect([disposition, changes]).toEqual(['noop', []])
})

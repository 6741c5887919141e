import { describe, expect, test } from 'vitest'
import { actors, anAnswer, anAttachment, anEvaluation, aWorld, fullAnswers, noonIn, anAppeal } from '../forms/fixtures.ts'
import type { Instant } from '../kernel/instant.ts'
import type { World } from '../world.ts'
import { overviewOf, stateFactsOf } from './overview.ts'
import { evaluatorRowOf, sendObstacleOf } from './evaluator-row.ts'
import { participantState, unsentRounds } from './progress.ts'
import { sendGaps } from './rules.ts'

const locked = { locked: true, lockReason: 'sent', sentAt: noonIn('NormalInput'), sendCount: 1 } as const
const accepted = (round: 'FirstRevision' | 'SecondRevision' | 'ReplicaRevision') =>
  fullAnswers().map(({ unit }) => anEvaluation(unit, 'Accepted', { round }))

const stateIn = (world: World, now: Instant) => participantState(stateFactsOf(world), world.form, now)

describe('where an institution stands', () => {
  test('[EV13] it has not started until an answer holds something, then it fills in, then it has sent', () => {
    const now = noonIn('NormalInput')
    expect(stateIn(aWorld({ phase: 'Pre' }), noonIn('Pre'))).toBe('notStarted')
    expect(stateIn(aWorld({ answers: [anAnswer('name', null)] }), now)).toBe('notStarted')
    expect(stateIn(aWorld({ answers: [anAnswer('name', 'Laboratorio')] }), now)).toBe('inInput')
    expect(stateIn(aWorld({ answers: fullAnswers(), participant: locked }), now)).toBe('sent')
  })

  test('[EV13] an input stage that ended without a send is told apart from one that was sent', () => {
    const world = aWorld({ participant: { locked: true, lockReason: 'stageEnd', incomplete: true } })
    expect(stateIn(world, noonIn('Gap'))).toBe('notSent')
    expect(stateIn(world, noonIn('FirstRevision'))).toBe('notSent')
  })

  test('[EV13] an evaluation begins with its first decision and ends with its release', () => {
    const now = noonIn('FirstRevision')
    const draft = anEvaluation('name', 'Observed')
    expect(stateIn(aWorld({ phase: 'FirstRevision', participant: locked, drafts: [draft] }), now)).toBe('inEvaluation')
    const released = { ...locked, releasedStageIds: ['stage-FirstRevision'] }
    expect(stateIn(aWorld({ participant: released, evaluations: [draft] }), now)).toBe('evaluatedWithObservations')
    expect(stateIn(aWorld({ participant: released, evaluations: [anEvaluation('name', 'Accepted')] }), now)).toBe('evaluated')
  })

  test('[EV13] the later stages each have their words', () => {
    const sentAgain = { ...locked, sentAt: noonIn('CorrectionInput'), sendCount: 2 }
    expect(stateIn(aWorld(), noonIn('CorrectionInput'))).toBe('inCorrection')
    expect(stateIn(aWorld({ participant: sentAgain }), noonIn('CorrectionInput'))).toBe('correctionSent')
    expect(stateIn(aWorld({ participant: sentAgain }), noonIn('SecondRevision'))).toBe('correctionSent')
    const second = anEvaluation('name', 'Accepted', { round: 'SecondRevision' })
    expect(stateIn(aWorld({ participant: sentAgain, drafts: [second] }), noonIn('SecondRevision'))).toBe('inSecondEvaluation')
    const evaluated = { ...sentAgain, releasedStageIds: ['stage-SecondRevision'] }
    expect(stateIn(aWorld({ participant: evaluated }), noonIn('SecondRevision'))).toBe('evaluated')
    expect(stateIn(aWorld({ participant: evaluated }), noonIn('CalculateResults'))).toBe('preliminaryResult')
    expect(stateIn(aWorld(), noonIn('ReplicaInput'))).toBe('inReplica')
    expect(stateIn(aWorld({ participant: { ...locked, sentAt: noonIn('ReplicaInput') } }), noonIn('ReplicaInput'))).toBe('replicaSent')
    const replica = { ...locked, replicaSubDimensionIds: ['s11'], replicaSentAt: noonIn('ReplicaInput') }
    expect(stateIn(aWorld({ participant: replica }), noonIn('ReplicaRevision'))).toBe('replicaSent')
    expect(stateIn(aWorld({ participant: { ...evaluated, ...replica, replicaSentAt: null } }), noonIn('ReplicaRevision'))).toBe(
      'preliminaryResult',
    )
    expect(stateIn(aWorld({ participant: evaluated }), noonIn('Closed'))).toBe('finalResult')
  })
})

describe('a round that ended unsent', () => {
  const unsentIn = (world: World, phase: 'SecondRevision' | 'CalculateResults' | 'ShowResults') =>
    unsentRounds(overviewOf(world), world.form, noonIn(phase)).map(({ stage, undecided }) => [stage.kind, undecided])

  test('[EV16] a second revision that ended unsent is told with what is undecided; a sent one, and one that runs, are not', () => {
    const drafts = [anEvaluation('name', 'Accepted', { round: 'SecondRevision' })]
    const world = aWorld({ participant: locked, answers: fullAnswers(), drafts })
    expect(unsentIn(world, 'SecondRevision')).toEqual([])
    expect(unsentIn(world, 'CalculateResults')).toEqual([['SecondRevision', fullAnswers().length - 1]])
    const sent = aWorld({ participant: { ...locked, releasedStageIds: ['stage-SecondRevision'] }, answers: fullAnswers(), drafts })
    expect(unsentIn(sent, 'CalculateResults')).toEqual([])
    expect(unsentIn(aWorld({ participant: locked }), 'CalculateResults')).toEqual([])
  })

  test('[EV16] a replica’s revision in which nobody appealed asks for nothing', () => {
    const evaluations = [anEvaluation('has', 'Rejected', { round: 'SecondRevision' })]
    const participant = { ...locked, releasedStageIds: ['stage-SecondRevision'] }
    const parts = { answers: fullAnswers({ appeal: anAppeal() }), evaluations }
    expect(unsentIn(aWorld({ ...parts, participant }), 'ShowResults')).toEqual([])
    const opened = { ...participant, replicaSubDimensionIds: ['s12'] }
    expect(unsentIn(aWorld({ ...parts, participant: opened }), 'ShowResults')).toEqual([])
    expect(unsentIn(aWorld({ ...parts, participant: { ...opened, replicaSentAt: noonIn('ReplicaInput') } }), 'ShowResults')).toEqual([
      ['ReplicaRevision', 1],
    ])
  })

  test('[EV16] without a sent second revision no later stage names a result', () => {
    const world = aWorld({ participant: locked, answers: fullAnswers() })
    for (const phase of ['CalculateResults', 'ReplicaInput', 'ReplicaRevision', 'ShowResults', 'Closed'] as const)
      expect(stateIn(world, noonIn(phase))).toBe('inSecondEvaluation')
  })

  test('[EV16] an institution that never sent anything is in no evaluation in the stages after its own', () => {
    const never = aWorld({ participant: { locked: true, lockReason: 'stageEnd', sentAt: null, sendCount: 0 }, answers: fullAnswers() })
    for (const phase of ['CalculateResults', 'ReplicaInput', 'ReplicaRevision', 'ShowResults'] as const)
      expect(stateIn(never, noonIn(phase))).toBe('notSent')
  })
})

describe('what keeps an evaluation from being sent', () => {
  const gapsOf = (world: World): string[] => sendGaps(world, 'FirstRevision').map((gap) => `${gap.code} ${gap.unit}`)

  test('[EV14] undecided answers, decisions on older answers, and files that have not arrived, each told with its unit', () => {
    const answers = [anAnswer('name', 'Laboratorio'), anAnswer('has', false, { rev: 2 }), anAnswer('proof', { choice: { value: 'si' } })]
    const world = aWorld({
      phase: 'FirstRevision',
      participant: locked,
      answers,
      drafts: [anEvaluation('has', 'Accepted', { answerRev: 1 }), anEvaluation('proof', 'Accepted')],
      attachments: [anAttachment('file', 'proof', { state: 'awaiting_blob' })],
    })
    expect(gapsOf(world)).toEqual(['undecided name', 'outdated has', 'blob proof'])
  })

  test('[EV14] nothing is missing once every answer has its decision', () => {
    expect(gapsOf(aWorld({ answers: fullAnswers(), drafts: accepted('FirstRevision') }))).toEqual([])
  })
})

describe('an institution in its evaluator’s list', () => {
  const now = noonIn('FirstRevision')
  const rowIn = (world: World, at: Instant) => evaluatorRowOf(overviewOf(world), world.form, actors.evaluator, at)
  const rowOf = (parts: Parameters<typeof aWorld>[0]) =>
    rowIn(aWorld({ phase: 'FirstRevision', participant: locked, answers: fullAnswers(), ...parts }), now)

  test('[EV15] observed counts what has not changed since; not accepted counts every other answer', () => {
    const drafts = [anEvaluation('name', 'Accepted'), anEvaluation('essay', 'Observed')]
    const answers = fullAnswers()
    const row = rowOf({ drafts })
    expect([row.observed, row.notAccepted, row.pendent]).toEqual([1, answers.length - 1, answers.length - 2])
    expect(rowOf({ drafts, answers: fullAnswers({ rev: 2 }) }).observed).toBe(0)
  })

  test('[EV15] once released, an observed answer counts until its institution changes it or keeps it with a reason', () => {
    const evaluations = [anEvaluation('essay', 'Observed')]
    expect(rowOf({ evaluations, answers: fullAnswers({ changeAnswer: false }) }).observed).toBe(1)
    expect(rowOf({ evaluations, answers: fullAnswers({ changeAnswer: true }) }).observed).toBe(0)
  })

  test('[EV15] while answers are private an institution counts as filling in, whether or not it has begun', () => {
    expect(rowIn(aWorld(), noonIn('NormalInput')).state).toBe('inInput')
    expect(rowIn(aWorld({ phase: 'Pre' }), noonIn('Pre')).state).toBe('notStarted')
  })

  test('[EV15] it can be chosen for sending when it is locked, mine, wholly decided and not sent yet', () => {
    const drafts = accepted('FirstRevision')
    expect(rowOf({ drafts }).selectToSend).toBe(true)
    expect(rowOf({ drafts: drafts.slice(1) }).selectToSend).toBe(false)
    expect(rowOf({ drafts, participant: { ...locked, locked: false } }).selectToSend).toBe(false)
    expect(rowOf({ drafts, participant: { ...locked, evaluatorId: 'evaluator-2' } }).selectToSend).toBe(false)
    expect(rowOf({ drafts, participant: { ...locked, releasedStageIds: ['stage-FirstRevision'] } }).selectToSend).toBe(false)
  })

  test('[EV18] what keeps an evaluation from being sent is named, the first that stands in the way, with how many answers it is about', () => {
    const obstacleIn = (parts: Parameters<typeof aWorld>[0], at = now, actor = actors.evaluator) => {
      const world = aWorld({ phase: 'FirstRevision', participant: locked, answers: fullAnswers(), ...parts })
      const found = sendObstacleOf(overviewOf(world), world.form, actor, at)
      return found && `${found.code} ${found.n}`
    }
    const drafts = accepted('FirstRevision')
    expect(obstacleIn({ drafts })).toBe(null)
    expect(obstacleIn({ drafts: drafts.slice(2) })).toBe('undecided 2')
    expect(obstacleIn({ drafts, answers: fullAnswers({ rev: 2 }) })).toBe(`outdated ${drafts.length}`)
    expect(obstacleIn({ drafts, attachments: [anAttachment('file', 'proof', { state: 'awaiting_blob' })] })).toBe('blobs 1')
    expect(obstacleIn({ answers: [] })).toBe('nothing 0')
    expect(obstacleIn({ drafts, participant: { ...locked, releasedStageIds: ['stage-FirstRevision'] } })).toBe('released 0')
    expect(obstacleIn({ drafts, participant: { ...locked, locked: false } })).toBe('notLocked 0')
    expect(obstacleIn({ drafts }, now, actors.otherEvaluator)).toBe('notMine 0')
    expect(obstacleIn({ drafts }, now, actors.administrator)).toBe('notMine 0')
    expect(obstacleIn({ drafts }, noonIn('CorrectionInput'))).toBe('noRound 0')
    expect(obstacleIn({ drafts, header: { enabled: false } })).toBe('formDisabled 0')
  })
})

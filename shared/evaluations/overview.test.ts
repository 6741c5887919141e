import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../access/actor.ts'
import { level } from '../answers/model.ts'
import { formCounters, openUnits } from '../answers/rules.ts'
import { isEmpty } from '../forms/kinds.ts'
import {
  actors,
  aHeader,
  aComment,
  aThread,
  aWorld,
  anAnswer,
  anAttachment,
  anEvaluation,
  fullAnswers,
  fullValues,
  noonIn,
  theStages,
  anAppeal,
} from '../forms/fixtures.ts'
import { addDays, epochMs } from '../kernel/instant.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Unit } from '../kernel/ids.ts'
import { phases, type Stage, type StageKind } from '../stages/model.ts'
import { boundsOf, phaseAt, timelineState } from '../stages/rules.ts'
import { assertProperty } from '../testing/properties.ts'
import type { World } from '../world.ts'
import { decisions, rounds, type Evaluation, type Round } from './model.ts'
import { overviewOf, stateFactsOf } from './overview.ts'
import { evaluatorRowOf, type EvaluatorRow } from './evaluator-row.ts'
import { advanceIn, participantState, unsentRounds, type ParticipantState } from './progress.ts'
import {
  advanceOf,
  decisionIn,
  draftOf,
  draftsIn,
  isOutdated,
  isReleased,
  needsDecision,
  roundAt,
  roundCounters,
  undecidedUnits,
} from './rules.ts'
import { may } from '../privileges/rules.ts'

/**
 * The same figures told from the whole world, unit by unit and moment by moment, with nothing summed up before: what an overview
 * must give as well.
 */
const whole = {
  state(world: World, now: Instant): ParticipantState {
    const stage = world.form.stages.findLast((each) => timelineState(each, now) !== 'next')
    if (!stage) return 'notStarted'
    const { locked, lockReason, sendCount, sentAt, replicaSentAt } = world.participant
    const unsent = lockReason === 'stageEnd' ? 'notSent' : 'sent'
    const has = (round: Round): boolean => draftsIn(world, round).length > 0
    const released = (kind: StageKind): boolean => world.form.stages.some((each) => each.kind === kind && isReleased(world, each))
    const within = (each: Stage): boolean => locked && lockReason === 'sent' && sentAt !== null && epochMs(sentAt) >= boundsOf(each).startMs
    const first = (): ParticipantState =>
      [...world.list('evaluation')].some((each) => each.decision === 'Observed') ? 'evaluatedWithObservations' : 'evaluated'
    const none = (): ParticipantState => (sendCount === 0 && !has('SecondRevision') ? 'notSent' : 'inSecondEvaluation')
    const second = (): ParticipantState => (released('SecondRevision') ? 'preliminaryResult' : none())
    const states: Readonly<Record<StageKind, () => ParticipantState>> = {
      NormalInput: () => {
        if (locked) return unsent
        const any = [...world.list('answer')].some((answer) => !isEmpty(world.index.question(answer.questionId), answer.value))
        return any ? 'inInput' : 'notStarted'
      },
      FirstRevision: () => (isReleased(world, stage) ? first() : has('FirstRevision') ? 'inEvaluation' : unsent),
      CorrectionInput: () =>
        !locked ? 'inCorrection' : within(stage) ? 'correctionSent' : lockReason === 'stageEnd' ? 'notSent' : first(),
      SecondRevision: () => {
        if (isReleased(world, stage)) return 'evaluated'
        if (has('SecondRevision')) return 'inSecondEvaluation'
        return lockReason !== 'stageEnd' && sendCount > 1 ? 'correctionSent' : unsent
      },
      CalculateResults: second,
      ReplicaInput: () => (!locked ? 'inReplica' : within(stage) ? 'replicaSent' : second()),
      ReplicaRevision: () => (isReleased(world, stage) ? 'replicaEvaluated' : replicaSentAt ? 'replicaSent' : second()),
      ShowResults: () => (released('SecondRevision') ? 'finalResult' : none()),
    }
    return states[stage.kind]()
  },

  row(world: World, actor: Actor, now: Instant): EvaluatorRow {
    const running = roundAt(world, now)
    const counters = running ? roundCounters(world, running.round) : formCounters(world)
    const units = world.index.subDimensions.flatMap(({ id }) => openUnits(world, id))
    const drafts = running ? units.flatMap((unit) => draftOf(world, unit) ?? []).filter((each) => each.round === running.round) : []
    const outdated = drafts.filter((each) => running && needsDecision(world, each.unit, running.round) && isOutdated(world, each)).length
    const blobs = drafts.filter((each) => world.attachment(each.unit)?.state === 'awaiting_blob').length
    const undecided = running ? undecidedUnits(world, running.round).length : 0
    const isSent = running !== undefined && isReleased(world, running.stage)
    const decided = units
      .filter((unit) => needsDecision(world, unit, 'SecondRevision'))
      .map((unit) => (running && decisionIn(world, unit, running.round)) ?? draftOf(world, unit) ?? world.get('evaluation', unit))
    const unchanged = (decision: Evaluation): boolean =>
      world.get('evaluation', decision.unit)?.mid === decision.mid
        ? world.answer(decision.unit)?.changeAnswer !== true
        : !isOutdated(world, decision)
    const state = whole.state(world, now)
    const hidden = state === 'notStarted' && phaseAt(world.form, now) === 'NormalInput' && !may(world, actor, 'watchAnswers', now)
    return {
      state: hidden ? 'inInput' : state,
      advance: advanceOf(counters),
      pendent: counters.pendent,
      total: counters.total,
      observed: decided.filter((each) => each?.decision === 'Observed' && unchanged(each)).length,
      notAccepted: decided.filter((each) => each?.decision !== 'Accepted').length,
      outdated,
      lateChanges: world.participant.lateChanges,
      alerts: 0,
      locked: world.participant.locked,
      released: isSent,
      selectToSend: may(world, actor, 'sendEvaluations', now) && !isSent && counters.total > 0 && undecided + outdated + blobs === 0,
    }
  },

  unsent: (world: World, now: Instant): (readonly [string, number])[] =>
    world.form.stages.flatMap((stage) => {
      const { kind } = stage
      if ((kind !== 'SecondRevision' && kind !== 'ReplicaRevision') || timelineState(stage, now) !== 'complete') return []
      if (isReleased(world, stage) || roundCounters(world, kind).total === 0) return []
      return [[stage.id, undecidedUnits(world, kind).length] as const]
    }),
}

const units = [...Object.keys(fullValues), 'code', 'joy']
const some = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(of, { maxLength: 18 })
const anyUnit = fc.constantFrom<Unit>(...units)
const anyAnswer = fc
  .record({
    unit: anyUnit,
    filled: fc.boolean(),
    rev: fc.constantFrom(1, 2),
    changeAnswer: fc.boolean(),
    level: fc.constantFrom(...Object.values(level)),
    appeal: fc.constantFrom(undefined, null, anAppeal()),
  })
  .map(({ unit, filled, ...rest }) => anAnswer(unit, filled ? (fullValues[unit] ?? 7) : null, rest))
const anyEvaluation = fc
  .record({
    unit: anyUnit,
    decision: fc.constantFrom(...decisions),
    round: fc.constantFrom(...rounds),
    answerRev: fc.constantFrom(1, 2),
    mid: fc.constantFrom('m-1', 'm-2'),
    withdrawn: fc.boolean(),
  })
  .map(({ unit, decision, ...rest }) => anEvaluation(unit, decision, rest))
const anyWorld = fc
  .record({
    phase: fc.constantFrom(...phases),
    participant: fc.record({
      locked: fc.boolean(),
      lockReason: fc.constantFrom('sent' as const, 'stageEnd' as const, null),
      sentAt: fc.constantFrom(null, ...theStages.map((stage) => noonIn(stage.kind))),
      sendCount: fc.nat({ max: 2 }),
      releasedStageIds: fc.subarray(theStages.map((stage) => stage.id)),
      replicaSubDimensionIds: fc.subarray(['s11', 's12', 's21']),
      replicaSentAt: fc.constantFrom(null, noonIn('ReplicaInput')),
      evaluatorId: fc.constantFrom(null, 'evaluator', 'evaluator-2'),
      lateChanges: fc.nat({ max: 3 }),
    }),
    header: fc.record({ enabled: fc.boolean() }),
    answers: fc.oneof(
      some(anyAnswer),
      some(anyAnswer).map((more) => [...fullAnswers(), ...more]),
    ),
    drafts: some(anyEvaluation),
    evaluations: some(anyEvaluation),
    attachments: some(
      fc
        .record({ unit: anyUnit, state: fc.constantFrom('ready' as const, 'awaiting_blob' as const, 'removed' as const) })
        .map(({ unit, state }) => anAttachment(`file-${unit}-${state}`, unit, { state })),
    ),
    threads: some(
      fc
        .record({ unit: anyUnit, state: fc.constantFrom('open' as const, 'replied' as const, 'resolved' as const) })
        .map(({ unit, state }) => aThread(unit, { state })),
    ),
  })
  .map(aWorld)
const anyMoment = fc.constantFrom(...phases.map(noonIn))
const watchers = [actors.evaluator, actors.otherEvaluator, actors.administrator]

describe('an overview', () => {
  test('[OV1] tells at every moment of any institution what its whole world tells: state, advance, figures, gaps, rounds that ended unsent', () => {
    assertProperty(
      fc.property(anyWorld, anyMoment, (world, now) => {
        const overview = overviewOf(world)
        expect(participantState(overview, world.form, now)).toBe(whole.state(world, now))
        expect(participantState(stateFactsOf(world), world.form, now)).toBe(whole.state(world, now))
        for (const actor of watchers) expect(evaluatorRowOf(overview, world.form, actor, now)).toEqual(whole.row(world, actor, now))
        const { advance, pendent, total } = whole.row(world, actors.evaluator, now)
        expect(advanceIn(overview, world.form, now)).toEqual({ advance, pendent, total })
        expect(unsentRounds(overview, world.form, now).map(({ stage, undecided }) => [stage.id, undecided])).toEqual(
          whole.unsent(world, now),
        )
      }),
    )
  })

  test('[OV2] holds what no clock changes: stages that are moved, renamed or switched off leave it as it is', () => {
    assertProperty(
      fc.property(anyWorld, fc.integer({ min: -40, max: 40 }), (world, days) => {
        const moved = world.clone()
        const stages = theStages.map((stage) => ({
          ...stage,
          name: 'Otro nombre',
          start: addDays(stage.start, days),
          end: addDays(stage.end, days),
        }))
        moved.set('form', 'form', { ...aHeader, enabled: false, name: 'Otro', stages })
        expect(overviewOf(moved)).toEqual(overviewOf(world))
      }),
    )
  })

  test('[OV2] names the institution and who leads it, and says in steps of fifty how many rows opening it asks for', () => {
    const world = aWorld({ answers: fullAnswers() })
    expect(overviewOf(world)).toMatchObject({ name: 'Servicio del Norte', leader: 'Laura Líder', evaluatorId: 'evaluator', rows: 50 })
    world.set('comment', 'c', aComment('c', 'name'))
    expect(overviewOf(world).rows).toBe(50)
    world.set('person', 'leader', null)
    expect(overviewOf(world).leader).toBe(null)
  })
})

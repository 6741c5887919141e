import * as v from 'valibot'
import type { Actor } from '../access/actor.ts'
import { formCounters, may, openUnits } from '../answers/rules.ts'
import { isEmpty } from '../forms/kinds.ts'
import type { Unit } from '../kernel/ids.ts'
import { epochMs } from '../kernel/instant.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Stage, StageKind } from '../stages/model.ts'
import { boundsOf, phaseAt, timelineState } from '../stages/rules.ts'
import type { World } from '../world.ts'
import type { Evaluation, Round } from './model.ts'
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

/** Where an institution stands in a form, in the order of the cycle (EV13). */
export const participantStates = [
  'notStarted',
  'inInput',
  'sent',
  'inEvaluation',
  'evaluatedWithObservations',
  'inCorrection',
  'correctionSent',
  'inSecondEvaluation',
  'evaluated',
  'preliminaryResult',
  'inReplica',
  'replicaSent',
  'replicaEvaluated',
  'finalResult',
  'notSent',
] as const
export type ParticipantState = (typeof participantStates)[number]

/** Newest stage that has started; undefined before the first. Between two stages an institution stands where the last one left it. */
function startedStage(world: World, now: Instant): Stage | undefined {
  return world.form.stages.findLast((stage) => timelineState(stage, now) !== 'next')
}

const released = (world: World, kind: StageKind): boolean =>
  world.form.stages.some((stage) => stage.kind === kind && isReleased(world, stage))

const hasDraft = (world: World, round: Round): boolean => draftsIn(world, round).length > 0

const sentWithin = (world: World, stage: Stage): boolean => {
  const { locked, lockReason, sentAt } = world.participant
  return locked && lockReason === 'sent' && sentAt !== null && epochMs(sentAt) >= boundsOf(stage).startMs
}

/** State of an institution in a form, as far as the viewer's rows tell: an institution does not see its evaluator's drafts (EV13). */
export function participantState(world: World, now: Instant): ParticipantState {
  const stage = startedStage(world, now)
  if (!stage) return 'notStarted'
  const { locked, lockReason, sendCount } = world.participant
  const unsent = lockReason === 'stageEnd' ? 'notSent' : 'sent'
  switch (stage.kind) {
    case 'NormalInput':
      if (locked) return unsent
      return [...world.list('answer')].some((answer) => !isEmpty(world.index.question(answer.questionId), answer.value))
        ? 'inInput'
        : 'notStarted'
    case 'FirstRevision':
      if (isReleased(world, stage)) return firstOutcome(world)
      return hasDraft(world, 'FirstRevision') ? 'inEvaluation' : unsent
    case 'CorrectionInput':
      if (!locked) return 'inCorrection'
      if (sentWithin(world, stage)) return 'correctionSent'
      return lockReason === 'stageEnd' ? 'notSent' : firstOutcome(world)
    case 'SecondRevision':
      if (isReleased(world, stage)) return 'evaluated'
      if (hasDraft(world, 'SecondRevision')) return 'inSecondEvaluation'
      return lockReason !== 'stageEnd' && sendCount > 1 ? 'correctionSent' : unsent
    case 'CalculateResults':
      return secondOutcome(world)
    case 'ReplicaInput':
      if (!locked) return 'inReplica'
      return sentWithin(world, stage) ? 'replicaSent' : secondOutcome(world)
    case 'ReplicaRevision':
      if (isReleased(world, stage)) return 'replicaEvaluated'
      return world.participant.replicaSubDimensionIds.length > 0 ? 'replicaSent' : secondOutcome(world)
    case 'ShowResults':
      return released(world, 'SecondRevision') ? 'finalResult' : withoutResult(world)
    default:
      return 'notStarted'
  }
}

const firstOutcome = (world: World): ParticipantState =>
  [...world.list('evaluation')].some((each) => each.decision === 'Observed') ? 'evaluatedWithObservations' : 'evaluated'

/** A second revision that was never sent has no result, whichever stage runs since (EV16). */
const secondOutcome = (world: World): ParticipantState => (released(world, 'SecondRevision') ? 'preliminaryResult' : withoutResult(world))

/** Who never sent anything is in no evaluation, unless somebody decides all the same. */
const withoutResult = (world: World): ParticipantState =>
  world.participant.sendCount === 0 && !hasDraft(world, 'SecondRevision') ? 'notSent' : 'inSecondEvaluation'

/** What keeps an evaluation from being sent: no decision, one given on an older answer, or a file still on its way (EV14). */
export interface SendGap {
  readonly unit: Unit
  readonly code: 'undecided' | 'outdated' | 'blob'
}

/** Every gap of a round, those of one code together, each in questionnaire order. */
export function sendGaps(world: World, round: Round): SendGap[] {
  const gaps = undecidedUnits(world, round).map((unit): SendGap => ({ unit, code: 'undecided' }))
  const drafts = unitsOf(world).flatMap((unit) => {
    const draft = draftOf(world, unit)
    return draft?.round === round ? [draft] : []
  })
  for (const draft of drafts)
    if (needsDecision(world, draft.unit, round) && isOutdated(world, draft)) gaps.push({ unit: draft.unit, code: 'outdated' })
  for (const draft of drafts) if (world.attachment(draft.unit)?.state === 'awaiting_blob') gaps.push({ unit: draft.unit, code: 'blob' })
  return gaps
}

const unitsOf = (world: World): Unit[] => world.index.subDimensions.flatMap(({ id }) => openUnits(world, id))

/** An institution in its evaluator's list (EV15). */
export const evaluatorRowSchema = v.object({
  state: v.picklist(participantStates),
  /** 0 to 100: of the round in a revision, of the input otherwise. */
  advance: v.number(),
  /** Units that the round, or the input, still asks for. */
  pendent: v.number(),
  total: v.number(),
  /** Observed and not changed since. */
  observed: v.number(),
  /** Answered units whose decision is not an acceptance. */
  notAccepted: v.number(),
  /** Decisions given on an answer that has changed since. */
  outdated: v.number(),
  lateChanges: v.number(),
  locked: v.boolean(),
  /** This round's evaluation was sent. */
  released: v.boolean(),
  selectToSend: v.boolean(),
})
export type EvaluatorRow = Readonly<v.InferOutput<typeof evaluatorRowSchema>>

/** An evaluator does not receive answers that are still being written: that none is there does not mean that none was (PR7). */
function seenState(world: World, actor: Actor, now: Instant): ParticipantState {
  const state = participantState(world, now)
  return state === 'notStarted' && phaseAt(world.form, now) === 'NormalInput' && !may(world, actor, 'watchAnswers', now) ? 'inInput' : state
}

/** Whether the answer stands as it was observed: by its revision until the decision is released, by its own flag after (EV7, AN8). */
function isUnchanged(world: World, decision: Evaluation): boolean {
  const isReleasedOne = world.get('evaluation', decision.unit)?.mid === decision.mid
  return isReleasedOne ? world.answer(decision.unit)?.changeAnswer !== true : !isOutdated(world, decision)
}

/** Figures of one institution for its evaluator. Outside revisions the last decision known counts as its decision. */
export function evaluatorRowOf(world: World, actor: Actor, now: Instant): EvaluatorRow {
  const running = roundAt(world, now)
  const counters = running ? roundCounters(world, running.round) : formCounters(world)
  const gaps = running ? sendGaps(world, running.round) : []
  const isSent = running !== undefined && isReleased(world, running.stage)
  let observed = 0
  let notAccepted = 0
  for (const unit of unitsOf(world)) {
    if (!needsDecision(world, unit, 'SecondRevision')) continue
    const decision = (running && decisionIn(world, unit, running.round)) ?? draftOf(world, unit) ?? world.get('evaluation', unit)
    if (decision?.decision !== 'Accepted') notAccepted += 1
    if (decision?.decision === 'Observed' && isUnchanged(world, decision)) observed += 1
  }
  const { locked, lateChanges } = world.participant
  return {
    state: seenState(world, actor, now),
    advance: advanceOf(counters),
    pendent: counters.pendent,
    total: counters.total,
    observed,
    notAccepted,
    outdated: gaps.filter((gap) => gap.code === 'outdated').length,
    lateChanges,
    locked,
    released: isSent,
    selectToSend: may(world, actor, 'sendEvaluations', now) && !isSent && counters.total > 0 && gaps.length === 0,
  }
}

import { epochMs } from '../kernel/instant.ts'
import type { Instant } from '../kernel/instant.ts'
import type { FormHeader, Stage, StageKind } from '../stages/model.ts'
import { boundsOf, timelineState } from '../stages/rules.ts'
import type { Overview, Round } from './model.ts'
import type { StateFacts } from './overview.ts'
import { advanceOf, roundAt } from './rules.ts'

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
function startedStage(form: FormHeader, now: Instant): Stage | undefined {
  return form.stages.findLast((stage) => timelineState(stage, now) !== 'next')
}

/** Whether the evaluation of a stage was sent. */
export const isSent = (facts: Pick<Overview, 'releasedStageIds'>, stage: Stage): boolean => facts.releasedStageIds.includes(stage.id)

const anySent = (facts: StateFacts, form: FormHeader, kind: StageKind): boolean =>
  form.stages.some((stage) => stage.kind === kind && isSent(facts, stage))

const sentWithin = ({ locked, lockReason, sentAt }: StateFacts, stage: Stage): boolean =>
  locked && lockReason === 'sent' && sentAt !== null && epochMs(sentAt) >= boundsOf(stage).startMs

/** State of an institution in a form, as far as the facts tell: an institution does not see its evaluator's drafts (EV13). */
export function participantState(facts: StateFacts, form: FormHeader, now: Instant): ParticipantState {
  const stage = startedStage(form, now)
  if (!stage) return 'notStarted'
  const { locked, lockReason, sendCount, rounds } = facts
  const unsent = lockReason === 'stageEnd' ? 'notSent' : 'sent'
  switch (stage.kind) {
    case 'NormalInput':
      if (locked) return unsent
      return facts.answered > 0 ? 'inInput' : 'notStarted'
    case 'FirstRevision':
      if (isSent(facts, stage)) return firstOutcome(facts)
      return rounds.FirstRevision.drafts > 0 ? 'inEvaluation' : unsent
    case 'CorrectionInput':
      if (!locked) return 'inCorrection'
      if (sentWithin(facts, stage)) return 'correctionSent'
      return lockReason === 'stageEnd' ? 'notSent' : firstOutcome(facts)
    case 'SecondRevision':
      if (isSent(facts, stage)) return 'evaluated'
      if (rounds.SecondRevision.drafts > 0) return 'inSecondEvaluation'
      return lockReason !== 'stageEnd' && sendCount > 1 ? 'correctionSent' : unsent
    case 'CalculateResults':
      return secondOutcome(facts, form)
    case 'ReplicaInput':
      if (!locked) return 'inReplica'
      return sentWithin(facts, stage) ? 'replicaSent' : secondOutcome(facts, form)
    case 'ReplicaRevision':
      if (isSent(facts, stage)) return 'replicaEvaluated'
      return facts.appeals ? 'replicaSent' : secondOutcome(facts, form)
    case 'ShowResults':
      return anySent(facts, form, 'SecondRevision') ? 'finalResult' : withoutResult(facts)
    default:
      return 'notStarted'
  }
}

const firstOutcome = ({ isObserved }: StateFacts): ParticipantState => (isObserved ? 'evaluatedWithObservations' : 'evaluated')

/** A second revision that was never sent has no result, whichever stage runs since (EV16). */
const secondOutcome = (facts: StateFacts, form: FormHeader): ParticipantState =>
  anySent(facts, form, 'SecondRevision') ? 'preliminaryResult' : withoutResult(facts)

/** Who never sent anything is in no evaluation, unless somebody decides all the same. */
const withoutResult = ({ sendCount, rounds }: StateFacts): ParticipantState =>
  sendCount === 0 && rounds.SecondRevision.drafts === 0 ? 'notSent' : 'inSecondEvaluation'

/** Advance of an institution, 0 to 100, with what is still asked for: of the round in a revision, of the input otherwise (EV10). */
export function advanceIn(overview: Overview, form: FormHeader, now: Instant): { advance: number; pendent: number; total: number } {
  const running = roundAt({ form }, now)
  const { total, pendent } = running ? overview.rounds[running.round] : overview.input
  return { advance: advanceOf({ total, pendent }), pendent, total }
}

/** A second revision or a replica's that ended without its evaluation having been sent, with how much was left undecided (EV16). */
export interface UnsentRound {
  readonly stage: Stage
  readonly round: Round
  readonly undecided: number
}

/** Every round that ended unsent although it had something to decide, oldest first: results cannot be worked out of it (EV16). */
export function unsentRounds(overview: Overview, form: FormHeader, now: Instant): UnsentRound[] {
  return form.stages.flatMap((stage) => {
    const { kind } = stage
    if ((kind !== 'SecondRevision' && kind !== 'ReplicaRevision') || timelineState(stage, now) !== 'complete') return []
    const { total, pendent } = overview.rounds[kind]
    return isSent(overview, stage) || total === 0 ? [] : [{ stage, round: kind, undecided: pendent }]
  })
}

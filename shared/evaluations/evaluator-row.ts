import * as v from 'valibot'
import type { Actor } from '../access/actor.ts'
import type { Instant } from '../kernel/instant.ts'
import { mayAsLab } from '../privileges/rules.ts'
import type { FormHeader } from '../stages/model.ts'
import { phaseAt } from '../stages/rules.ts'
import type { Overview } from './model.ts'
import { advanceIn, isSent, participantState, participantStates } from './progress.ts'
import type { ParticipantState } from './progress.ts'
import { roundAt } from './rules.ts'

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
  /** Pairs of answers that do not go together, as the form declares them. */
  alerts: v.number(),
  locked: v.boolean(),
  /** This round's evaluation was sent. */
  released: v.boolean(),
  selectToSend: v.boolean(),
})
export type EvaluatorRow = Readonly<v.InferOutput<typeof evaluatorRowSchema>>

/** An evaluator does not receive answers that are still being written: that none is there does not mean that none was (PR7). */
function seenState(overview: Overview, form: FormHeader, actor: Actor, now: Instant): ParticipantState {
  const state = participantState(overview, form, now)
  const hidden = state === 'notStarted' && phaseAt(form, now) === 'NormalInput' && !mayAsLab(form, overview, actor, 'watchAnswers', now)
  return hidden ? 'inInput' : state
}

/** Why an evaluation cannot be sent now, by the first that stands in the way (EV18). */
export const sendObstacles = [
  'formDisabled',
  'noRound',
  'notMine',
  'notLocked',
  'released',
  'nothing',
  'undecided',
  'outdated',
  'blobs',
] as const
export type SendObstacle = (typeof sendObstacles)[number]

/** What keeps one institution's evaluation from being sent by somebody now, with how many answers it is about; null when nothing does (EV15, EV18). */
export function sendObstacleOf(
  overview: Overview,
  form: FormHeader,
  actor: Actor,
  now: Instant,
): { readonly code: SendObstacle; readonly n: number } | null {
  const because = (code: SendObstacle, n = 0) => ({ code, n })
  if (!form.enabled) return because('formDisabled')
  const running = roundAt({ form }, now)
  if (!running) return because('noRound')
  if (!mayAsLab(form, overview, actor, 'sendEvaluations', now))
    return because(actor.kind === 'Evaluator' && overview.evaluatorId === actor.id ? 'notLocked' : 'notMine')
  if (isSent(overview, running.stage)) return because('released')
  const { total, pendent, outdated, blobs } = overview.rounds[running.round]
  if (total === 0) return because('nothing')
  if (pendent > 0) return because('undecided', pendent)
  if (outdated > 0) return because('outdated', outdated)
  return blobs > 0 ? because('blobs', blobs) : null
}

/** Figures of one institution for its evaluator. Outside revisions the last decision known counts as its decision. */
export function evaluatorRowOf(overview: Overview, form: FormHeader, actor: Actor, now: Instant): EvaluatorRow {
  const running = roundAt({ form }, now)
  const round = running && overview.rounds[running.round]
  const { observed, notAccepted } = round ?? overview.between
  const released = running !== undefined && isSent(overview, running.stage)
  const { advance, pendent, total } = advanceIn(overview, form, now)
  const { locked, lateChanges, alerts } = overview
  return {
    state: seenState(overview, form, actor, now),
    advance,
    pendent,
    total,
    observed,
    notAccepted,
    outdated: round?.outdated ?? 0,
    lateChanges,
    alerts,
    locked,
    released,
    selectToSend: sendObstacleOf(overview, form, actor, now) === null,
  }
}

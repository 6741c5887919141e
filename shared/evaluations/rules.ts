import type { Actor } from '../access/actor.ts'
import { must } from '../kernel/assert.ts'
import type { AttachmentId, DimensionId, Mid, Unit, UserId } from '../kernel/ids.ts'
import { questionIdOf } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import { isAsDecided, openUnits } from '../answers/rules.ts'
import { isEmpty } from '../forms/kinds.ts'
import { isAppealed, isReplicaSent } from '../replica/rules.ts'
import { boundsOf, graceStage, isRevision, phaseAt, stageAt } from '../stages/rules.ts'
import type { Stage } from '../stages/model.ts'
import type { World } from '../world.ts'
import { decisions } from './model.ts'
import type { Decision, Evaluation, Round } from './model.ts'
import { allows } from '../privileges/model.ts'
import { may } from '../privileges/rules.ts'

/** The revision that is running, with its stage; undefined outside revisions. */
export function roundAt({ form }: Pick<World, 'form'>, now: Instant): { readonly round: Round; readonly stage: Stage } | undefined {
  const stage = stageAt(form, now)
  const phase = phaseAt(form, now)
  return stage && isRevision(phase) ? { round: phase, stage } : undefined
}

/** The revision in which a decision was made that arrives within a day after its end (TM14); undefined when there is none. */
export function roundInGrace(
  world: World,
  { now, occurredAt, lease }: { readonly now: Instant; readonly occurredAt: Instant; readonly lease: Instant | null },
): { readonly round: Round; readonly stage: Stage } | undefined {
  const stage = graceStage(world.form, now, occurredAt, lease, isRevision)
  return stage && isRevision(stage.kind) ? { round: stage.kind, stage } : undefined
}

const decisionPrivileges = { Accepted: 'acceptAnswer', Rejected: 'rejectAnswer', Observed: 'observeAnswer' } as const
/** A replica is decided, either way, by a privilege of its own. */
const replicaPrivileges = { Accepted: 'evaluateReplica', Rejected: 'evaluateReplica', Observed: undefined } as const

/** Decisions that a round offers: those that the matrix gives its evaluator (EV1). */
export const decisionsOf = (round: Round): readonly Decision[] =>
  decisions.filter((decision) => {
    const privilege = (round === 'ReplicaRevision' ? replicaPrivileges : decisionPrivileges)[decision]
    return privilege !== undefined && allows(privilege, round, 'E')
  })

/** The decision on a unit that was released to the institution; undefined for whom the matrix does not let see it now (PR8). */
export const releasedFor = (world: World, actor: Actor, unit: Unit, now: Instant): Evaluation | undefined =>
  may(world, actor, 'viewObservation', now) ? world.get('evaluation', unit) : undefined

/** Whether a unit is to be decided in a round at all: answered, not administrative, and in a replica only what was appealed (EV4, EV9). */
export function needsDecision(world: World, unit: Unit, round: Round): boolean {
  const question = world.index.question(questionIdOf(unit))
  if (!question || question.administrative || question.survey) return false
  const answer = world.answer(unit)
  if (!answer || isEmpty(question, answer.value)) return false
  return round !== 'ReplicaRevision' || (isAppealed(world, unit) && isReplicaSent(world))
}

/** The decision on a unit that its evaluators hold and have not taken back; of whichever round it was given in. */
export function draftOf(world: World, unit: Unit): Evaluation | undefined {
  const draft = world.get('draft', unit)
  return draft?.withdrawn ? undefined : draft
}

/** Every decision of a round that its evaluators hold and have not taken back. */
export const draftsIn = (world: World, round: Round): Evaluation[] =>
  [...world.list('draft')].filter((draft) => draft.round === round && !draft.withdrawn)

/** Answers that were accepted together by one act and still stand so: what `evaluation.reopenAccepted` would take back. */
export interface AcceptedBatch {
  readonly mid: Mid
  readonly acceptedAt: Instant
  readonly authorId: UserId
  readonly units: readonly Unit[]
}

/** Mass acceptances of a round that stand, the newest first. One accepted answer alone is decided anew where it is. */
export function acceptedBatches(world: World, round: Round): AcceptedBatch[] {
  const batches = Map.groupBy(
    draftsIn(world, round).filter((draft) => draft.decision === 'Accepted'),
    (draft) => draft.mid,
  )
  return [...batches.values()]
    .flatMap((drafts): AcceptedBatch[] => {
      const [first] = drafts
      if (!first || drafts.length < 2) return []
      return [{ mid: first.mid, acceptedAt: first.decidedAt, authorId: first.authorId, units: drafts.map((draft) => draft.unit) }]
    })
    .toSorted((a, b) => (a.acceptedAt < b.acceptedAt ? 1 : -1))
}

/**
 * Decision that stands for a unit in a round: the round's own, else an acceptance of the first revision
 * whose answer and file have not changed since (EV9).
 */
export function decisionIn(world: World, unit: Unit, round: Round): Evaluation | undefined {
  const draft = draftOf(world, unit)
  if (draft?.round === round) return draft
  if (round !== 'SecondRevision') return undefined
  const earlier = world.get('evaluation', unit)
  return earlier?.decision === 'Accepted' && !isOutdated(world, earlier) ? earlier : undefined
}

/** Whether the answer or its file moved after it was decided, so that the decision must be given again (CF8, EV21). */
export const isOutdated = (world: World, evaluation: Evaluation): boolean => !isAsDecided(world, evaluation)

export interface RoundCounters {
  readonly total: number
  readonly pendent: number
  readonly accepted: number
  readonly rejected: number
  readonly observed: number
}

/** Units of a sub-dimension by their decision in a round. */
export function roundCountersOf(world: World, subDimensionId: DimensionId, round: Round): RoundCounters {
  const counts = { total: 0, pendent: 0, accepted: 0, rejected: 0, observed: 0 }
  for (const unit of openUnits(world, subDimensionId)) {
    if (!needsDecision(world, unit, round)) continue
    counts.total += 1
    const decision = decisionIn(world, unit, round)?.decision
    if (decision === undefined) counts.pendent += 1
    else if (decision === 'Accepted') counts.accepted += 1
    else if (decision === 'Rejected') counts.rejected += 1
    else counts.observed += 1
  }
  return counts
}

export function roundCounters(world: World, round: Round): RoundCounters {
  const counts = { total: 0, pendent: 0, accepted: 0, rejected: 0, observed: 0 }
  for (const { id } of world.index.subDimensions) {
    const part = roundCountersOf(world, id, round)
    counts.total += part.total
    counts.pendent += part.pendent
    counts.accepted += part.accepted
    counts.rejected += part.rejected
    counts.observed += part.observed
  }
  return counts
}

/** Units that still need a decision in a round, in questionnaire order. */
export function undecidedUnits(world: World, round: Round): Unit[] {
  return world.index.subDimensions.flatMap(({ id }) =>
    openUnits(world, id).filter((unit) => needsDecision(world, unit, round) && decisionIn(world, unit, round) === undefined),
  )
}

/** The files that stand beside some units, by unit: what whoever accepts them together looks at (EV21). */
export const seenFiles = (world: World, units: readonly Unit[]): [Unit, AttachmentId][] =>
  units.flatMap((unit) => {
    const file = world.attachment(unit)
    return file ? [[unit, file.id]] : []
  })

/** What keeps an evaluation from being sent: no decision, one given on an older answer, or a file still on its way (EV14). */
export interface SendGap {
  readonly unit: Unit
  readonly code: 'undecided' | 'outdated' | 'blob'
}

/** What one open unit keeps of a round from being sent. */
export function gapsAt(world: World, unit: Unit, round: Round): SendGap['code'][] {
  const gaps: SendGap['code'][] = []
  const needed = needsDecision(world, unit, round)
  if (needed && decisionIn(world, unit, round) === undefined) gaps.push('undecided')
  const draft = draftOf(world, unit)
  if (draft?.round !== round) return gaps
  if (needed && isOutdated(world, draft)) gaps.push('outdated')
  if (world.attachment(unit)?.state === 'awaiting_blob') gaps.push('blob')
  return gaps
}

/** Every gap of a round, those of one code together, each in questionnaire order. */
export function sendGaps(world: World, round: Round): SendGap[] {
  const units = world.index.subDimensions.flatMap(({ id }) => openUnits(world, id))
  const gaps = units.flatMap((unit) => gapsAt(world, unit, round).map((code): SendGap => ({ unit, code })))
  return (['undecided', 'outdated', 'blob'] as const).flatMap((code) => gaps.filter((gap) => gap.code === code))
}

/** Whether this round's evaluation has been sent. */
export const isReleased = (world: World, stage: Stage): boolean => world.participant.releasedStageIds.includes(stage.id)

/**
 * Whether the newest stage of a round before another stage was sent (EV16). A first revision needs no send: its end releases
 * what was decided.
 */
export function isRoundSent(world: World, round: Round, before: Stage): boolean {
  const newest = world.form.stages
    .filter((stage) => stage.kind === round && boundsOf(stage).endMs < boundsOf(before).startMs)
    .toSorted((left, right) => boundsOf(left).endMs - boundsOf(right).endMs)
    .at(-1)
  return newest !== undefined && isReleased(world, newest)
}

/** Advance of an institution in a revision, 0 to 100 (EV10). */
export const advanceOf = ({ total, pendent }: { readonly total: number; readonly pendent: number }): number =>
  total === 0 ? 0 : Math.round((100 * (total - pendent)) / total)

/** The question of a unit that is known to be in the form. */
export const questionOf = (world: World, unit: Unit) => must(world.index.question(questionIdOf(unit)), `question of ${unit} is missing`)

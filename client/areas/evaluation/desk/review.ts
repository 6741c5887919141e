import type { Answer } from '#shared/answers/model.ts'
import { openUnits } from '#shared/answers/rules.ts'
import { isEmpty } from '#shared/forms/kinds.ts'
import type { Attachment } from '#shared/attachments/model.ts'
import type { Conflict } from '#shared/conflicts/model.ts'
import type { Evaluation, Round } from '#shared/evaluations/model.ts'
import { alertsBeside, raisedAlerts } from '#shared/evaluations/alerts.ts'
import type { AlertBeside, RaisedAlert } from '#shared/evaluations/alerts.ts'
import { decisionIn, draftOf, isOutdated, needsDecision, questionOf } from '#shared/evaluations/rules.ts'
import type { Question } from '#shared/forms/model.ts'
import type { DimensionId, Unit, UserId } from '#shared/kernel/ids.ts'
import type { World } from '#shared/world.ts'
import { rowTitleOf } from '#client/features/answers/rows/row-title.ts'
import type { RowTitle } from '#client/features/answers/rows/row-title.ts'
import type { Dimension } from '#shared/forms/model.ts'

export const reviewFilters = ['undecided', 'changed', 'observed', 'rejected', 'withFile', 'withAlert', 'all'] as const
export type ReviewFilter = (typeof reviewFilters)[number]

/** One unit in an evaluator's queue. */
export interface ReviewUnit {
  readonly unit: Unit
  readonly question: Question
  readonly number: string
  /** Row of the block that holds it: its name, or its place when it has none; null outside blocks. */
  readonly row: RowTitle | null
  readonly answer: Answer | undefined
  readonly file: Attachment | undefined
  /** Whether this round asks for a decision on it. */
  readonly asked: boolean
  /** Decision that stands in this round; the last released one when no round runs. */
  readonly decision: Evaluation | undefined
  /** Released by an earlier round, when this round has its own or none. */
  readonly earlier: Evaluation | undefined
  /** The answer moved after the decision of this round. */
  readonly outdated: boolean
  /** The answer moved since the last release. */
  readonly changed: boolean
  /** Alerts that its answer raises together with another one. */
  readonly alerts: readonly AlertBeside[]
  /** Cards about it that wait for this person. */
  readonly cards: readonly Conflict[]
}

/** Units of a sub-dimension in reading order, as an evaluator goes through them. round: undefined outside revisions. */
export function reviewOf(
  world: World,
  subDimensionId: DimensionId,
  round: Round | undefined,
  viewer: UserId,
  raised: readonly RaisedAlert[] = raisedAlerts(world),
): ReviewUnit[] {
  const cards = [...world.list('conflict')].filter((card) => card.ownerId === viewer && card.state === 'open' && card.side !== 'notice')
  return openUnits(world, subDimensionId).map((unit) => reviewUnit(world, unit, round, cards, raised))
}

function reviewUnit(
  world: World,
  unit: Unit,
  round: Round | undefined,
  cards: readonly Conflict[],
  raised: readonly RaisedAlert[],
): ReviewUnit {
  const question = questionOf(world, unit)
  const answer = world.answer(unit)
  const released = world.get('evaluation', unit)
  const standing = round && decisionIn(world, unit, round)
  const decision = round ? standing : (draftOf(world, unit) ?? released)
  const asked = round !== undefined && needsDecision(world, unit, round)
  return {
    unit,
    question,
    number: world.index.numberOf(question.id),
    row: rowTitleOf(world, unit),
    answer,
    file: world.attachment(unit),
    asked,
    decision,
    earlier: released && released.mid !== decision?.mid ? released : undefined,
    outdated: asked && standing !== undefined && standing.round === round && isOutdated(world, standing),
    changed: answer !== undefined && !isEmpty(question, answer.value) && (answer.late || (released !== undefined && answer.changeAnswer)),
    alerts: alertsBeside(raised, unit),
    cards: cards.filter((card) => card.unit === unit),
  }
}

/** Whether a unit still asks for a decision in a round: it has none, or one given on an earlier answer. */
export function isWaiting(world: World, unit: Unit, round: Round): boolean {
  if (!needsDecision(world, unit, round)) return false
  const decision = decisionIn(world, unit, round)
  return decision === undefined || isOutdated(world, decision)
}

export function matches(entry: ReviewUnit, filter: ReviewFilter): boolean {
  switch (filter) {
    case 'undecided':
      return entry.asked && (entry.decision === undefined || entry.outdated)
    case 'changed':
      return entry.changed || entry.outdated
    case 'observed':
      return entry.decision?.decision === 'Observed'
    case 'rejected':
      return entry.decision?.decision === 'Rejected'
    case 'withFile':
      return entry.file !== undefined
    case 'withAlert':
      return entry.alerts.length > 0
    case 'all':
      return true
    default:
      return false
  }
}

export interface SubDimensionReview {
  readonly id: DimensionId
  readonly name: string
  readonly en: Dimension['en']
  readonly entries: readonly ReviewUnit[]
}

/** The whole questionnaire as an evaluator goes through it. */
export function wholeReview(world: World, round: Round | undefined, viewer: UserId): SubDimensionReview[] {
  const raised = raisedAlerts(world)
  return world.index.subDimensions.map(({ id, name, en }) => ({ id, name, en, entries: reviewOf(world, id, round, viewer, raised) }))
}

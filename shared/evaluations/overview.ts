import { fullName } from '../accounts/model.ts'
import { countersAmong, openUnits } from '../answers/rules.ts'
import { isEmpty } from '../forms/kinds.ts'
import { openRequest } from '../institutions/reopen.ts'
import { questionIdOf } from '../kernel/ids.ts'
import type { Unit } from '../kernel/ids.ts'
import { isReplicaSent } from '../replica/rules.ts'
import type { World } from '../world.ts'
import { raisedAlerts } from './alerts.ts'
import { overviewShape } from './model.ts'
import type { Evaluation, Overview, Round, RoundFigures } from './model.ts'
import { decisionIn, draftOf, draftsIn, gapsAt, isOutdated, needsDecision } from './rules.ts'

/** What the name of an institution's state hangs on, apart from the form and the moment. */
export type StateFacts = Pick<
  Overview,
  'locked' | 'lockReason' | 'sentAt' | 'sendCount' | 'releasedStageIds' | 'appeals' | 'answered' | 'isObserved'
> & { readonly rounds: { readonly [R in Round]: Pick<RoundFigures, 'drafts'> } }

/** The same of a whole world, without what only lists show. */
export function stateFactsOf(world: World): StateFacts {
  const { locked, lockReason, sentAt, sendCount, releasedStageIds } = world.participant
  let answered = 0
  for (const answer of world.list('answer')) if (!isEmpty(world.index.question(answer.questionId), answer.value)) answered += 1
  const draftsOf = (round: Round) => ({ drafts: draftsIn(world, round).length })
  return {
    locked,
    lockReason,
    sentAt,
    sendCount,
    releasedStageIds,
    appeals: isReplicaSent(world),
    answered,
    isObserved: [...world.list('evaluation')].some((each) => each.decision === 'Observed'),
    rounds: {
      FirstRevision: draftsOf('FirstRevision'),
      SecondRevision: draftsOf('SecondRevision'),
      ReplicaRevision: draftsOf('ReplicaRevision'),
    },
  }
}

/** Rows to the next of these: a list is not told of every comment. */
const rowsStep = 50
const countedTables = ['participant', 'assignment', 'answer', 'thread', 'comment', 'attachment', 'evaluation', 'draft', 'send'] as const

/**
 * What the lists tell of an institution in a form. Of the form's header it reads nothing but the kind of the stage that was opened
 * for it: neither dates nor names, so that moving a stage changes no overview.
 */
export function overviewOf(world: World): Overview {
  const { leaderId, evaluatorId, lateChanges } = world.participant
  const leader = world.person(leaderId)
  const units = world.index.subDimensions.flatMap(({ id }) => openUnits(world, id))
  const { total, pendent } = countersAmong(
    world,
    units.filter((unit) => !world.index.question(questionIdOf(unit))?.administrative),
  )
  const facts = stateFactsOf(world)
  const reopen = openRequest(world)
  // Most answers of most institutions have no decision of any round: those are counted once, and only the others looked at by round.
  const decided = units.filter((unit) => world.get('draft', unit) !== undefined || world.get('evaluation', unit) !== undefined)
  const withDecision = new Set(decided)
  const untouched = units.filter((unit) => !withDecision.has(unit) && needsDecision(world, unit, 'SecondRevision')).length
  const figuresIn = (round: Round): RoundFigures => ({
    ...facts.rounds[round],
    ...countsIn(world, decided, round, round === 'ReplicaRevision' ? 0 : untouched),
    ...marksIn(world, decided, untouched, round),
  })
  let rows = 0
  for (const table of countedTables) rows += [...world.list(table)].length
  return {
    shape: overviewShape,
    institutionId: world.institutionId,
    formId: world.formId,
    name: world.institution.name,
    leaderId,
    leader: leader ? fullName(leader) : null,
    evaluatorId,
    lateChanges,
    input: { total, pendent },
    alerts: raisedAlerts(world).length,
    between: marksIn(world, decided, untouched),
    rows: Math.ceil(rows / rowsStep) * rowsStep,
    ...facts,
    ...(reopen && { reopen }),
    rounds: {
      FirstRevision: figuresIn('FirstRevision'),
      SecondRevision: figuresIn('SecondRevision'),
      ReplicaRevision: figuresIn('ReplicaRevision'),
    },
  }
}

/** `untouched`: answers that the round decides and that nobody has decided in any. */
function countsIn(
  world: World,
  units: readonly Unit[],
  round: Round,
  untouched: number,
): Omit<RoundFigures, 'drafts' | 'observed' | 'notAccepted'> {
  const counts = { total: untouched, pendent: untouched, outdated: 0, blobs: 0 }
  for (const unit of units) {
    if (needsDecision(world, unit, round)) counts.total += 1
    for (const gap of gapsAt(world, unit, round)) {
      if (gap === 'undecided') counts.pendent += 1
      else if (gap === 'outdated') counts.outdated += 1
      else counts.blobs += 1
    }
  }
  return counts
}

/** Answers by the decision that counts for them: the round's, else the last one known. `untouched`: answers that have none. */
function marksIn(world: World, units: readonly Unit[], untouched: number, round?: Round): Pick<RoundFigures, 'observed' | 'notAccepted'> {
  const counts = { observed: 0, notAccepted: untouched }
  for (const unit of units) {
    if (!needsDecision(world, unit, 'SecondRevision')) continue
    const decision = (round && decisionIn(world, unit, round)) ?? draftOf(world, unit) ?? world.get('evaluation', unit)
    if (decision?.decision !== 'Accepted') counts.notAccepted += 1
    if (decision?.decision === 'Observed' && isUnchanged(world, decision)) counts.observed += 1
  }
  return counts
}

/** Whether the answer stands as it was observed: by its revision until the decision is released, by its own flag after (EV7, AN8). */
function isUnchanged(world: World, decision: Evaluation): boolean {
  const isReleasedOne = world.get('evaluation', decision.unit)?.mid === decision.mid
  return isReleasedOne ? world.answer(decision.unit)?.changeAnswer !== true : !isOutdated(world, decision)
}

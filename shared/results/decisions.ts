import { isReplicable, openUnits } from '../answers/rules.ts'
import type { Evaluation, Round } from '../evaluations/model.ts'
import { decisionIn, draftOf, isOutdated, needsDecision, questionOf } from '../evaluations/rules.ts'
import type { Unit } from '../kernel/ids.ts'
import type { World } from '../world.ts'
import type { ResultKind } from './model.ts'

/** What a result does not come about without: a decision, or one on the answer as it stands now. */
export interface ResultGap {
  readonly unit: Unit
  readonly code: 'undecided' | 'outdated'
}

/**
 * The decision by which a unit counts: of the second revision, and for a final result of the replica where it was appealed (RS3). The
 * evaluators' own, whether or not the institution knows it by now. A preliminary result knows nothing of a replica.
 */
export function settledDecision(world: World, unit: Unit, kind: ResultKind): Evaluation | undefined {
  if (kind === 'final') {
    const ofReplica = decisionOf(world, unit, 'ReplicaRevision')
    if (ofReplica || needsDecision(world, unit, 'ReplicaRevision')) return ofReplica
  }
  const ofSecond = decisionOf(world, unit, 'SecondRevision')
  if (ofSecond) return ofSecond
  // Else an acceptance of the first revision, where the answer is the same still (EV9).
  const earlier = decisionIn(world, unit, 'SecondRevision')
  return earlier?.round === 'FirstRevision' ? earlier : undefined
}

/** What was decided in a round: while a replica is decided its draft stands in the place of the second revision's, and what was released of that stays. */
function decisionOf(world: World, unit: Unit, round: Round): Evaluation | undefined {
  const draft = draftOf(world, unit)
  if (draft?.round === round) return draft
  const released = world.get('evaluation', unit)
  return released?.round === round ? released : undefined
}

/** Whether an answer counts as it stands: nothing earns by a decision on another one (CF8). */
export const isAccepted = (world: World, decision: Evaluation | undefined): boolean =>
  decision?.decision === 'Accepted' && !isOutdated(world, decision)

/**
 * Units that keep a result from coming about, in questionnaire order (RS4). What an institution changed for a replica that it did not
 * send, or in what it did not appeal, is decided by nobody: it earns nothing and keeps nothing up.
 */
export function resultGaps(world: World, kind: ResultKind): ResultGap[] {
  if (!world.form.stages.some((stage) => stage.kind === 'SecondRevision')) return []
  return world.index.subDimensions.flatMap(({ id }) => openUnits(world, id).flatMap((unit) => gapAt(world, unit, kind)))
}

function gapAt(world: World, unit: Unit, kind: ResultKind): ResultGap[] {
  if (!needsDecision(world, unit, 'SecondRevision')) return []
  const settled = settledDecision(world, unit, kind)
  if (!settled) return [{ unit, code: 'undecided' }]
  if (!isOutdated(world, settled)) return []
  const isOwnChange = kind === 'final' && settled.round === 'SecondRevision' && isReplicable(world, questionOf(world, unit), unit)
  return isOwnChange ? [] : [{ unit, code: 'outdated' }]
}

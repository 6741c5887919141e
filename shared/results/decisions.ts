import { isReplicable, openUnits } from '../answers/rules.ts'
import type { Evaluation } from '../evaluations/model.ts'
import { decisionIn, isOutdated, needsDecision, questionOf } from '../evaluations/rules.ts'
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
 * evaluators' own, whether or not the institution knows it by now.
 */
export function settledDecision(world: World, unit: Unit, kind: ResultKind): Evaluation | undefined {
  if (kind === 'final' && needsDecision(world, unit, 'ReplicaRevision')) return decisionIn(world, unit, 'ReplicaRevision')
  const own = decisionIn(world, unit, 'SecondRevision')
  if (own) return own
  // While a replica is decided the draft of the second revision gives way to that of the replica; what was published stays.
  const released = world.get('evaluation', unit)
  return released?.round === 'SecondRevision' ? released : undefined
}

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
  const isAppealed = needsDecision(world, unit, 'ReplicaRevision')
  if (kind === 'final' && !isAppealed && isReplicable(world, questionOf(world, unit), unit)) return []
  if (!settled) return [{ unit, code: 'undecided' }]
  return isOutdated(world, settled) ? [{ unit, code: 'outdated' }] : []
}

import type { Actor } from '#shared/access/actor.ts'
import { isInScope, leads, visibleParts } from '#shared/assignments/rules.ts'
import { addCounters, countersOf, noCounters, openUnits, pendingReasons } from '#shared/answers/rules.ts'
import type { Counters, PendingReason } from '#shared/answers/rules.ts'
import { isEmpty } from '#shared/answers/validity.ts'
import { questionOf } from '#shared/evaluations/rules.ts'
import type { Dimension } from '#shared/forms/model.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import type { World } from '#shared/world.ts'
import { rowOf } from '#client/features/evaluations/review.ts'

export interface PendingUnit {
  readonly unit: Unit
  readonly number: string
  readonly text: string
  readonly row: string | number | null
  readonly reasons: readonly PendingReason[]
}

export interface SubDimensionStanding {
  readonly subDimension: Dimension
  readonly counters: Counters
  readonly started: boolean
  readonly pending: readonly PendingUnit[]
}

export interface DimensionStanding {
  readonly dimension: Dimension
  readonly counters: Counters
  readonly subDimensions: readonly SubDimensionStanding[]
}

/** What a person of an institution sees of its progress: all of it for who leads, their own part for the others (institution-area §2). */
export interface Standing {
  readonly all: boolean
  readonly counters: Counters
  readonly dimensions: readonly DimensionStanding[]
}

export function standingOf(world: World, actor: Actor): Standing {
  const parts = visibleParts(world, actor)
  const dimensions = world.index.topDimensions.flatMap((dimension): DimensionStanding[] => {
    const subDimensions = world.index.subDimensions
      .filter((each) => each.parentId === dimension.id && (parts === '*' || parts.includes(each.id)))
      .map((each) => subDimensionStanding(world, actor, each))
      .filter((each) => each.counters.total > 0)
    if (subDimensions.length === 0) return []
    return [{ dimension, subDimensions, counters: subDimensions.map((each) => each.counters).reduce(addCounters, noCounters) }]
  })
  return { all: leads(world, actor.id), dimensions, counters: dimensions.map((each) => each.counters).reduce(addCounters, noCounters) }
}

function subDimensionStanding(world: World, actor: Actor, subDimension: Dimension): SubDimensionStanding {
  const pending: PendingUnit[] = []
  let started = false
  for (const unit of openUnits(world, subDimension.id)) {
    const question = questionOf(world, unit)
    if (question.administrative || !isInScope(world, question, actor.id)) continue
    if (!isEmpty(world.answer(unit)?.value)) started = true
    const reasons = pendingReasons(world, unit, actor.id)
    if (reasons.length > 0)
      pending.push({ unit, number: world.index.numberOf(question.id), text: question.text, row: rowOf(world, unit), reasons })
  }
  return { subDimension, counters: countersOf(world, subDimension.id, actor.id), started, pending }
}

/** A question that waits for this person, and what it waits for. */
export interface Awaiting {
  readonly toReply: readonly Unit[]
  readonly toResolve: readonly Unit[]
  readonly toAdjust: readonly Unit[]
}

/** Comments and observations that wait for whom the standing is about (rules C2, L6), in questionnaire order. */
export function awaitingOf(world: World, standing: Standing): Awaiting {
  const toReply: Unit[] = []
  const toResolve: Unit[] = []
  const toAdjust: Unit[] = []
  for (const { subDimensions } of standing.dimensions)
    for (const { pending } of subDimensions)
      for (const { unit, reasons } of pending) {
        const thread = world.get('thread', unit)
        if (reasons.includes('comment')) (thread?.state === 'replied' ? toResolve : toReply).push(unit)
        if (reasons.includes('observed')) toAdjust.push(unit)
      }
  return { toReply, toResolve, toAdjust }
}

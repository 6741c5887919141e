import type { Actor } from '../access/actor.ts'
import { openUnits, unitAbove } from '../answers/rules.ts'
import type { DimensionId, Unit } from '../kernel/ids.ts'
import type { World } from '../world.ts'
import type { PrecheckCode } from './rules.ts'
import type { Work } from './standing.ts'

/** Something that waits for whoever looks, and where. */
export interface PendingUnit {
  readonly unit: Unit
  readonly subDimensionId: DimensionId
  readonly codes: readonly PrecheckCode[]
}

/** Where somebody is in a questionnaire: in a question, or at the beginning of a sub-dimension; null: nowhere in it. */
export interface Whereabouts {
  readonly subDimensionId: DimensionId | null
  readonly unit: Unit | null
}

/**
 * Everything that waits for a person, in the questionnaire's order: exactly what the pre-check of their send has of theirs (FL1). Who acts
 * for an institution is led through all that waits in it; who only looks through nothing.
 */
export function pendingUnits(world: World, reader: Pick<Actor, 'kind' | 'watching'>, work: Pick<Work, 'parts'>): PendingUnit[] {
  const isActing = reader.kind === 'Administrator' && !reader.watching
  return world.index.subDimensions.flatMap(({ id: subDimensionId }) => {
    const waiting = (work.parts.get(subDimensionId)?.waiting ?? []).filter((each) => each.own || isActing)
    if (waiting.length === 0) return []
    const place = new Map(openUnits(world, subDimensionId).map((unit, at) => [unit, at]))
    return waiting
      .toSorted((left, right) => (place.get(left.unit) ?? place.size) - (place.get(right.unit) ?? place.size))
      .map(({ unit, codes }) => ({ unit, subDimensionId, codes }))
  })
}

/**
 * The next of what waits after where somebody is, round again from the last to the first: whoever goes on from each comes by every one of
 * them once before any of them twice. Undefined when nothing waits (FL1).
 */
export function nextPending(world: World, pending: readonly PendingUnit[], { subDimensionId, unit }: Whereabouts): PendingUnit | undefined {
  const reading = new Map<Unit, number>()
  const begins = new Map<DimensionId, number>()
  for (const { id } of world.index.subDimensions) {
    begins.set(id, reading.size - 1)
    for (const each of openUnits(world, id)) reading.set(each, reading.size)
  }
  let standing: Unit | undefined = unit ?? undefined
  while (standing !== undefined && !reading.has(standing)) standing = unitAbove(world, standing)
  const at = (standing === undefined ? undefined : reading.get(standing)) ?? begins.get(subDimensionId ?? '') ?? -1
  return pending.find((each) => (reading.get(each.unit) ?? reading.size) > at) ?? pending[0]
}

/** What there is to do at a unit, and so where the focus goes. */
export type Task = 'answer' | 'comment' | 'observation' | 'appeal' | 'file'

const tasks: Readonly<Partial<Record<PrecheckCode, Task>>> = {
  comment: 'comment',
  observed: 'observation',
  appeal: 'appeal',
  unappealed: 'appeal',
  file: 'file',
  blob: 'file',
}

/**
 * The first thing that a unit asks: a comment before all else, for nothing of it may be written until that is answered (LV3); its file
 * last, once there is an answer to prove.
 */
export function taskOf(codes: readonly PrecheckCode[]): Task {
  const asked = new Set(codes.map((code) => tasks[code] ?? 'answer'))
  return (['comment', 'observation', 'answer', 'appeal', 'file'] as const).find((task) => asked.has(task)) ?? 'answer'
}

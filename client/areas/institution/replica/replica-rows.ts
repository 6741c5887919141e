import type { Actor } from '#shared/access/actor.ts'
import { leads, visibleParts } from '#shared/assignments/rules.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import type { DimensionId, Unit } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { may } from '#shared/privileges/rules.ts'
import {
  isAppealed,
  isReplicaSent,
  isTouched,
  openingProblem,
  rejectedUnits,
  replicasAllowed,
  replicasUsed,
} from '#shared/replica/rules.ts'
import { phaseAt } from '#shared/stages/rules.ts'
import type { World } from '#shared/world.ts'
import type { Dimension } from '#shared/forms/model.ts'

/** A sub-dimension in the replica, for who looks. */
export interface ReplicaRow {
  readonly id: DimensionId
  readonly name: string
  /** The name in English, where there is one. */
  readonly en: string | undefined
  readonly rejected: number
  /** The rejected answers themselves, in reading order. */
  readonly units: ReadonlyArray<{ readonly unit: Unit; readonly number: string; readonly appealed: boolean }>
  readonly appealed: number
  /** Appealed, or changed without a justification yet. */
  readonly touched: number
  readonly opened: boolean
  /** Why it cannot be opened; undefined when it can, or is. */
  readonly problem: ReturnType<typeof openingProblem>
}

export interface ReplicaState {
  readonly allowed: number
  readonly used: number
  /** Names of the opened ones, with their English. */
  readonly usedNames: readonly (readonly [es: string, en: string | undefined])[]
  /** The person opens and undoes now. */
  readonly mayOpen: boolean
  /** running: the stage takes appeals · sent · over: locked by the stage's end · other: another stage runs. */
  readonly standing: 'running' | 'sent' | 'over' | 'other'
  readonly rows: readonly ReplicaRow[]
}

/** The replica of an institution as somebody of it sees it: the sub-dimensions that are theirs to see, those with something rejected. */
export function replicaOf(world: World, actor: Actor, now: Instant): ReplicaState {
  const used = replicasUsed(world)
  const visible = visibleParts(world, actor)
  const rows = world.index.subDimensions
    .filter(({ id }) => visible === '*' || visible.includes(id))
    .map((subDimension) => replicaRow(world, subDimension))
    .filter((row) => row.rejected > 0 || row.opened)
  const inStage = phaseAt(world.form, now) === 'ReplicaInput'
  return {
    allowed: replicasAllowed(world),
    used: used.length,
    usedNames: used.map((id) => [world.index.dimension(id)?.name ?? '', world.index.dimension(id)?.en?.name]),
    mayOpen: actor.kind === 'Institutional' && leads(world, actor.id) && may(world, actor, 'replyAnwerObservedReplica', now),
    standing: isReplicaSent(world) ? 'sent' : !inStage ? 'other' : world.participant.locked ? 'over' : 'running',
    rows,
  }
}

export function replicaRow(world: World, { id, name, en }: Pick<Dimension, 'id' | 'name' | 'en'>): ReplicaRow {
  const units = rejectedUnits(world, id)
  const opened = replicasUsed(world).includes(id)
  return {
    id,
    name,
    en: en?.name,
    rejected: units.length,
    units: units.map((unit) => ({ unit, number: world.index.numberOf(questionIdOf(unit)), appealed: isAppealed(world, unit) })),
    appealed: units.filter((unit) => isAppealed(world, unit)).length,
    touched: units.filter((unit) => isTouched(world, unit)).length,
    opened,
    problem: opened ? undefined : openingProblem(world, id),
  }
}

export const sameState = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

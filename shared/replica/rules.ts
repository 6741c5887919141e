import { isReplicable, openUnits } from '../answers/rules.ts'
import { isEmpty } from '../forms/kinds.ts'
import type { FormIndex } from '../forms/form-index.ts'
import { must } from '../kernel/assert.ts'
import { fail } from '../kernel/failure.ts'
import { questionIdOf } from '../kernel/ids.ts'
import type { DimensionId, Unit } from '../kernel/ids.ts'
import { done } from '../kernel/result.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Result } from '../kernel/result.ts'
import type { FormHeader } from '../stages/model.ts'
import { timelineState } from '../stages/rules.ts'
import type { World } from '../world.ts'
import type { ReplicaConfig } from './model.ts'

/** Sub-dimensions of a questionnaire that a configuration leaves to be appealed. */
const availableIn = ({ excludedSubDimensionIds }: ReplicaConfig, index: Pick<FormIndex, 'subDimensions'>): number =>
  index.subDimensions.filter(({ id }) => !excludedSubDimensionIds.includes(id)).length

/**
 * What a questionnaire's configuration lacks (RP2). Fails: replica_excluded_missing, replica_excluded_unknown,
 * replica_points_invalid, replica_points_over.
 */
export function checkedReplica(config: ReplicaConfig, index: Pick<FormIndex, 'subDimensions'>): Result<ReplicaConfig> {
  const { points, excludedSubDimensionIds } = config
  if (excludedSubDimensionIds.length === 0) return fail('replica_excluded_missing')
  const known = new Set(index.subDimensions.map(({ id }) => id))
  const isTwice = new Set(excludedSubDimensionIds).size < excludedSubDimensionIds.length
  if (isTwice || excludedSubDimensionIds.some((id) => !known.has(id))) return fail('replica_excluded_unknown')
  if (!Number.isInteger(points) || points < 1) return fail('replica_points_invalid')
  const available = availableIn(config, index)
  return points > available ? fail('replica_points_over', { n: available }) : done(config)
}

/** The same with what is excluded in the questionnaire's order, so that two writings of one configuration are one. */
export const inOrder = (config: ReplicaConfig, { subDimensions }: Pick<FormIndex, 'subDimensions'>): ReplicaConfig => ({
  points: config.points,
  excludedSubDimensionIds: subDimensions.map(({ id }) => id).filter((id) => config.excludedSubDimensionIds.includes(id)),
})

/** Whether a form's replica runs or has run: from then on its configuration stays (RP12). */
export const hasReplicaBegun = (form: Pick<FormHeader, 'stages'>, now: Instant): boolean =>
  form.stages.some((stage) => stage.kind === 'ReplicaInput' && timelineState(stage, now) !== 'next')

/** How many sub-dimensions the institution may open; none without a configuration (RP1). */
export const replicasAllowed = ({ form }: Pick<World, 'form'>): number => form.replica?.points ?? 0

/** Sub-dimensions that it has opened, in the order in which it did. */
export const replicasUsed = ({ participant }: Pick<World, 'participant'>): readonly DimensionId[] => participant.replicaSubDimensionIds

/** Rejected, answered units of a sub-dimension, in questionnaire order: what can be appealed there (RP3). */
export const rejectedUnits = (world: World, subDimensionId: DimensionId): Unit[] =>
  openUnits(world, subDimensionId).filter((unit) => {
    const question = must(world.index.question(questionIdOf(unit)), `question of ${unit} is missing`)
    if (question.administrative || question.survey || isEmpty(question, world.answer(unit)?.value)) return false
    return world.get('evaluation', unit)?.decision === 'Rejected'
  })

/** Why a sub-dimension cannot be opened, whoever asks (RP1, RP3, RP5); undefined when it can. */
export function openingProblem(
  world: World,
  subDimensionId: DimensionId,
): 'replica_not_configured' | 'replica_excluded' | 'replica_nothing_rejected' | 'replica_used_up' | undefined {
  const config = world.form.replica
  if (!config) return 'replica_not_configured'
  if (config.excludedSubDimensionIds.includes(subDimensionId)) return 'replica_excluded'
  if (rejectedUnits(world, subDimensionId).length === 0) return 'replica_nothing_rejected'
  return replicasUsed(world).length >= config.points ? 'replica_used_up' : undefined
}

const isOpened = (world: World, unit: Unit): boolean => {
  const question = world.index.question(questionIdOf(unit))
  return question !== undefined && isReplicable(world, question, unit)
}

/** Whether a rejected answer of an opened sub-dimension is appealed: it has its justification (RP7). */
export const isAppealed = (world: World, unit: Unit): boolean => isOpened(world, unit) && Boolean(world.answer(unit)?.appeal)

/** Whether somebody did anything with it for the replica: what a send is about (SE14). */
export const isTouched = (world: World, unit: Unit): boolean => {
  const answer = world.answer(unit)
  return isOpened(world, unit) && answer !== undefined && (answer.changeAnswer || Boolean(answer.appeal))
}

/** The first appealable unit of each opened sub-dimension in which nothing is appealed (RP8). */
export const unappealed = (world: World): Unit[] =>
  world.index.subDimensions
    .filter(({ id }) => replicasUsed(world).includes(id))
    .flatMap(({ id }) => {
      const units = rejectedUnits(world, id)
      return units.some((unit) => isTouched(world, unit)) ? [] : units.slice(0, 1)
    })

/** Whether the institution has sent its replica: only then is anything of it decided (RP11). */
export const isReplicaSent = ({ participant }: Pick<World, 'participant'>): boolean => Boolean(participant.replicaSentAt)

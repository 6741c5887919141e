import type { Question } from '../forms/model.ts'
import type { DimensionId } from '../kernel/ids.ts'
import { must } from '../kernel/assert.ts'
import type { World } from '../world.ts'
import { responsibleOf } from './rules.ts'

/** Questions of a sub-dimension that can have a responsible: top-level and not administrative (AS14). */
export const assignableQuestions = (world: World, subDimensionId: DimensionId): Question[] =>
  (world.index.dimension(subDimensionId)?.questionIds ?? [])
    .map((id) => must(world.index.question(id), `question ${id} is missing`))
    .filter((question) => !question.administrative)

/** Those of them that nobody has been given yet. */
export const unassignedQuestions = (world: World, subDimensionId: DimensionId): Question[] =>
  assignableQuestions(world, subDimensionId).filter((question) => (world.get('assignment', question.id)?.userId ?? null) === null)

/** How many questions below a dimension or a sub-dimension nobody has been given: the sidebar's "notAssigned" (AS14). */
export function notAssigned(world: World, dimensionId: DimensionId): number {
  const dimension = world.index.dimension(dimensionId)
  if (!dimension) return 0
  if (dimension.parentId !== null) return unassignedQuestions(world, dimensionId).length
  return dimension.subDimensionIds.reduce((sum, id) => sum + unassignedQuestions(world, id).length, 0)
}

/** Questions for which nobody answers but leader and delegate: neither they, nor their sub-dimension, nor their dimension has a responsible. */
export const withoutResponsible = (world: World): Question[] =>
  world.index.subDimensions.flatMap(({ id }) =>
    assignableQuestions(world, id).filter((question) => responsibleOf(world, question) === null),
  )

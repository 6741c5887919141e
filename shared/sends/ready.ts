import { belongsTo, type Actor } from '../access/actor.ts'
import { heldBy, leads, responsibleOf } from '../assignments/rules.ts'
import type { ReadyMark } from '../institutions/model.ts'
import { must } from '../kernel/assert.ts'
import { questionIdOf } from '../kernel/ids.ts'
import type { DimensionId, UserId } from '../kernel/ids.ts'
import type { World } from '../world.ts'
import { owedIn } from './rules.ts'

/** Top-level questions of a sub-dimension that are a person's to answer, administrative ones left out. */
export const askedOf = (world: World, subDimensionId: DimensionId, userId: UserId): number =>
  (world.index.dimension(subDimensionId)?.questionIds ?? []).filter((id) => {
    const question = must(world.index.question(id), `question ${id} is missing`)
    return !question.administrative && responsibleOf(world, question) === userId
  }).length

/** Comments that were made on a person's questions of a sub-dimension, replies left out. */
function commentsOn(world: World, subDimensionId: DimensionId, userId: UserId): number {
  let count = 0
  for (const { unit, kind } of world.list('comment')) {
    const question = world.index.question(questionIdOf(unit))
    if (kind === 'comment' && question?.dimensionId === subDimensionId && responsibleOf(world, question) === userId) count += 1
  }
  return count
}

/** Whether somebody has a part of a sub-dimension that they may call ready: who answers in it, and has somebody above them (FL5). */
export const mayMark = (world: World, actor: Actor, subDimensionId: DimensionId): boolean =>
  actor.kind === 'Institutional' &&
  belongsTo(actor, world.institutionId) &&
  !leads(world, actor.id) &&
  askedOf(world, subDimensionId, actor.id) > 0

/** What a mark says of its moment: while this is the same, nothing was asked anew since. */
export const markedAt = (world: World, subDimensionId: DimensionId, userId: UserId): Pick<ReadyMark, 'stageId' | 'asked' | 'comments'> => ({
  stageId: world.participant.openedStageId,
  asked: askedOf(world, subDimensionId, userId),
  comments: commentsOn(world, subDimensionId, userId),
})

export const isOf =
  (subDimensionId: DimensionId, userId: UserId) =>
  (mark: ReadyMark): boolean =>
    mark.subDimensionId === subDimensionId && mark.userId === userId

export const asksTheSame = (mark: ReadyMark, now: Pick<ReadyMark, 'stageId' | 'asked' | 'comments'>): boolean =>
  mark.stageId === now.stageId && mark.asked === now.asked && mark.comments === now.comments

/**
 * Whether a mark stands: it was not taken back, nothing of its person's waits in the sub-dimension, and since it was set nobody asked them
 * for more: no other stage, no other questions, no comment. So it falls by itself, whoever asked, and comes back by hand alone (FL6).
 */
function stands(world: World, mark: ReadyMark): boolean {
  if (mark.off === true || mark.asked === 0) return false
  return (
    asksTheSame(mark, markedAt(world, mark.subDimensionId, mark.userId)) && owedIn(world, mark.subDimensionId, mark.userId).length === 0
  )
}

/** Marks of a sub-dimension that stand, the oldest first. */
export const readyMarks = (world: World, subDimensionId: DimensionId): readonly ReadyMark[] =>
  (world.participant.ready ?? [])
    .filter((mark) => mark.subDimensionId === subDimensionId && stands(world, mark))
    .toSorted((left, right) => (left.at < right.at ? -1 : 1))

/** Who hears that somebody is done with a sub-dimension: who leads it, or its dimension, above them; else who leads the institution. */
export function toldOf(world: World, subDimensionId: DimensionId, userId: UserId): UserId {
  const parent = world.index.dimension(subDimensionId)?.parentId ?? null
  const above = [heldBy(world, subDimensionId), parent === null ? null : heldBy(world, parent)]
  const own = above.lastIndexOf(userId)
  return above.slice(own + 1).find((holder) => holder !== null) ?? world.participant.leaderId
}

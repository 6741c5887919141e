import { level } from '../answers/model.ts'
import { heldBy, leads, levelOver } from '../assignments/rules.ts'
import { questionOf } from '../evaluations/rules.ts'
import { epochMs } from '../kernel/instant.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Unit, UserId } from '../kernel/ids.ts'
import type { Waiting, Work } from '../sends/standing.ts'
import type { World } from '../world.ts'
import { messageEveryMs, type Written } from './model.ts'

/** Whether somebody leads others here: all of the institution, or an area of it. */
export const leadsTeam = (world: World, userId: UserId): boolean =>
  leads(world, userId) || world.holds(userId, 'Dimension') || world.holds(userId, 'Subdimension')

/** Whether a unit is of what somebody leads: everything, or the sub-dimensions of their areas. */
export function isLed(world: World, userId: UserId, unit: Unit): boolean {
  if (leads(world, userId)) return true
  const { dimensionId } = questionOf(world, unit)
  const top = world.index.dimension(dimensionId)?.parentId ?? null
  return heldBy(world, dimensionId) === userId || (top !== null && heldBy(world, top) === userId)
}

/** The last message to somebody about this form, if it was within the day (BO4). */
export function writtenTo(world: World, userId: UserId, now: Instant): Written | null {
  const written = world.participant.written?.[userId]
  return written && epochMs(now) - epochMs(written.at) < messageEveryMs ? written : null
}

/** What of a person's a reader who leads may write to them about: what waits for them below the reader (BO4). */
export function writableOf(world: World, readerId: UserId, userId: UserId, work: Work): Waiting[] {
  if (userId === readerId || !leadsTeam(world, readerId)) return []
  return [...work.parts.values()]
    .flatMap(({ waiting }) => waiting)
    .filter((each) => {
      if (each.own || each.userId !== userId || !isLed(world, readerId, each.unit)) return false
      const question = questionOf(world, each.unit)
      const theirs = levelOver(world, question, userId) ?? level.Question
      return theirs > (levelOver(world, question, readerId) ?? level.Question)
    })
}

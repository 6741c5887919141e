import { heldBy, levelOver, responsibleOf } from '../assignments/rules.ts'
import { must } from '../kernel/assert.ts'
import { questionIdOf } from '../kernel/ids.ts'
import type { Unit, UserId } from '../kernel/ids.ts'
import type { World } from '../world.ts'
import type { Level } from './model.ts'
import { heldAfter } from './rules.ts'

/** What saving does in a question for which somebody else is responsible. */
export interface SomebodyElses {
  readonly userId: UserId
  /** They may change the answer as it stands. */
  readonly before: boolean
  /** They may change it once it is saved. */
  readonly after: boolean
  /** The question becomes the saver's (AN2). */
  readonly assigns: boolean
}

/** Undefined where nobody else is responsible below leader and delegate. Source: SPEC AN17. */
export function somebodyElses(world: World, unit: Unit, saver: UserId): SomebodyElses | undefined {
  const question = must(world.index.question(questionIdOf(unit)), `question of ${unit} is missing`)
  const userId = responsibleOf(world, question)
  if (userId === null || userId === saver) return undefined
  const theirs = levelOver(world, question, userId)
  const own = levelOver(world, question, saver)
  const answer = world.answer(unit)
  const standing = answer && answer.value !== null ? answer : undefined
  const reaches = (held: Level | undefined): boolean => theirs !== undefined && (held === undefined || theirs <= held)
  return {
    userId,
    before: reaches(standing?.level),
    after: reaches(standing ? heldAfter(standing, own) : own),
    assigns: heldBy(world, world.index.rootOf(question).id) === null,
  }
}

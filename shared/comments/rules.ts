import type { Actor } from '../access/actor.ts'
import { nearestOpen } from '../answers/rules.ts'
import { levelOver, responsibleLevel, responsibleOf } from '../assignments/rules.ts'
import type { Question } from '../forms/model.ts'
import { questionIdOf } from '../kernel/ids.ts'
import type { Unit, UserId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import { may } from '../privileges/rules.ts'
import type { World } from '../world.ts'

/**
 * Whether somebody may open a thread on a unit: a leader above the responsible, in the same branch (CM1).
 */
export function canOpenThread(world: World, question: Question, userId: UserId): boolean {
  if (question.administrative || question.survey) return false
  const over = levelOver(world, question, userId)
  const responsible = responsibleOf(world, question)
  return over !== undefined && responsible !== userId && over < responsibleLevel(world, question)
}

/**
 * Unit to which words about a unit belong: itself while it is open, or while its own thread waits (CM13), else the nearest open one above
 * (CM12); undefined where there is none.
 */
export function unitForWords(world: World, unit: Unit): Unit | undefined {
  const thread = world.get('thread', unit)
  return thread && thread.state !== 'resolved' ? unit : nearestOpen(world, unit)
}

/** Unit whose thread would take a comment of this person about a unit now (CM1, CM3, CM12); undefined where none would. */
export function commentPlace(world: World, actor: Actor, unit: Unit, now: Instant): Unit | undefined {
  const at = unitForWords(world, unit)
  const question = at === undefined ? undefined : world.index.question(questionIdOf(at))
  if (at === undefined || !question || !may(world, actor, 'addComment', now) || !canOpenThread(world, question, actor.id)) return undefined
  return world.get('thread', at)?.state === 'open' ? undefined : at
}

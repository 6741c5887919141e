import { belongsTo, type Actor } from '../access/actor.ts'
import type { ActingRole, Role } from '../access/roles.ts'
import type { Person } from '../accounts/model.ts'
import { level } from '../answers/model.ts'
import type { Level } from '../answers/model.ts'
import type { Context, HistoryEntry } from '../contract/mutation.ts'
import { surveyDimensionId } from '../forms/model.ts'
import type { Question } from '../forms/model.ts'
import type { DimensionId, UserId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import { isInput, phaseAt } from '../stages/rules.ts'
import type { World } from '../world.ts'

export const isLeader = (world: World, userId: UserId): boolean => world.participant.leaderId === userId
/** Leader or delegate: the same powers at the same time, but for the delegate itself (AS11). */
export const leads = (world: World, userId: UserId): boolean => isLeader(world, userId) || world.participant.delegateId === userId

/** Who was put in charge of a dimension, sub-dimension or question itself; null for nobody. */
export const heldBy = (world: World, element: string): UserId | null => world.get('assignment', element)?.userId ?? null

/** Top-level dimension above a sub-dimension. */
const parentOf = (world: World, subDimensionId: DimensionId): DimensionId | null => world.index.dimension(subDimensionId)?.parentId ?? null

/**
 * Who is responsible for a question: its own assignee, else the sub-dimension's, else the dimension's.
 * Null when nobody below the leader is: then leader and delegate are, together.
 */
export function responsibleOf(world: World, question: Question): UserId | null {
  const dimension = parentOf(world, question.dimensionId)
  return (
    heldBy(world, world.index.rootOf(question).id) ??
    heldBy(world, question.dimensionId) ??
    (dimension === null ? null : heldBy(world, dimension))
  )
}

/** Whether the person is responsible, the ladder's question (d) (CF33). */
export function isResponsible(world: World, question: Question, userId: UserId): boolean {
  const responsible = responsibleOf(world, question)
  return responsible === null ? leads(world, userId) : responsible === userId
}

/** Level at which the responsible of a question stands: that of the person, who may lead above the element that they were given (LV8, CM1). */
export function responsibleLevel(world: World, question: Question): Level {
  const responsible = responsibleOf(world, question)
  return responsible === null ? level.Institution : (levelOver(world, question, responsible) ?? level.Question)
}

/**
 * Level of the person's highest role over a question; undefined when they have none.
 * A professional of the sub-dimension stands at the question level over its unassigned questions.
 */
export function levelOver(world: World, question: Question, userId: UserId): Level | undefined {
  if (leads(world, userId)) return level.Institution
  const dimension = parentOf(world, question.dimensionId)
  if (dimension !== null && heldBy(world, dimension) === userId) return level.Dimension
  if (heldBy(world, question.dimensionId) === userId) return level.Subdimension
  const assignee = heldBy(world, world.index.rootOf(question).id)
  if (assignee === userId) return level.Question
  return assignee === null && seesSubDimension(world, userId, question.dimensionId) ? level.Question : undefined
}

/** Whether the question counts among the person's own (PE10). */
export function isInScope(world: World, question: Question, userId: UserId): boolean {
  if (leads(world, userId)) return true
  const dimension = parentOf(world, question.dimensionId)
  return (
    (dimension !== null && heldBy(world, dimension) === userId) ||
    heldBy(world, question.dimensionId) === userId ||
    heldBy(world, world.index.rootOf(question).id) === userId
  )
}

/** Whether a question counts among what somebody answers for in one of their roles: what is theirs at another level is left out. */
export function countsInRole(world: World, question: Question, userId: UserId, role: Role): boolean {
  switch (role) {
    case 'InstitutionalLeader':
      return isLeader(world, userId)
    case 'Delegate':
      return world.participant.delegateId === userId
    case 'DimensionLeader':
      return heldBy(world, parentOf(world, question.dimensionId) ?? '') === userId
    case 'SubdimensionLeader':
      return heldBy(world, question.dimensionId) === userId
    case 'Professional':
      return heldBy(world, world.index.rootOf(question).id) === userId
  }
}

/** Whether an institution's user sees a sub-dimension (VI3). The survey is the leaders'. */
export function seesSubDimension(world: World, userId: UserId, subDimensionId: DimensionId): boolean {
  if (leads(world, userId)) return true
  if (subDimensionId === surveyDimensionId) return false
  const subDimension = world.index.dimension(subDimensionId)
  if (!subDimension) return false
  if (heldBy(world, subDimensionId) === userId) return true
  if (subDimension.parentId !== null && heldBy(world, subDimension.parentId) === userId) return true
  return subDimension.questionIds.some((id) => heldBy(world, id) === userId)
}

/**
 * Parts of the institution's scope that somebody receives: '*' for all (the lab), else sub-dimension ids (VI3).
 * Leader and delegate receive every one of them and the survey, but nothing administrative (VI5).
 */
export function visibleParts(world: World, actor: Actor): '*' | readonly DimensionId[] {
  if (actor.kind !== 'Institutional') return '*'
  const all = [...world.index.subDimensions.map((each) => each.id), surveyDimensionId]
  return all.filter((id) => seesSubDimension(world, actor.id, id))
}

/**
 * Parts that somebody receives at a moment, '' (everybody's) included. An evaluator receives the answers of an input stage
 * only once they are locked: until then what it has not sent is the institution's own (VI6).
 */
export function receivedParts(world: World, actor: Actor, now: Instant): '*' | readonly string[] {
  if (actor.kind === 'Evaluator') {
    const phase = phaseAt(world.form, now)
    return !world.participant.locked && (isInput(phase) || phase === 'Pre') ? [''] : '*'
  }
  const parts = visibleParts(world, actor)
  return parts === '*' ? '*' : ['', ...parts]
}

/** Whether somebody is responsible for any element at all. */
export const holdsAnything = (world: World, userId: UserId): boolean =>
  (['Dimension', 'Subdimension', 'Question'] as const).some((at) => world.holds(userId, at))

/**
 * Whether somebody may send an invitation again, correct it or withdraw it: leader and delegate, administrators, and who invited. Of who
 * belongs elsewhere too administrators alone: the account opens more than the institution (SM5).
 */
export function mayCareForInvitation(world: World, actor: Actor, person: Person): boolean {
  if (actor.kind === 'Administrator') return true
  if (actor.kind !== 'Institutional' || !belongsTo(actor, world.institutionId)) return false
  if (person.elsewhere) return false
  return leads(world, actor.id) || person.invitedBy === actor.id
}

/** Roles that a user holds in this form, highest first. */
export function rolesOf(world: World, userId: UserId): Role[] {
  const found = new Set<Role>()
  if (isLeader(world, userId)) found.add('InstitutionalLeader')
  if (world.participant.delegateId === userId) found.add('Delegate')
  if (world.holds(userId, 'Dimension')) found.add('DimensionLeader')
  if (world.holds(userId, 'Subdimension')) found.add('SubdimensionLeader')
  if (world.holds(userId, 'Question')) found.add('Professional')
  const order: readonly Role[] = ['InstitutionalLeader', 'Delegate', 'DimensionLeader', 'SubdimensionLeader', 'Professional']
  return order.filter((role) => found.has(role))
}

const roleAtLevel: Readonly<Record<Level, ActingRole>> = {
  0: 'Evaluator',
  1: 'InstitutionalLeader',
  2: 'DimensionLeader',
  3: 'SubdimensionLeader',
  4: 'Professional',
}

/** Role in which somebody acts on a question, for its history. */
export function actingRole(world: World, actor: Actor, question?: Question): ActingRole {
  if (actor.id === 'system') return 'System'
  if (actor.kind !== 'Institutional') return actor.kind === 'Evaluator' ? 'Evaluator' : 'Administrator'
  if (world.participant.delegateId === actor.id) return 'Delegate'
  if (isLeader(world, actor.id)) return 'InstitutionalLeader'
  const over = question && levelOver(world, question, actor.id)
  if (over !== undefined) return roleAtLevel[over]
  return rolesOf(world, actor.id)[0] ?? 'NoAssigment'
}

/**
 * In whose place somebody assigns: an administrator who acts for the institution in its leader's, everybody else in their own (AS1). The
 * delegate is the leader's choice alone.
 */
export const assignerOf = (world: World, actor: Actor): UserId =>
  actor.kind === 'Administrator' && !actor.watching ? world.participant.leaderId : actor.id

/** Whether a person may change who is responsible for an element (AS1, AS2, AS3). */
export function canAssign(world: World, userId: UserId, element: string, at: 'Dimension' | 'Subdimension' | 'Question'): boolean {
  if (leads(world, userId)) return true
  if (at === 'Dimension') return false
  if (at === 'Subdimension') {
    const dimension = parentOf(world, element)
    return dimension !== null && heldBy(world, dimension) === userId
  }
  const question = world.index.question(element)
  if (!question) return false
  const dimension = parentOf(world, question.dimensionId)
  return heldBy(world, question.dimensionId) === userId || (dimension !== null && heldBy(world, dimension) === userId)
}

/** What must have a responsible before this element can (AS5); undefined when nothing is missing. */
export function missingAbove(
  world: World,
  element: string,
  at: 'Dimension' | 'Subdimension' | 'Question',
): 'dimension' | 'subdimension' | undefined {
  if (at === 'Subdimension') {
    const dimension = parentOf(world, element)
    return dimension !== null && heldBy(world, dimension) === null ? 'dimension' : undefined
  }
  if (at === 'Question') {
    const question = world.index.question(element)
    return question && heldBy(world, question.dimensionId) === null ? 'subdimension' : undefined
  }
  return undefined
}

/** Whether somebody may read a question's rows now: lab staff do, and of the institution who sees the sub-dimension (VI3). */
export const sees = (world: World, question: Question, userId: string, kind = world.person(userId)?.kind): boolean =>
  (kind !== undefined && kind !== 'Institutional') || seesSubDimension(world, userId, question.dimensionId)

/** A line of the history with the role in which somebody acts over a question. */
export const entry = (world: World, question: Question, context: Context, rest: Omit<HistoryEntry, 'role'>): HistoryEntry => ({
  ...rest,
  role: actingRole(world, context.actor, question),
})

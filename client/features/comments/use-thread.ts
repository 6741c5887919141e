import { awaitedOf, closedThreads } from '#shared/answers/rules.ts'
import { levelOver, responsibleLevel, responsibleOf } from '#shared/assignments/rules.ts'
import type { Comment, Thread } from '#shared/comments/model.ts'
import { commentPlace } from '#shared/comments/rules.ts'
import type { Question } from '#shared/forms/model.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import { useDrafts } from '#client/data/world/use-drafts.ts'
import { useCommentsOf } from '#client/data/world/use-unit.ts'
import { sameParts } from '#client/data/world/reading.ts'
import { personName, useReading } from '#client/data/world/use-world.ts'
import { may } from '#shared/privileges/rules.ts'

/** What this person may do in a unit's conversation now. */
interface Rights {
  readonly add: boolean
  readonly reply: boolean
  readonly resolve: boolean
  readonly edit: boolean
  readonly responsible: string
  readonly awaited: string | null
}

const sameList = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  left.length === right.length && left.every((each, at) => each === right[at])

/** Conversations that wait on what is closed below a unit: they go on here (CM13). */
export const useClosedThreads = (unit: Unit): readonly Thread[] =>
  useReading([`unit:${unit}`, 'table:thread'], (world) => closedThreads(world, unit), sameList)

export function useRights(unit: Unit, question: Question): Rights {
  return useReading(
    [`unit:${unit}`, 'table:assignment', 'table:participant'],
    (world, open) => {
      const { id } = open.actor
      const now = open.now()
      const thread = world.get('thread', unit)
      const over = levelOver(world, question, id)
      const above = over !== undefined && over < responsibleLevel(world, question)
      const awaited = thread ? awaitedOf(world, question, thread) : null
      return {
        add: commentPlace(world, open.actor, unit, now) === unit,
        reply: open.actor.kind === 'Institutional' && thread?.state === 'open' && awaited === id,
        resolve: thread !== undefined && thread.state !== 'resolved' && (thread.authorId === id || above),
        edit: may(world, open.actor, 'editComment', now),
        responsible: personName(world, responsibleOf(world, question)) ?? '',
        awaited,
      }
    },
    sameParts,
  )
}

/** What a draft of an edit is kept under. */
export const editSubject = (comment: Comment): string => `${comment.unit}~${comment.id}`

/** Whether there is anything to open: comments to read, the right to write the first, something half written. */
export function useHasThread(
  unit: Unit,
  question: Question,
): { readonly count: number; readonly canAdd: boolean; readonly isHalfWritten: boolean } {
  const units = [unit, ...useClosedThreads(unit).map((thread) => thread.unit)]
  const comments = useCommentsOf(units)
  const { add } = useRights(unit, question)
  const book = useDrafts()
  const isHalfWritten =
    units.some((each) => book.slot('comment', each).draft !== undefined || book.slot('reply', each).draft !== undefined) ||
    comments.some((comment) => book.slot('edit', editSubject(comment)).draft !== undefined)
  return { count: comments.length, canAdd: add, isHalfWritten }
}

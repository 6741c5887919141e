import type { Answer } from '#shared/answers/model.ts'
import { pendingReasons, readOnlyReason } from '#shared/answers/rules.ts'
import type { PendingReason, ReadOnlyReason } from '#shared/answers/rules.ts'
import type { Attachment } from '#shared/attachments/model.ts'
import type { Comment, Thread } from '#shared/comments/model.ts'
import type { Evaluation } from '#shared/evaluations/model.ts'
import { releasedFor } from '#shared/evaluations/rules.ts'
import type { Question } from '#shared/forms/model.ts'
import { must } from '#shared/kernel/assert.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import type { QuestionId, Unit } from '#shared/kernel/ids.ts'
import { sameParts } from './reading.ts'
import { useOpenWorld, useReading } from './use-world.ts'

/** Everything about one unit that a question's card draws. Moves only when one of them does. */
export interface UnitReading {
  readonly answer: Answer | undefined
  readonly attachment: Attachment | undefined
  readonly thread: Thread | undefined
  /** Decision that was sent to the institution. */
  readonly evaluation: Evaluation | undefined
  readonly readOnly: ReadOnlyReason | undefined
  /** PendingReasons, joined: a list would be another object each time. */
  readonly pending: string
}

/** The question of an id that is known to be in the form. */
export const useQuestion = (id: QuestionId): Question => {
  const open = useOpenWorld()
  return must(open.world().index.question(id), `question ${id} is not in the form`)
}

/** Threads of what is closed below a unit wait at it. */
const unitTopics = (unit: Unit): readonly string[] => [
  `unit:${unit}`,
  'table:participant',
  'table:assignment',
  'table:form',
  'table:evaluation',
  'table:thread',
]

export function useUnit(unit: Unit): UnitReading {
  return useReading(
    unitTopics(unit),
    (world, open) => ({
      answer: world.answer(unit),
      attachment: world.attachment(unit),
      thread: world.get('thread', unit),
      evaluation: releasedFor(world, open.actor, unit, open.now()),
      readOnly: readOnlyReason(world, open.actor, unit, open.now()),
      pending: pendingReasons(world, unit, open.actor.kind === 'Institutional' ? open.actor.id : undefined).join(' '),
    }),
    sameParts,
  )
}

export const isPendingFor = (reading: Pick<UnitReading, 'pending'>, reason: PendingReason): boolean =>
  reading.pending.split(' ').includes(reason)

const sameList = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  left.length === right.length && left.every((each, at) => each === right[at])

/** Comments of a unit, oldest first. */
export const useComments = (unit: Unit): readonly Comment[] => useCommentsOf([unit])

/** Comments of some units, oldest first. */
export function useCommentsOf(units: readonly Unit[]): readonly Comment[] {
  return useReading(
    units.map((unit) => `unit:${unit}`),
    (world) =>
      [...world.list('comment')]
        .filter((each) => units.includes(each.unit))
        .toSorted((left, right) => (left.writtenAt < right.writtenAt ? -1 : 1)),
    sameList,
  )
}

/** Question of a unit, from the open form. */
export const useQuestionOf = (unit: Unit): Question => useQuestion(questionIdOf(unit))

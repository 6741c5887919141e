import type { DimensionId, QuestionId, UserId } from '../kernel/ids.ts'

/** What can have a responsible (institution-area §3, "Assignment element"). */
export type AssignmentLevel = 'Dimension' | 'Subdimension' | 'Question'

/** Who is responsible for a dimension, a sub-dimension or a question. Keyed by the element's id. */
export interface Assignment {
  readonly element: DimensionId | QuestionId
  readonly level: AssignmentLevel
  /** Null when the responsible was removed. */
  readonly userId: UserId | null
  /** Grows by one at each change: two people who assign at once are told apart by it. */
  readonly rev: number
}

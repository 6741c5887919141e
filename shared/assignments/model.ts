import * as v from 'valibot'
import * as is from '../kernel/schemas.ts'

/** What can have a responsible. */
export const assignmentLevels = ['Dimension', 'Subdimension', 'Question'] as const
export type AssignmentLevel = (typeof assignmentLevels)[number]

/** Who is responsible for a dimension, a sub-dimension or a question. Keyed by the element's id. */
export const assignmentSchema = v.object({
  element: v.union([is.dimensionId, is.questionId]),
  level: v.picklist(assignmentLevels),
  /** Null when the responsible was removed. */
  userId: v.nullable(is.userId),
  /** Grows by one at each change: two people who assign at once are told apart by it. */
  rev: v.number(),
  /** Who gave or took it last, and when the server wrote that; absent in rows written before this was kept. */
  by: v.optional(is.userId),
  at: v.optional(is.instant),
})
export type Assignment = Readonly<v.InferOutput<typeof assignmentSchema>>

import { must } from '../kernel/assert.ts'
import type { DimensionId, QuestionId } from '../kernel/ids.ts'
import type { FormIndex } from './form-index.ts'
import { kinds } from './kinds.ts'
import type { Question } from './model.ts'
import { roundPoints, sumPoints } from './round-points.ts'

/** The whole form's; it may be worth less while it is being edited (DF3). */
export const pointsMost = 100

/**
 * Most points that a question can earn, with the dependents and inner questions that it opens.
 *
 * Single and Boolean: the best choice · Multiple: the best `max` options (0 or absent = all; negative ones never) ·
 * Block: its own value and that of each inner question once, whatever the number of rows · others: their value.
 * A choice is worth its own points plus the maxima of the dependents that it opens.
 * Returns points ≥ 0, rounded half away from zero to 4 decimals. Throws when the id is not in the form.
 * Source: SPEC PO1.
 */
export function maxPointsOf(index: FormIndex, id: QuestionId): number {
  const question = must(index.question(id), `question ${id} is missing`)
  const worth = {
    own: (key: string) => ownPoints(question, key),
    choice: (choice: boolean | string) => choicePoints(index, question, choice),
    inner: (innerId: QuestionId) => maxPointsOf(index, innerId),
  }
  return roundPoints(Math.max(0, kinds[question.kind].mostPoints(question, worth)))
}

/** Most points of a sub-dimension: the sum over its top-level questions (PO3). */
export function maxPointsOfSubDimension(index: FormIndex, id: DimensionId): number {
  const subDimension = must(index.dimension(id), `sub-dimension ${id} is missing`)
  return sumPoints(subDimension.questionIds.map((questionId) => maxPointsOf(index, questionId)))
}

/** Most points of a top-level dimension: its sub-dimensions and its own questions (PO3). */
export function maxPointsOfDimension(index: FormIndex, id: DimensionId): number {
  const dimension = must(index.dimension(id), `dimension ${id} is missing`)
  const own = dimension.questionIds.map((questionId) => maxPointsOf(index, questionId))
  return sumPoints([...own, ...dimension.subDimensionIds.map((subId) => maxPointsOfSubDimension(index, subId))])
}

/** Most points of the whole form; the survey carries none. May not exceed 100 (PO2, DF3). */
export function maxPointsOfForm(index: FormIndex): number {
  return sumPoints(index.topDimensions.map((dimension) => maxPointsOfDimension(index, dimension.id)))
}

function choicePoints(index: FormIndex, question: Question, choice: boolean | string): number {
  const opened = question.dependent.filter((id) => index.question(id)?.visibleIf === choice)
  return sumPoints([ownPoints(question, String(choice)), ...opened.map((id) => maxPointsOf(index, id))])
}

const ownPoints = (question: Question, key: string): number => question.points.find((entry) => entry.key === key)?.value ?? 0

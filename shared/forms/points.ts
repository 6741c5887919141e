import { must } from '../kernel/assert.ts'
import type { DimensionId, QuestionId } from '../kernel/ids.ts'
import type { FormIndex } from './form-index.ts'
import type { Question } from './model.ts'

/** Points rounded half away from zero to 4 decimals, as they are stored (rules Q4). */
export function roundPoints(points: number): number {
  // Fifteen digits first: 1.00005 × 10⁴ is 10000.499… in binary and would round the wrong way.
  const scaled = Number((Math.abs(points) * 10_000).toPrecision(15))
  return points === 0 ? 0 : (Math.sign(points) * Math.round(scaled)) / 10_000
}

/**
 * Most points that a question can earn, with the dependents and inner questions that it opens.
 *
 * Single and Boolean: the best choice · Multiple: the best `max` options (0 or absent = all; negative ones never) ·
 * Block: its own value and that of each inner question once, whatever the number of rows · others: their value.
 * A choice is worth its own points plus the maxima of the dependents that it opens.
 * Returns points ≥ 0, rounded half away from zero to 4 decimals. Throws when the id is not in the form.
 * Source: rules Q1; administration-area §5.
 */
export function maxPointsOf(index: FormIndex, id: QuestionId): number {
  const question = must(index.question(id), `question ${id} is missing`)
  return roundPoints(Math.max(0, reachable(index, question)))
}

/** Most points of a sub-dimension: the sum over its top-level questions (rules Q4). */
export function maxPointsOfSubDimension(index: FormIndex, id: DimensionId): number {
  const subDimension = must(index.dimension(id), `sub-dimension ${id} is missing`)
  return sum(subDimension.questionIds.map((questionId) => maxPointsOf(index, questionId)))
}

/** Most points of a top-level dimension: its sub-dimensions and its own questions (rules Q4). */
export function maxPointsOfDimension(index: FormIndex, id: DimensionId): number {
  const dimension = must(index.dimension(id), `dimension ${id} is missing`)
  const own = dimension.questionIds.map((questionId) => maxPointsOf(index, questionId))
  return sum([...own, ...dimension.subDimensionIds.map((subId) => maxPointsOfSubDimension(index, subId))])
}

/** Most points of the whole form; the survey carries none. May not exceed 100 (rules Q2). */
export function maxPointsOfForm(index: FormIndex): number {
  return sum(index.topDimensions.map((dimension) => maxPointsOfDimension(index, dimension.id)))
}

function reachable(index: FormIndex, question: Question): number {
  switch (question.kind) {
    case 'Single':
      return Math.max(...question.options.map((option) => choicePoints(index, question, option.value)), 0)
    case 'Boolean':
      return Math.max(choicePoints(index, question, true), choicePoints(index, question, false))
    case 'Multiple':
      return bestOptions(index, question)
    case 'Block':
      return sum([ownPoints(question, 'value'), ...question.block.map((innerId) => maxPointsOf(index, innerId))])
    default:
      return ownPoints(question, 'value')
  }
}

function bestOptions(index: FormIndex, question: Question): number {
  const limit = Number(question.max ?? 0) || question.options.length
  const gains = question.options.map((option) => choicePoints(index, question, option.value)).filter((gain) => gain > 0)
  return sum(gains.toSorted((left, right) => right - left).slice(0, limit))
}

function choicePoints(index: FormIndex, question: Question, choice: boolean | string): number {
  const opened = question.dependent.filter((id) => index.question(id)?.visibleIf === choice)
  return sum([ownPoints(question, String(choice)), ...opened.map((id) => maxPointsOf(index, id))])
}

const ownPoints = (question: Question, key: string): number => question.points.find((entry) => entry.key === key)?.value ?? 0

const sum = (points: readonly number[]): number => roundPoints(points.reduce((total, value) => total + value, 0))

import { must } from '../kernel/assert.ts'
import type { DimensionId, QuestionId } from '../kernel/ids.ts'
import type { FormIndex } from './form-index.ts'
import { kinds } from './kinds.ts'
import type { BestParts } from './kinds/kind.ts'
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
  const known = totals.get(index) ?? new Map<QuestionId, number>()
  if (known.size === 0) totals.set(index, known)
  const total = known.get(id) ?? explainMax(index, id).total
  known.set(id, total)
  return total
}
/** Maxima that were worked out: an index is of one version of a form, which nothing changes. */
const totals = new WeakMap<FormIndex, Map<QuestionId, number>>()

/** What counts towards a question's maximum, and how much. */
export interface MaxPart {
  /** The choice that earns it; undefined for what the question, or an inner one of a block, is worth as such. */
  readonly choice?: boolean | string | undefined
  /** The inner question that earns it. */
  readonly inner?: QuestionId | undefined
  /** With what it opens. */
  readonly points: number
  /** The choice's own points. */
  readonly own: number
  /** Questions that the choice opens and that are worth something, each with its maximum. */
  readonly opens: readonly { readonly id: QuestionId; readonly points: number }[]
}

export interface ExplainedMax {
  readonly rule: BestParts['rule'] | 'value' | 'rate'
  /** Those that count: their points add up to `total`. None where nothing is to be earned. */
  readonly parts: readonly MaxPart[]
  /** The question whose answer divides this one's, of a rate. */
  readonly divisor?: QuestionId | undefined
  readonly total: number
}

const asSuchOnly = { rule: 'value', choices: [], inner: [] } as const

/** How a question's maximum is worked out (PO1, PO4). Throws when the id is not in the form. */
export function explainMax(index: FormIndex, id: QuestionId): ExplainedMax {
  const question = must(index.question(id), `question ${id} is missing`)
  // Each choice is looked at once: what it opens may be a form of its own.
  const known = new Map<boolean | string, MaxPart>()
  const partOf = (choice: boolean | string): MaxPart => {
    const part = known.get(choice) ?? choicePart(index, question, choice)
    known.set(choice, part)
    return part
  }
  const best = kinds[question.kind].best?.(question, { choice: (choice) => partOf(choice).points }) ?? asSuchOnly
  const asSuch = ownPoints(question, 'value')
  const value: MaxPart = { points: roundPoints(asSuch), own: asSuch, opens: [] }
  const parts = [
    ...(best.rule === 'value' || best.rule === 'sum' ? [value] : []),
    ...best.choices.map(partOf),
    ...best.inner.map((inner): MaxPart => {
      const points = maxPointsOf(index, inner)
      return { inner, points, own: points, opens: [] }
    }),
  ].filter(({ points }) => points !== 0)
  const total = roundPoints(Math.max(0, sumPoints(parts.map(({ points }) => points))))
  const divisor = question.points.find(({ key }) => key === 'value')?.divisor
  const rule = divisor === undefined ? best.rule : 'rate'
  return { rule, parts: total === 0 ? [] : parts, ...(divisor === undefined ? {} : { divisor }), total }
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

function choicePart(index: FormIndex, question: Question, choice: boolean | string): MaxPart {
  const own = ownPoints(question, String(choice))
  const opens = question.dependent
    .filter((id) => index.question(id)?.visibleIf === choice)
    .map((id) => ({ id, points: maxPointsOf(index, id) }))
    .filter(({ points }) => points !== 0)
  return { choice, own, opens, points: sumPoints([own, ...opens.map(({ points }) => points)]) }
}

const ownPoints = (question: Question, key: string): number => question.points.find((entry) => entry.key === key)?.value ?? 0

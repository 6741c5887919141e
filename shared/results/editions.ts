import { lineOf } from '../answers/former.ts'
import type { FormIndex } from '../forms/form-index.ts'
import type { Question } from '../forms/model.ts'
import { maxPointsOf } from '../forms/points.ts'
import type { DimensionId, QuestionId } from '../kernel/ids.ts'
import type { Break } from './comparing.ts'

const rules = new WeakMap<FormIndex, Map<QuestionId, string>>()

/**
 * How a question earns its points, with everything that it opens, as a text that is equal for equal rules. Questions are named by their
 * lines, so that a copy that was renamed or moved has the rule of its original. What is worth nothing is no part of a rule. (RS21)
 */
export function ruleOf(index: FormIndex, id: QuestionId): string {
  const known = rules.get(index) ?? new Map<QuestionId, string>()
  rules.set(index, known)
  const found = known.get(id)
  if (found !== undefined) return found
  const question = index.question(id)
  const rule = question ? ruleText(index, question) : ''
  known.set(id, rule)
  return rule
}

function ruleText(index: FormIndex, question: Question): string {
  const lineIn = (id: QuestionId): QuestionId => {
    const found = index.question(id)
    return found ? lineOf(found) : id
  }
  const isWorth = (id: QuestionId): boolean => maxPointsOf(index, id) > 0
  const points = question.points
    .filter(({ value }) => value !== 0)
    .map(({ key, value, divisor }) => JSON.stringify([key, value, divisor === undefined ? null : lineIn(divisor)]))
  const opened = question.dependent
    .filter(isWorth)
    .map((id) => JSON.stringify([lineIn(id), index.question(id)?.visibleIf ?? null, ruleOf(index, id)]))
  const [naming, ...others] = question.block
  const inner = others.filter(isWorth).map((id) => JSON.stringify([lineIn(id), ruleOf(index, id)]))
  return JSON.stringify([
    question.kind,
    question.administrative,
    question.kind === 'Multiple' ? (question.max ?? 0) : null,
    points.toSorted(),
    opened.toSorted(),
    naming === undefined ? null : [lineIn(naming), ruleOf(index, naming)],
    inner.toSorted(),
  ])
}

/** The question of an earlier edition that one continues, by its line; undefined of a new one. */
export const predecessorOf = (before: FormIndex, question: Question): Question | undefined =>
  before.definition.questions.find((each) => lineOf(each) === lineOf(question))

interface Pair<Of> {
  readonly before: { readonly index: FormIndex; readonly of: Of; readonly max: number }
  readonly now: { readonly index: FormIndex; readonly of: Of; readonly max: number }
}

/** What keeps a question from being compared with the one that it continues (RS21). */
export function questionBreak({ before, now }: Pair<QuestionId>): Break | undefined {
  if (before.max !== now.max) return 'max'
  return ruleOf(before.index, before.of) === ruleOf(now.index, now.of) ? undefined : 'rule'
}

/** The same of a dimension, a sub-dimension or, by null, the whole: of the questions that add up to it (RS21). */
export function totalBreak({ before, now }: Pair<DimensionId | null>): Break | undefined {
  if (before.max !== now.max) return 'max'
  return rulesIn(before.index, before.of) === rulesIn(now.index, now.of) ? undefined : 'rule'
}

function rulesIn(index: FormIndex, id: DimensionId | null): string {
  const tops = id === null ? index.topDimensions.map((each) => each.id) : [id]
  const all = tops.flatMap((each) => [each, ...(index.dimension(each)?.subDimensionIds ?? [])])
  const questions = all.flatMap((each) => index.dimension(each)?.questionIds ?? []).filter((each) => maxPointsOf(index, each) > 0)
  return questions
    .flatMap((each) => index.question(each) ?? [])
    .map((each) => JSON.stringify([lineOf(each), ruleOf(index, each.id)]))
    .toSorted()
    .join('\n')
}

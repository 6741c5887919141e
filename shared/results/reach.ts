import { level } from '../answers/model.ts'
import type { AnswerValue, OptionChoice } from '../answers/model.ts'
import type { FormIndex } from '../forms/form-index.ts'
import { invalidity } from '../forms/kinds.ts'
import { dateBounds } from '../forms/kinds/date.ts'
import { numberOr } from '../forms/kinds/kind.ts'
import { numberBounds } from '../forms/kinds/number.ts'
import { minWords } from '../forms/kinds/text.ts'
import type { Question } from '../forms/model.ts'
import { explainMax } from '../forms/points.ts'
import { divisorOf, rateFault } from '../forms/rates.ts'
import { sumPoints } from '../forms/round-points.ts'
import { unitOf } from '../kernel/ids.ts'
import type { QuestionId, RowId } from '../kernel/ids.ts'
import type { Unreached } from '../questionnaires/readiness.ts'
import { World } from '../world.ts'
import { ownPointsOf } from './engine.ts'

/**
 * Questions whose points nobody can earn in full: each rule of points is played with the best answer that the question takes, and
 * everything accepted (QE13). Each question by itself, in reading order; what it opens is another one of the list.
 */
export function unreachedIn(index: FormIndex): readonly Unreached[] {
  return index.subDimensions.flatMap(({ id }) =>
    index.questionsOf(id).flatMap((question): readonly Unreached[] => {
      const { parts } = explainMax(index, question.id)
      const max = sumPoints(parts.filter(({ inner }) => inner === undefined).map(({ own }) => own))
      const points = max > 0 ? played(index, question, new Set(parts.flatMap(({ choice }) => choice ?? []))) : 0
      return points < max ? [{ id: question.id, number: index.numberOf(question.id), text: question.text, points, max }] : []
    }),
  )
}

/** What the best answer to a question earns by itself. */
function played(index: FormIndex, question: Question, best: ReadonlySet<boolean | string>): number {
  const divisorId = divisorOf(question)
  const divisor = divisorId === undefined ? undefined : index.question(divisorId)
  if (divisor && rateFault((id) => index.question(id), question, divisor.id)) return 0
  const world = new World(index, '', '')
  const say = (id: QuestionId, row: RowId | null, value: AnswerValue): void => {
    const unit = unitOf(id, row)
    world.set('answer', unit, { ...saidAt, ...saidBy, unit, questionId: id, rowId: row, value })
  }
  const top = divisor ? mostOf(question) : null
  const value = top ?? bestAnswer(question, best)
  if (invalidity(question, value)) return 0
  const row = question.blockId === null ? null : theRow
  say(question.id, row, value)
  const [naming] = question.block
  if (naming !== undefined) say(naming, theRow, 'a')
  if (divisor && top !== null) say(divisor.id, divisor.blockId === null ? null : theRow, nearest(divisor, top))
  return ownPointsOf(world, unitOf(question.id, row))
}

const theRow: RowId = 'row'
const saidAt = {
  level: level.Evaluation,
  sent: true,
  changeAnswer: false,
  noAttachment: false,
  justification: null,
  clearedValue: null,
  rev: 1,
}
const saidBy = { mid: '', authorId: '', occurredAt: '', receivedAt: '', formVersion: '', late: false }

/** The test value for a number question without an upper bound. */
const high = 1_000_000
const mostOf = (question: Question): number => numberBounds(question).max ?? Math.max(high, numberBounds(question).min)

/** What a divisor takes that makes the most of a rate: as much as the rate's answer, or what comes nearest. */
function nearest(divisor: Question, wanted: number): number {
  const { min, max = high } = numberBounds(divisor)
  return Math.min(Math.max(wanted, min), Math.max(max, min))
}

/** The answer that earns the most of a question by itself. `best`: its choices that count. */
function bestAnswer(question: Question, best: ReadonlySet<boolean | string>): AnswerValue {
  const choices = question.options
    .filter(({ value }) => best.has(value))
    .map(({ value, allowExtra }) => (allowExtra ? { value, extra: 'a' } : { value }))
  switch (question.kind) {
    case 'SimpleText':
      return 'a'
    case 'Text':
      return Array.from({ length: Math.max(1, minWords(question)) }, () => 'a').join(' ')
    case 'Number':
      return mostOf(question)
    case 'Boolean':
      return !best.has(false)
    case 'Single':
      return { choice: choices[0] ?? { value: '' } }
    case 'Multiple':
      return { choices: filledUp(question, choices) }
    case 'Date': {
      const { min, max } = dateBounds(question)
      return min ?? max ?? '2000-01-01'
    }
    case 'Block':
      return { rows: [theRow] }
  }
}

/** With the least costly of the other options, where more have to be chosen. */
function filledUp(question: Question, choices: readonly OptionChoice[]): OptionChoice[] {
  const worthOf = (value: string): number => question.points.find(({ key }) => key === value)?.value ?? 0
  const others = question.options
    .filter(({ value }) => !choices.some((each) => each.value === value))
    .toSorted((left, right) => worthOf(right.value) - worthOf(left.value))
    .map(({ value, allowExtra }) => (allowExtra ? { value, extra: 'a' } : { value }))
  return [...choices, ...others.slice(0, Math.max(0, numberOr(question.min, 0) - choices.length))]
}

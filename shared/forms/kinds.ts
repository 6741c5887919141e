import { answerValueSchema } from '../answers/model.ts'
import type { AnswerValue, RestValue } from '../answers/model.ts'
import { failure } from '../kernel/failure.ts'
import { must } from '../kernel/assert.ts'
import type { Failure } from '../kernel/failure.ts'
import { visibleText } from '../kernel/rich-text.ts'
import { block } from './kinds/block.ts'
import { boolean } from './kinds/boolean.ts'
import { date } from './kinds/date.ts'
import { shaped } from './kinds/kind.ts'
import type { Asked, CellWords, Kind, ValueWords } from './kinds/kind.ts'
import { multiple } from './kinds/multiple.ts'
import { number } from './kinds/number.ts'
import { simpleText } from './kinds/simple-text.ts'
import { single } from './kinds/single.ts'
import { text } from './kinds/text.ts'
import { questionKinds } from './model.ts'
import type { Question, QuestionKind } from './model.ts'

/** Every kind of question. One more does not compile before each side says all that it is. */
export const kinds: Readonly<Record<QuestionKind, Kind>> = {
  SimpleText: simpleText,
  Text: text,
  Block: block,
  Number: number,
  Boolean: boolean,
  Single: single,
  Multiple: multiple,
  Date: date,
}

/** What of a question says how a value is read; undefined: the question left the form. */
type Asking = Pick<Question, 'kind'> | undefined

/**
 * The kind by which a value is read: its question's, or, of a value from before the question was of another kind or gone, the first
 * that has its shape. So nothing written is out of sight, though it counts for what it is no more (SPEC VA8).
 */
export function kindReading(question: Asking, value: AnswerValue): QuestionKind {
  if (question && kinds[question.kind].holds(value)) return question.kind
  return must(
    questionKinds.find((each) => kinds[each].holds(value)),
    'a value of a shape that no kind has',
  )
}

/** Whether a value says nothing to its question, which then counts as unanswered. A block with no rows is an answer ("Ninguna"). */
export const isEmpty = (question: Asking, value: AnswerValue | null | undefined): boolean =>
  value === null || value === undefined || kinds[kindReading(question, value)].isEmpty(value)

/**
 * Why a value does not fit its question; undefined when it does.
 * The same for the field's message, the pre-check and the server.
 */
export function invalidity(question: Question, value: AnswerValue): Failure | undefined {
  const kind = kinds[question.kind]
  return kind.holds(value) ? kind.invalidity(question, value) : failure('needs_review')
}

/** Whether a parent's value opens a dependent (DP1): equality for yes/no and one choice, "contains" for many. */
export const opens = (question: Asking, value: AnswerValue | null | undefined, visibleIf: boolean | string | null): boolean =>
  value !== null && value !== undefined && visibleIf !== null && kinds[kindReading(question, value)].chosen(value).includes(visibleIf)

/** A value as a person reads it. */
export const valueText = (question: Asking, value: AnswerValue, words: ValueWords): string =>
  kinds[kindReading(question, value)].text(value, words)

/** A value in a table; '' when it says nothing. */
export const valueCell = (question: Asking, value: AnswerValue | null | undefined, words: CellWords): string | number =>
  value === null || value === undefined || isEmpty(question, value) ? '' : kinds[kindReading(question, value)].cell(value, words)

/** A text as it reads, which is as it was typed where its question takes no rich text. */
export const plainText = (question: Asking, text: string): string =>
  question && kinds[question.kind].holds(text) && !kinds[question.kind].html ? text : visibleText(text)

/**
 * The value that a caller means, by the question's kind; of another kind's shape as it is, so that it is refused on record. Undefined
 * when it has no value's shape. What it is worth the rules judge.
 */
export const readValue = (given: unknown, asked: Asked): AnswerValue | undefined =>
  kinds[asked.question.kind].read(given, asked) ?? shaped(answerValueSchema, given)

/** A value as callers read it: the inverse of `readValue`. */
export const writtenValue = (question: Asking, value: AnswerValue | null): RestValue =>
  value === null ? null : kinds[kindReading(question, value)].written(value)

/** A value that was written for callers, as a person reads it: by its question's kind, or, from before the question was of it, by the first that reads it. */
export function writtenText(question: Question, written: unknown, words: ValueWords): string {
  if (written === null || written === undefined) return ''
  let rows = 0
  const asked = { question, rows: [], newRow: () => `r${(rows += 1)}` }
  for (const kind of [question.kind, ...questionKinds]) {
    const value = kinds[kind].read(written, asked)
    if (value !== undefined) return kinds[kindReading({ kind }, value)].text(value, words)
  }
  return ''
}

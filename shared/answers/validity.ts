import { addDays, isDay } from '../kernel/instant.ts'
import { failure } from '../kernel/failure.ts'
import type { Failure } from '../kernel/failure.ts'
import type { Question } from '../forms/model.ts'
import { visibleText, wordsOf } from './text.ts'
import type { AnswerValue, OptionChoice } from './model.ts'

/** Bounds of a Number question (rules L13): undefined max is 9999, max 0 is none. */
export function numberBounds(question: Question): { min: number; max: number | undefined } {
  const min = typeof question.min === 'number' ? question.min : 0
  const max = typeof question.max === 'number' ? question.max : 9999
  return { min, max: max === 0 ? undefined : max }
}

/** Most decimals of a Number (institution-area §9). */
const decimalsMost = 4

/** Days that a Date question takes (rules L14): from min to the day before max; an empty bound is none. */
export function dateBounds(question: Question): { min: string | undefined; max: string | undefined } {
  const min = typeof question.min === 'string' && question.min !== '' ? question.min : undefined
  const max = typeof question.max === 'string' && question.max !== '' ? addDays(question.max, -1) : undefined
  return { min, max }
}

/** A field of days that holds a part of one, or none of the calendar. */
export const dayUnread = failure('date_unread')

/** Least words of a rich text (rules L15): 2 unless said otherwise; reaching it is enough. */
export const minWords = (question: Question): number => (typeof question.min === 'number' ? question.min : 2)
const maximum = (question: Question): number => (typeof question.max === 'number' ? question.max : 0)
/** Most rows of a Block: 10 unless said otherwise (administration-area §5). */
export const maxRows = (question: Question): number => maximum(question) || 10

/** Whether a value says nothing: then the question counts as unanswered. A block with no rows is an answer ("Ninguna"). */
export function isEmpty(value: AnswerValue | null | undefined): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return visibleText(value) === ''
  if (typeof value === 'object' && 'choices' in value) return value.choices.length === 0 && value.none !== true
  return false
}

/**
 * Why a value does not fit its question; undefined when it does.
 * The same for the field's message, the pre-check and the server (institution-area §5; rules L13-L17).
 */
export function invalidity(question: Question, value: AnswerValue): Failure | undefined {
  switch (question.kind) {
    case 'SimpleText':
      return typeof value === 'string' ? tooLong(question, value) : failure('needs_review')
    case 'Text':
      return typeof value === 'string' ? richTextInvalidity(question, value) : failure('needs_review')
    case 'Number':
      return typeof value === 'number' ? numberInvalidity(question, value) : failure('needs_review')
    case 'Boolean':
      return typeof value === 'boolean' ? undefined : failure('needs_review')
    case 'Date':
      return typeof value === 'string' ? dateInvalidity(question, value) : failure('needs_review')
    case 'Single':
      return typeof value === 'object' && 'choice' in value ? choiceInvalidity(question, value.choice) : failure('needs_review')
    case 'Multiple':
      return typeof value === 'object' && 'choices' in value
        ? multipleInvalidity(question, value.choices, value.none === true)
        : failure('needs_review')
    case 'Block':
      return typeof value === 'object' && 'rows' in value ? rowsInvalidity(question, value.rows) : failure('needs_review')
    default:
      return failure('needs_review')
  }
}

function tooLong(question: Question, text: string): Failure | undefined {
  const max = maximum(question)
  return max > 0 && [...text].length > max ? failure('text_too_long', { max }) : undefined
}

function richTextInvalidity(question: Question, html: string): Failure | undefined {
  const text = visibleText(html)
  const least = minWords(question)
  if (wordsOf(text) < least) return failure('words_too_few', { n: least })
  return tooLong(question, text)
}

function numberInvalidity(question: Question, value: number): Failure | undefined {
  const { min, max } = numberBounds(question)
  if (!Number.isFinite(value) || value < min || (max !== undefined && value > max)) {
    return failure('number_range', max === undefined ? { min } : { min, max })
  }
  return Math.abs(Math.round(value * 10_000) - value * 10_000) > 1e-6 * Math.max(1, Math.abs(value))
    ? failure('number_decimals', { n: decimalsMost })
    : undefined
}

function dateInvalidity(question: Question, day: string): Failure | undefined {
  if (!isDay(day)) return failure('date_range')
  const { min, max } = dateBounds(question)
  const params = { ...(min ? { min } : {}), ...(max ? { max } : {}) }
  return (min && day < min) || (max && day > max) ? failure('date_range', params) : undefined
}

function choiceInvalidity(question: Question, choice: OptionChoice): Failure | undefined {
  const option = question.options.find((each) => each.value === choice.value)
  if (!option) return failure('option_unknown')
  if (option.allowExtra && (choice.extra ?? '').trim() === '') return failure('extra_missing', { option: option.value })
  return undefined
}

function multipleInvalidity(question: Question, choices: readonly OptionChoice[], none: boolean): Failure | undefined {
  // "Ninguna" stands alone and satisfies both bounds (rules L17).
  if (none) return question.allowNoneOption && choices.length === 0 ? undefined : failure('option_unknown')
  if (new Set(choices.map((each) => each.value)).size !== choices.length) return failure('option_unknown')
  for (const choice of choices) {
    const wrong = choiceInvalidity(question, choice)
    if (wrong) return wrong
  }
  const max = maximum(question)
  if (max > 0 && choices.length > max) return failure('options_too_many', { n: max })
  const min = typeof question.min === 'number' ? question.min : 0
  return choices.length < min ? failure('options_too_few', { n: min }) : undefined
}

function rowsInvalidity(question: Question, rows: readonly string[]): Failure | undefined {
  const max = maxRows(question)
  if (rows.length > max) return failure('rows_too_many', { n: max })
  return new Set(rows).size === rows.length ? undefined : failure('needs_review')
}

/**
 * Whether two values are the same answer: canonical by kind, so key order and the order of choices do not matter.
 * Row order of a block does.
 */
export function sameValue(left: AnswerValue | null, right: AnswerValue | null): boolean {
  return canonical(left) === canonical(right)
}

/** A value as text that is equal exactly when the answers are; for comparisons and digests. */
export function canonical(value: AnswerValue | null): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if ('choice' in value) return JSON.stringify(['choice', value.choice.value, value.choice.extra ?? ''])
  if ('rows' in value) return JSON.stringify(['rows', ...value.rows])
  const choices = value.choices.map((each) => [each.value, each.extra ?? '']).sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1))
  return JSON.stringify(['choices', value.none === true, choices])
}

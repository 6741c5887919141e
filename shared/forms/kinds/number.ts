import { numberValue } from '../../answers/model.ts'
import { failure } from '../../kernel/failure.ts'
import type { Question } from '../model.ts'
import { numberOr, shaped } from './kind.ts'
import type { Kind } from './kind.ts'

/** Bounds of a Number question (VA1): undefined max is 9999, max 0 is none. */
export function numberBounds(question: Question): { min: number; max: number | undefined } {
  const max = numberOr(question.max, 9999)
  return { min: numberOr(question.min, 0), max: max === 0 ? undefined : max }
}

/** Most decimals of a Number (VA1). */
const decimalsMost = 4
const tooFine = (value: number): boolean => Math.abs(Math.round(value * 10_000) - value * 10_000) > 1e-6 * Math.max(1, Math.abs(value))

export const number: Kind<number> = {
  schema: numberValue,
  html: false,
  unread: failure('number_unread'),
  hasOptions: false,
  holds: (value) => typeof value === 'number',
  isEmpty: () => false,
  invalidity(question, value) {
    const { min, max } = numberBounds(question)
    if (!Number.isFinite(value) || value < min || (max !== undefined && value > max)) {
      return failure('number_range', max === undefined ? { min } : { min, max })
    }
    return tooFine(value) ? failure('number_decimals', { n: decimalsMost }) : undefined
  },
  text: (value, words) => words.number(value),
  cell: (value) => value,
  read: (given) =>
    typeof given === 'string' && given.trim() !== '' && Number.isFinite(Number(given)) ? Number(given) : shaped(numberValue, given),
  written: (value) => value,
  choices: () => [],
  chosen: () => [],
  earns: (value) => value > 0,
  soundBounds(question) {
    const { min, max, allowNoneOption } = question
    if (typeof min === 'string' || typeof max === 'string' || allowNoneOption) return false
    const bounds = numberBounds(question)
    return bounds.max === undefined || bounds.min <= bounds.max
  },
}

import { textValue } from '../../answers/model.ts'
import { failure } from '../../kernel/failure.ts'
import { addDays, isDay } from '../../kernel/instant.ts'
import type { Question } from '../model.ts'
import { shaped } from './kind.ts'
import type { Kind } from './kind.ts'

/** Days that a Date question takes (VA4): from min to the day before max; an empty bound is none. */
export function dateBounds(question: Question): { min: string | undefined; max: string | undefined } {
  const min = typeof question.min === 'string' && question.min !== '' ? question.min : undefined
  const max = typeof question.max === 'string' && question.max !== '' ? addDays(question.max, -1) : undefined
  return { min, max }
}

const isBound = (bound: number | string | undefined): boolean =>
  bound === undefined || bound === '' || (typeof bound === 'string' && isDay(bound))

/** A day of the calendar, YYYY-MM-DD. */
export const date: Kind<string> = {
  schema: textValue,
  html: false,
  unread: failure('date_unread'),
  hasOptions: false,
  holds: (value) => typeof value === 'string',
  isEmpty: (day) => day.trim() === '',
  invalidity(question, day) {
    if (!isDay(day)) return failure('date_range')
    const { min, max } = dateBounds(question)
    const params = { ...(min ? { min } : {}), ...(max ? { max } : {}) }
    return (min && day < min) || (max && day > max) ? failure('date_range', params) : undefined
  },
  text: (day, words) => (isDay(day) ? words.day(day) : day),
  cell: (day) => day,
  read: (given) => shaped(textValue, given),
  written: (day) => day,
  choices: () => [],
  chosen: () => [],
  soundBounds(question) {
    if (!isBound(question.min) || !isBound(question.max) || question.allowNoneOption) return false
    const { min, max } = dateBounds(question)
    return min === undefined || max === undefined || min <= max
  },
}

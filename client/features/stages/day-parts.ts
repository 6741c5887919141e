import { isDay } from '#shared/kernel/instant.ts'
import type { Day } from '#shared/kernel/instant.ts'
import type { DayParts } from '#client/ui/fields/date-field.tsx'

const noParts: DayParts = { day: '', month: '', year: '' }

/** Parts of a day, `YYYY-MM-DD`; none of what is no day. */
export function partsOfDay(day: Day): DayParts {
  if (!isDay(day)) return noParts
  const [year = '', month = '', date = ''] = day.split('-')
  return { day: String(Number(date)), month, year }
}

/** The day that parts name; empty when all of them are, undefined when they name none (yet). */
export function dayOfParts({ day, month, year }: DayParts): Day | '' | undefined {
  if (day.trim() === '' && month === '' && year.trim() === '') return ''
  const named = `${year.trim()}-${month}-${day.trim().padStart(2, '0')}`
  return isDay(named) ? named : undefined
}

/** What was typed, `31/02/2025`, to be kept and read again: every part in its place, filled or not. */
export const textOfParts = ({ day, month, year }: DayParts): string => `${day}/${month}/${year}`

export function partsOfText(text: string): DayParts {
  const [day = '', month = '', year = ''] = text.split('/')
  return { day, month, year }
}

import type { DayParts } from './date-field.tsx'

const orders = [
  /^(?<day>\d{1,2})[/.\- ](?<month>\d{1,2})[/.\- ](?<year>\d{4})$/,
  /^(?<year>\d{4})[/.-](?<month>\d{1,2})[/.-](?<day>\d{1,2})$/,
]

/** A whole day out of the clipboard, as it is written in Chile or by machines: `14/03/2025`, `2025-03-14`. Undefined when it is none. */
export function partsOfPaste(text: string): DayParts | undefined {
  for (const order of orders) {
    const { day, month, year } = order.exec(text.trim())?.groups ?? {}
    if (day && month && year && Number(month) >= 1 && Number(month) <= 12) return { day, month: month.padStart(2, '0'), year }
  }
  return undefined
}

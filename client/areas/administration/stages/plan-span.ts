import { addDays, isDay } from '#shared/kernel/instant.ts'
import type { Day } from '#shared/kernel/instant.ts'
import { daysApart, isPlannable } from '#shared/stages/plan.ts'
import type { DraftStage } from '#shared/stages/plan.ts'

/** Days that are drawn, the first and the last with them. */
export interface Span {
  readonly from: Day
  readonly to: Day
}

/** Room on both sides in which the first and the last stage can be moved, days. */
const roomDays = 21

/** Every day of some stages, with room on both sides; null where none has days. */
export function paddedSpan(stages: readonly Pick<DraftStage, 'start' | 'end'>[]): Span | null {
  const days = stages
    .filter(({ start, end }) => isPlannable(start) && isPlannable(end) && start <= end)
    .flatMap(({ start, end }) => [start, end])
    .toSorted()
  const [first, last] = [days[0], days.at(-1)]
  return first === undefined || last === undefined ? null : { from: addDays(first, -roomDays), to: addDays(last, roomDays) }
}

/** How far the beginning of a day lies into a span: 0 its first day, 1 the end of its last; outside of it below or above. */
export const shareOf = ({ from, to }: Span, day: Day): number => (isDay(day) ? daysApart(from, day) / (daysApart(from, to) + 1) : 0)

/** Months that can be named over a drawing before they touch. */
const monthsMost = 12

/** First days of months in a span: all of them, or every so many where they would touch. */
export function monthsIn({ from, to }: Span): readonly Day[] {
  const first = from.endsWith('-01') ? from : nextMonth(from)
  const months: Day[] = []
  for (let day = first; day <= to && months.length < 12_000; day = nextMonth(day)) months.push(day)
  const step = Math.ceil(months.length / monthsMost)
  return months.filter((_, at) => at % step === 0)
}

function nextMonth(day: Day): Day {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const [next, after] = month === 12 ? [year + 1, 1] : [year, month + 1]
  return `${String(next).padStart(4, '0')}-${String(after).padStart(2, '0')}-01`
}

import { addDays, dayMs, isDay, startOfDayMs } from '../kernel/instant.ts'
import type { Day } from '../kernel/instant.ts'
import type { Stage } from '../stages/model.ts'
import type { Rehearsal } from './model.ts'

/** Whole days from one to another; days of 23 and 25 hours count as one. */
const daysBetween = (from: Day, to: Day): number => Math.round((startOfDayMs(to) - startOfDayMs(from)) / dayMs)

/** The day of the plan on which a rehearsal stands on a day of the calendar (RH2). */
export const rehearsedDay = ({ day, asOf }: Pick<Rehearsal, 'day' | 'asOf'>, today: Day): Day => addDays(day, daysBetween(asOf, today))

/** The stages of a rehearsal, moved so that a day of the plan is today (RH2). */
export function stagesOn(stages: readonly Stage[], planned: Rehearsal['planned'], day: Day, today: Day): Stage[] {
  const away = daysBetween(day, today)
  return stages.map((stage) => {
    const plan = planned.find((each) => each.id === stage.id) ?? stage
    const { cutAt: _cutAt, startedAt: _startedAt, ...kept } = stage
    return { ...kept, start: addDays(plan.start, away), end: addDays(plan.end, away) }
  })
}

/** Whether a text is a day on which a plan can be rehearsed. */
export function isRehearsable(planned: Rehearsal['planned'], day: string): boolean {
  const span = rehearsable(planned)
  return span !== undefined && isDay(day) && day >= span.first && day <= span.last
}

/** First and last day on which a plan can be rehearsed: from the day before its first stage to the one after its last. */
export function rehearsable(planned: Rehearsal['planned']): { readonly first: Day; readonly last: Day } | undefined {
  const starts = planned.map((each) => each.start).toSorted()
  const ends = planned.map((each) => each.end).toSorted()
  const [first] = starts
  const last = ends.at(-1)
  return first === undefined || last === undefined ? undefined : { first: addDays(first, -1), last: addDays(last, 1) }
}

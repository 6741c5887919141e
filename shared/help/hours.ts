import { addDays, dayAt, daysBetween, instantOf, minuteAt, momentOf, type Day, type Instant } from '../kernel/instant.ts'
import { winterSolstice } from './solstice.ts'

/** Hours of America/Santiago in which somebody is there: from the first, before the last (HE1). */
export const helpHours = { from: 9, to: 17 } as const

/** Days that are every year's: month and day. */
const fixed = ['01-01', '05-01', '05-21', '07-16', '08-15', '09-18', '09-19', '11-01', '12-08', '12-25'] as const

const [sunday, monday, tuesday, wednesday, thursday, friday, saturday] = [0, 1, 2, 3, 4, 5, 6] as const
/** A Sunday. */
const aSunday = '2023-01-01'
const weekdayOf = (day: Day): number => ((daysBetween(aSunday, day) % 7) + 7) % 7

/** Sunday of Easter of a year, by the rule of the Gregorian calendar. */
function easterOf(year: number): Day {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const moonShift = (century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 19 * golden + 15) % 30
  const fullMoon = moonShift - (moonShift === 29 || (moonShift === 28 && golden > 10) ? 1 : 0)
  const untilSunday = 7 - ((year + Math.floor(year / 4) + fullMoon + 2 - century + Math.floor(century / 4)) % 7)
  return addDays(dayIn(year, '03-21'), fullMoon + untilSunday)
}

const dayIn = (year: number, monthAndDay: string): Day => `${String(year).padStart(4, '0')}-${monthAndDay}`

/** A day that is kept on a Monday: of its own week, or of the next one where it falls on a Friday. */
function onMonday(day: Day): Day {
  const weekday = weekdayOf(day)
  if (weekday === tuesday || weekday === wednesday || weekday === thursday) return addDays(day, monday - weekday)
  return weekday === friday ? addDays(day, 3) : day
}

/** A day that is kept on a Friday: the one before a Tuesday, the one after a Wednesday. */
function onFriday(day: Day): Day {
  const weekday = weekdayOf(day)
  if (weekday === tuesday) return addDays(day, -4)
  return weekday === wednesday ? addDays(day, 2) : day
}

/** Days that are only a holiday where they join one to a weekend. */
function bridges(year: number): Day[] {
  const newYear = dayIn(year, '01-02')
  const [before, after] = [dayIn(year, '09-17'), dayIn(year, '09-20')]
  return [
    ...(weekdayOf(newYear) === monday ? [newYear] : []),
    ...(weekdayOf(before) === monday || weekdayOf(before) === friday ? [before] : []),
    ...(weekdayOf(after) === friday ? [after] : []),
  ]
}

/**
 * Holidays of all of Chile in a year, sorted, by the laws in force: those of one region alone, of elections, which are held on Sundays,
 * and what a law declares for one single day are none of them (HE2).
 */
export function holidaysOf(year: number): Day[] {
  const easter = easterOf(year)
  const found = [
    ...fixed.map((each) => dayIn(year, each)),
    addDays(easter, -2),
    addDays(easter, -1),
    // The day of the first peoples is that of the winter solstice, by the clocks of Chile.
    dayAt(winterSolstice(year)),
    onMonday(dayIn(year, '06-29')),
    onMonday(dayIn(year, '10-12')),
    onFriday(dayIn(year, '10-31')),
    ...bridges(year),
  ]
  return [...new Set(found)].toSorted()
}

const known = new Map<number, ReadonlySet<Day>>()

/** Whether somebody is there on a day at all: from Monday to Friday, and on no holiday (HE1). */
export function isHelpDay(day: Day): boolean {
  const weekday = weekdayOf(day)
  if (weekday === sunday || weekday === saturday) return false
  const year = Number(day.slice(0, 4))
  const holidays = known.get(year) ?? new Set(holidaysOf(year))
  known.set(year, holidays)
  return !holidays.has(day)
}

/** Whether somebody is there at a moment (HE1). */
export function isHelpOpen(now: Instant): boolean {
  const hour = Number(minuteAt(now).slice(-5, -3))
  return hour >= helpHours.from && hour < helpHours.to && isHelpDay(dayAt(now))
}

/** The moment itself, or the next at which somebody is there (HE1). */
export function helpOpensAt(now: Instant): Instant {
  if (isHelpOpen(now)) return now
  let day = dayAt(now)
  for (;;) {
    const opens = instantOf(momentOf(day, helpHours.from))
    if (opens > now && isHelpDay(day)) return opens
    day = addDays(day, 1)
  }
}

/** A moment, UTC ISO text with milliseconds and `Z`; sorts as text. */
export type Instant = string
/** A calendar day `YYYY-MM-DD` in America/Santiago unless said otherwise. */
export type Day = string

export const zone = 'America/Santiago'
export const dayMs = 86_400_000
const hourMs = 3_600_000

export const epochMs = (instant: Instant): number => Date.parse(instant)
export const instantOf = (ms: number): Instant => new Date(ms).toISOString()

/** Instants of the years 0 to 9999 sort as text; others begin with a sign. */
const isPlain = (at: Instant): boolean => at.length === 24

export const isBefore = (a: Instant, b: Instant): boolean => (isPlain(a) && isPlain(b) ? a < b : epochMs(a) < epochMs(b))

/** A moment, moved to the nearer end when it lies outside [from, to]. `from` null: no beginning. */
export function momentWithin(at: Instant, from: Instant | null, to: Instant): Instant {
  if (isBefore(to, at)) return to
  return from !== null && isBefore(at, from) ? from : at
}

const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone: zone,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

function wallClock(ms: number): { day: Day; asUtcMs: number } {
  const found: Record<string, string> = {}
  for (const part of parts.formatToParts(ms)) found[part.type] = part.value
  const day = `${yearText(found['year'] ?? '')}-${found['month']}-${found['day']}`
  return { day, asUtcMs: Date.parse(`${day}T${found['hour']}:${found['minute']}:${found['second']}Z`) }
}

/** A year as a day holds it: those before 1000 begin with zeros, those after 9999 with a sign. */
const yearText = (year: string): string => (year.length > 4 ? `+${year.padStart(6, '0')}` : year.padStart(4, '0'))

/** Calendar day in Santiago at that moment (TM1). */
export const dayAt = (instant: Instant): Day => wallClock(epochMs(instant)).day

/** Day and minute in Santiago at that moment, `YYYY-MM-DD HH:MM`: for a record that people read. */
export const minuteAt = (instant: Instant): string =>
  instantOf(wallClock(epochMs(instant)).asUtcMs)
    .slice(0, -8)
    .replace('T', ' ')

/**
 * First moment of a calendar day in Santiago, as epoch milliseconds (TM1).
 * When the clocks skip midnight the day starts at 01:00 local, its first moment that exists. Throws for a text that names no day.
 */
export function startOfDayMs(day: Day): number {
  const known = startsMs.get(day)
  if (known !== undefined) return known
  const found = startMsOf(day)
  // A text of somebody's that names a day far away is not worth the room.
  if (startsMs.size < mostStarts) startsMs.set(day, found)
  return found
}

/** Starts of days that were asked for: stages are looked at with every mutation, and the calendar's own way takes many of its steps. */
const startsMs = new Map<Day, number>()
const mostStarts = 5_000

function startMsOf(day: Day): number {
  const wanted = Date.parse(`${day}T00:00:00Z`)
  const offset = (ms: number): number => wallClock(ms).asUtcMs - Math.floor(ms / 1000) * 1000
  const guess = wanted - offset(wanted)
  const refined = wanted - offset(guess)
  if (wallClock(refined).day === day && wallClock(refined - 1000).day !== day) return refined
  for (const candidate of [Math.min(guess, refined), Math.max(guess, refined)]) {
    if (wallClock(candidate).day === day && wallClock(candidate - 1000).day !== day) return candidate
  }
  return refined
}

/** The moment at which a day's clocks show a whole hour, as epoch milliseconds; of a day without that hour, the one after it. */
export function momentOf(day: Day, hour: number): number {
  const about = startOfDayMs(day) + hour * hourMs
  const shown = wallClock(about)
  // A day whose clocks were moved at its beginning is at another hour by then.
  return about + (shown.day === day ? hour * hourMs - (shown.asUtcMs - Date.parse(`${day}T00:00:00Z`)) : 0)
}

export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().replace(/T.*/, '')
}

/** Days from one to another by the calendar; negative backwards. */
export const daysBetween = (from: Day, to: Day): number => (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs

/** Last millisecond of a calendar day in Santiago, as epoch milliseconds (TM1). */
export const endOfDayMs = (day: Day): number => startOfDayMs(addDays(day, 1)) - 1

const dayPattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

/** Whether a text names a day of the calendar. Engines differ on 30 February, so the text is never parsed by them. */
export function isDay(text: string): boolean {
  if (!dayPattern.test(text)) return false
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  return new Date(Date.UTC(2000 + (year % 400), month - 1, day)).getUTCDate() === day
}

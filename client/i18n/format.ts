import type { Day, Instant } from '#shared/kernel/instant.ts'
import { dayText, deadlineText, listedMomentText, momentText, openingText, showsChileTime, timeText } from '#shared/kernel/moment-words.ts'
import type { DeviceClock } from '#shared/kernel/moment-words.ts'
import { useLanguage } from './language.ts'
import type { Language } from './language.ts'

const locales: Record<Language, string> = { es: 'es-CL', en: 'en-GB' }

/** Numbers, sizes and moments as people in Chile read them, in the language of the interface. */
export interface Format {
  /** Up to 4 decimals (FM2). */
  number(value: number): string
  percent(share: number): string
  /** `20 nov 2026`, a calendar day. */
  day(day: Day | Instant): string
  /** One of many moments: DD/MM/YYYY HH:mm (FM1). */
  moment(instant: Instant): string
  /** A moment that somebody may have to prove: with its zone (TM23). */
  certified(instant: Instant): string
  /** Until when: the last minute of a day, or a moment (TM23). */
  deadline(until: Day | Instant): string
  /** From when: the first moment of a day (TM23). */
  opening(from: Day): string
  /** HH:mm. */
  time(instant: Instant): string
  /** Whether this device's clock shows what Chile's shows then. */
  isChileTime(instant: Instant): boolean
  /** `hace 5 minutos`; `now` is given so that a render stays pure. */
  ago(instant: Instant, nowMs: number): string
  bytes(size: number): string
  list(items: readonly string[]): string
}

/** The clock of this device, as it is set now: who travels changes it while the page is open. */
export const deviceClock: DeviceClock = (ms) => -new Date(ms).getTimezoneOffset()

export function createFormat(language: Language): Format {
  const locale = locales[language]
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  return {
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    day: (value) => dayText(value, language, 'short'),
    moment: (instant) => listedMomentText(instant, language, deviceClock),
    certified: (instant) => momentText(instant, { language, style: 'figures', clock: deviceClock }),
    deadline: (until) => deadlineText(until, { language, style: 'short', clock: deviceClock }),
    opening: (from) => openingText(from, { language, style: 'short', clock: deviceClock }),
    time: (instant) => timeText(instant, language, deviceClock),
    isChileTime: (instant) => showsChileTime(instant, deviceClock),
    ago: (instant, nowMs) => relativeText(relative, Date.parse(instant) - nowMs),
    bytes: (size) => bytesText(locale, size),
    list: (items) => list.format(items),
  }
}

function relativeText(relative: Intl.RelativeTimeFormat, deltaMs: number): string {
  const seconds = Math.round(deltaMs / 1000)
  if (Math.abs(seconds) < 60) return relative.format(0, 'second')
  const minutes = Math.round(seconds / 60)
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  if (Math.abs(hours) < 24) return relative.format(hours, 'hour')
  return relative.format(Math.round(hours / 24), 'day')
}

const byteUnits = [
  ['gigabyte', 1_000_000_000],
  ['megabyte', 1_000_000],
  ['kilobyte', 1000],
] as const

function bytesText(locale: string, size: number): string {
  const [unit, divisor] = byteUnits.find(([, least]) => size >= least) ?? (['byte', 1] as const)
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: divisor >= 1_000_000 ? 1 : 0,
  }).format(size / divisor)
}

/** Its formatters cost more than a question's card: one set serves the whole page. */
const formats = new Map<Language, Format>()

export function useFormat(): Format {
  const language = useLanguage()
  const known = formats.get(language)
  if (known) return known
  const made = createFormat(language)
  formats.set(language, made)
  return made
}

import { zone } from '#shared/kernel/instant.ts'
import type { Day, Instant } from '#shared/kernel/instant.ts'
import { useLanguage } from './language.ts'
import type { Language } from './language.ts'

const locales: Record<Language, string> = { es: 'es-CL', en: 'en-GB' }

/** Numbers, sizes and moments as people in Chile read them, in the language of the interface. */
export interface Format {
  /** Up to 4 decimals (FM2). */
  number(value: number): string
  percent(share: number): string
  /** `20-nov-2026`, a calendar day. */
  day(day: Day | Instant): string
  /** DD/MM/YYYY HH:mm (FM1). */
  moment(instant: Instant): string
  /** HH:mm. */
  time(instant: Instant): string
  /** `hace 5 minutos`; `now` is given so that a render stays pure. */
  ago(instant: Instant, nowMs: number): string
  bytes(size: number): string
  list(items: readonly string[]): string
}

export function createFormat(language: Language): Format {
  const locale = locales[language]
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const day = new Intl.DateTimeFormat(locale, { timeZone: zone, day: 'numeric', month: 'short', year: 'numeric' })
  const time = new Intl.DateTimeFormat(locale, { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const date = new Intl.DateTimeFormat('en-GB', { timeZone: zone, day: '2-digit', month: '2-digit', year: 'numeric' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  return {
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    // A bare calendar day is read at noon so that no zone moves it.
    day: (value) => day.format(new Date(value.length === 10 ? `${value}T15:00:00Z` : value)),
    moment: (instant) => `${date.format(new Date(instant))} ${time.format(new Date(instant))}`,
    time: (instant) => time.format(new Date(instant)),
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

/** Its seven formatters cost more than a question's card: one set serves the whole page. */
const formats = new Map<Language, Format>()

export function useFormat(): Format {
  const language = useLanguage()
  const known = formats.get(language)
  if (known) return known
  const made = createFormat(language)
  formats.set(language, made)
  return made
}

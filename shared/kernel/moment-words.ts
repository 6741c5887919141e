import { endOfDayMs, epochMs, instantOf, minuteAt, startOfDayMs, type Day, type Instant } from './instant.ts'

export type Told = 'es' | 'en'

/** Minutes by which the clock of a device is ahead of UTC at a moment. */
export type DeviceClock = (ms: number) => number

/** The day of a moment: `24/12/2026`, `24 dic 2026`, `24 de diciembre de 2026`. */
type Style = 'figures' | 'short' | 'long'

interface Writing {
  readonly language: Told
  readonly style: Style
  /** Of the device on which it is read, whose own time stands beside where it is another one. What is read on any device has none. */
  readonly clock?: DeviceClock
}

const locales: Readonly<Record<Told, string>> = { es: 'es-CL', en: 'en-GB' }
export const zoneNames: Readonly<Record<Told, string>> = { es: 'hora de Chile continental', en: 'continental Chile time' }
const ownNames: Readonly<Record<Told, string>> = { es: 'en este equipo', en: 'on this device' }

const parts = {
  beside: { day: 'numeric', month: 'short' },
  figures: { day: '2-digit', month: '2-digit', year: 'numeric' },
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  long: { dateStyle: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
const made = new Map<string, Intl.DateTimeFormat>()

/** A day in words. Its parts are taken at noon of UTC, so that no zone moves it. */
function wordsOf(day: Day, language: Told, as: keyof typeof parts): string {
  const locale = as === 'figures' ? locales.en : locales[language]
  const format = made.get(`${locale} ${as}`) ?? new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...parts[as] })
  made.set(`${locale} ${as}`, format)
  return format.format(epochMs(`${day}T12:00:00Z`))
}

const dayOf = (minute: string): Day => minute.slice(0, -6)
const timeOf = (minute: string): string => minute.slice(-5)

/** A calendar day; of a moment, that of continental Chile (TM1). */
export const dayText = (at: Day | Instant, language: Told, style: Style): string =>
  wordsOf(at.includes('T') ? dayOf(minuteAt(at)) : at, language, style)

/** What a device's own clock shows then, in parentheses; nothing where that is what Chile's shows. */
function ownText(at: Instant, { language, clock }: Writing): string {
  if (!clock) return ''
  const chile = minuteAt(at)
  const own = instantOf(epochMs(at) + clock(epochMs(at)) * 60_000)
    .slice(0, -8)
    .replace('T', ' ')
  if (own === chile) return ''
  const day = dayOf(own) === dayOf(chile) ? '' : `${wordsOf(dayOf(own), language, 'beside')}, `
  return ` (${day}${timeOf(own)} ${ownNames[language]})`
}

const bareText = (at: Instant, { language, style }: Writing): string => {
  const minute = minuteAt(at)
  return `${wordsOf(dayOf(minute), language, style)}${style === 'figures' ? ' ' : ', '}${timeOf(minute)}`
}

/** A moment with its zone, and the device's own time beside where that is another one (TM23). */
export const momentText = (at: Instant, writing: Writing): string =>
  `${bareText(at, writing)}, ${zoneNames[writing.language]}${ownText(at, writing)}`

/** One of many moments, `24/12/2026 23:59`: it names the zone only where the device's clock shows another time (TM23, FM1). */
export function listedMomentText(at: Instant, language: Told, clock: DeviceClock): string {
  const writing: Writing = { language, style: 'figures', clock }
  return showsChileTime(at, clock) ? bareText(at, writing) : momentText(at, writing)
}

/** Whether a device's clock shows what Chile's shows then. */
export const showsChileTime = (at: Instant, clock: DeviceClock): boolean => ownText(at, { language: 'es', style: 'figures', clock }) === ''

/** The time of a moment of today, with the device's own beside where that is another one. */
export const timeText = (at: Instant, language: Told, clock: DeviceClock): string =>
  timeOf(minuteAt(at)) + ownText(at, { language, style: 'figures', clock })

/** Until when something may be done: the last minute of a day, or a moment (TM23). */
export const deadlineText = (until: Day | Instant, writing: Writing): string =>
  momentText(until.includes('T') ? until : instantOf(endOfDayMs(until)), writing)

/** From when something may be done: the first moment of a day (TM23). */
export const openingText = (from: Day, writing: Writing): string => momentText(instantOf(startOfDayMs(from)), writing)

import type { Instant } from '#shared/kernel/instant.ts'
import { dayText, deadlineText, momentText } from '#shared/kernel/moment-words.ts'
import { mostText, pointsText } from '#shared/results/words.ts'
import { reportEn } from '../strings/report.en.ts'
import { reportEs } from '../strings/report.es.ts'

export type ReportLanguage = 'es' | 'en'
type Key = keyof typeof reportEs
type SlotsOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | SlotsOf<Rest> : never
type Slots<K extends Key> = [SlotsOf<(typeof reportEs)[K]>] extends [never] ? [] : [Readonly<Record<SlotsOf<(typeof reportEs)[K]>, string>>]

const texts = { es: reportEs, en: reportEn } as const
const locales = { es: 'es-CL', en: 'en-GB' } as const

/** What a report says, and how it writes numbers and days, in one language. */
export interface Words {
  readonly language: ReportLanguage
  say<K extends Key>(key: K, ...slots: Slots<K>): string
  /** Points, three decimals. */
  points(value: number): string
  /** What can be obtained, with as many decimals as it has. */
  most(value: number): string
  /** A part of 1, one decimal. */
  percent(part: number): string
  /** A day in words, in Chile. */
  day(at: Instant): string
  /** A day and a minute, with their zone (TM23). */
  moment(at: Instant): string
  /** Until when something may be done (TM23). */
  deadline(at: Instant): string
}

export function wordsIn(language: ReportLanguage): Words {
  const locale = locales[language]
  const one = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return {
    language,
    say: (key, ...[slots]) => {
      const given: Readonly<Record<string, string>> = slots ?? {}
      return texts[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => given[name] ?? whole)
    },
    points: (value) => pointsText(value, language),
    most: (value) => mostText(value, language),
    // The sign never begins a line.
    percent: (part) => `${one.format(part * 100)}\u00a0%`,
    day: (at) => dayText(at, language, 'long'),
    moment: (at) => momentText(at, { language, style: 'long' }),
    deadline: (at) => deadlineText(at, { language, style: 'long' }),
  }
}

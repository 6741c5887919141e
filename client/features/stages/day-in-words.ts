import type { Day } from '#shared/kernel/instant.ts'
import type { Language } from '#client/i18n/language.ts'

const words: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  es: new Intl.DateTimeFormat('es-CL', { dateStyle: 'full', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }),
}

/** A calendar day in words, with its weekday: "viernes, 10 de abril de 2026". */
export const dayInWords = (day: Day, language: Language): string => words[language].format(new Date(`${day}T12:00:00Z`))

import type { SiteLanguage } from '#shared/site/model.ts'
import { offlineEn } from './offline-strings.en.ts'
import { offlineEs } from './offline-strings.es.ts'

/** Without the dictionaries of pages: the worker says them in the language of the page that it has. */
export const offlineWords: Readonly<Record<SiteLanguage, typeof offlineEn>> = { es: offlineEs, en: offlineEn }

const days: Readonly<Record<SiteLanguage, Intl.DateTimeFormat>> = {
  es: new Intl.DateTimeFormat('es-CL', { timeZone: 'America/Santiago', day: 'numeric', month: 'short', year: 'numeric' }),
  en: new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Santiago', day: 'numeric', month: 'short', year: 'numeric' }),
}
/** Day of a moment as people in Chile read it. */
export const dayWords = (moment: string, language: SiteLanguage): string => days[language].format(new Date(moment))

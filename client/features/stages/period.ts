import type { Stage } from '#shared/stages/model.ts'
import type { Language } from '#client/i18n/language.ts'

const locales: Record<Language, string> = { es: 'es-CL', en: 'en-GB' }

/** First and last day of a stage in the fewest words: "31 oct – 15 dic".. */
export function periodOf(stage: Pick<Stage, 'start' | 'end'>, language: Language): string {
  const days = new Intl.DateTimeFormat(locales[language], { timeZone: 'UTC', day: 'numeric', month: 'short' })
  // Calendar days, read at noon so that no zone moves them.
  return `${days.format(new Date(`${stage.start}T12:00:00Z`))} – ${days.format(new Date(`${stage.end}T12:00:00Z`))}`
}

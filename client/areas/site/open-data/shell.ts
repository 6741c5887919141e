import type { Language } from '#client/i18n/language.ts'
import { translate } from '#client/i18n/text.ts'
import type { Translate } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'
import { openDataText } from './text.ts'

/** What stands around the charts says its words in the page's language. */
export interface Shell {
  readonly t: Translate<typeof es>
  readonly language: Language
}
export const shellIn = (language: Language): Shell => ({ t: translate(openDataText, language), language })

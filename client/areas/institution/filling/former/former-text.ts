import { defineText } from '#client/i18n/text.ts'
import { formerEs } from './former-strings.es.ts'

/** What was answered a form ago: it comes with what shows it. */
export const formerText = defineText('former', formerEs)

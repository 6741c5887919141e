import { defineText } from '#client/i18n/text.ts'
import { readyEs } from './ready-strings.es.ts'

/** Of the lists that say which sections are ready. */
export const readyText = defineText('ready', readyEs)

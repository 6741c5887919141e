import { defineText } from '#client/i18n/text.ts'
import { es } from './paste-strings.es.ts'

/** What is said of a text that was pasted into a plain field. */
export const plainPasteText = defineText('plainPaste', es)

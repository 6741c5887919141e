import { defineText } from '#client/i18n/text.ts'
import { sendEs } from './send-strings.es.ts'

/** What is said where somebody sends, beside what the start page and the questionnaire say of it. */
export const sendText = defineText('send', sendEs)

import { defineText } from '#client/i18n/text.ts'
import { dialogsEs } from './dialog-strings.es.ts'

export const dialogsText = defineText('dialogs', dialogsEs)

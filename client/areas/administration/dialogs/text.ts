import { defineText } from '#client/i18n/text.ts'
import { dialogsEs } from './strings.es.ts'

export const dialogsText = defineText('dialogs', dialogsEs)

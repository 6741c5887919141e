import { defineText } from '#client/i18n/text.ts'
import { es } from './check-strings.es.ts'

export const receiptCheckText = defineText('receiptCheck', es)

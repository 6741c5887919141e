import { defineText } from '#client/i18n/text.ts'
import { es } from './receipt-strings.es.ts'

export const receiptText = defineText('receipts', es)

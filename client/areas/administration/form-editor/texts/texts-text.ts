import { defineText } from '#client/i18n/text.ts'
import { es } from './texts-strings.es.ts'

export const textsText = defineText('texts', es)

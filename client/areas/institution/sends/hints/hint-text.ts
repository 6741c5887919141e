import { defineText } from '#client/i18n/text.ts'
import { es } from './hint-strings.es.ts'

export const hintText = defineText('hints', es)

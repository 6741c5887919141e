import { defineText } from '#client/i18n/text.ts'
import { es } from './translate-strings.es.ts'

export const translateText = defineText('translations', es)

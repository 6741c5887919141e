import { defineText } from '#client/i18n/text.ts'
import { es } from './plan-strings.es.ts'

export const planningText = defineText('planning', es)

import { defineText } from '#client/i18n/text.ts'
import { es } from './lab-strings.es.ts'

export const labResultsText = defineText('labResults', es)

import { defineText } from '#client/i18n/text.ts'
import { es } from './strings.es.ts'

export const assignmentsText = defineText('assignments', es)

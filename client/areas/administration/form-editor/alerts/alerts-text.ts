import { defineText } from '#client/i18n/text.ts'
import { es } from './alerts-strings.es.ts'

export const alertsText = defineText('alerts', es)

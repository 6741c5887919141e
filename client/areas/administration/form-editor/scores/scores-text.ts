import { defineText } from '#client/i18n/text.ts'
import { es } from './scores-strings.es.ts'

export const scoresText = defineText('scores', es)

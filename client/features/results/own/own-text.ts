import { defineText } from '#client/i18n/text.ts'
import { ownEs } from './own-strings.es.ts'

export const ownResultsText = defineText('ownResults', ownEs)

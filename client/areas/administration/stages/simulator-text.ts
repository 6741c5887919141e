import { defineText } from '#client/i18n/text.ts'
import { simulatorEs } from './simulator-strings.es.ts'

/** Of one page of administrators. */
export const simulatorText = defineText('simulator', simulatorEs)

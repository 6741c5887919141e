import { defineText } from '#client/i18n/text.ts'
import { readyMarkEs } from './mark-strings.es.ts'

/** Of the mark of a section, which comes with it. */
export const readyMarkText = defineText('readyMark', readyMarkEs)

import { defineText } from '#client/i18n/text.ts'
import { rowEs } from './row-strings.es.ts'

/** How a row without a name is called: lists say it that load nothing else of answers. */
export const rowText = defineText('row', rowEs)

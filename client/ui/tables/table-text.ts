import { defineText } from '#client/i18n/text.ts'
import { es } from './table-strings.es.ts'

/** Words of a table that is searched and turned page by page: pages without one do without them. */
export const tableText = defineText('table', es)

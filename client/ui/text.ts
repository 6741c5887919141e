import { defineText } from '#client/i18n/text.ts'
import { es } from './strings.es.ts'

/** Words of the kit itself. */
export const uiText = defineText('ui', es)

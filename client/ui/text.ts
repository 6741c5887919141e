import { defineText } from '#client/i18n/text.ts'
import { en } from './strings.en.ts'
import { es } from './strings.es.ts'

/** Words of the kit itself. */
export const uiText = defineText('ui', es, en)

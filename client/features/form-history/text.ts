import { defineText } from '#client/i18n/text.ts'
import type { Translate } from '#client/i18n/text.ts'
import { es } from './strings.es.ts'

export const formHistoryText = defineText('formHistory', es)
export type HistoryTranslate = Translate<typeof es>

import { defineText } from '#client/i18n/text.ts'
import type { Translate } from '#client/i18n/text.ts'
import { es } from './strings.es.ts'

export const syncText = defineText('sync', es)
export type SyncTranslate = Translate<typeof es>

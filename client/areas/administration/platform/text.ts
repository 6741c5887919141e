import { defineText } from '#client/i18n/text.ts'
import type { Translate } from '#client/i18n/text.ts'
import { es } from './strings.es.ts'

export const platformText = defineText('platform', es)
export type PlatformTranslate = Translate<typeof es>

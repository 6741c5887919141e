import { defineText } from '#client/i18n/text.ts'
import type { Translate } from '#client/i18n/text.ts'
import { es } from './strings.es.ts'

export const auditText = defineText('audit', es)
export type AuditTranslate = Translate<typeof es>

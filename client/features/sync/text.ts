import { defineText } from '#client/i18n/text.ts'
import type { Translate } from '#client/i18n/text.ts'
import { es } from './strings.es.ts'

export const syncText = defineText('sync', es)
export type SyncTranslate = Translate<typeof es>

type ActKey = Extract<keyof typeof es, `act_${string}`>
const isActKey = (key: string): key is ActKey => Object.hasOwn(es, key)

/** What a waiting item does: `answer.set` reads "Responder". */
export function actText(t: SyncTranslate, name: string): string {
  const key = `act_${name.replace('.', '_')}`
  return isActKey(key) ? t(key) : t('act_other')
}

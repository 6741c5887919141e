import { defineText } from '#client/i18n/text.ts'
import type { Translate } from '#client/i18n/text.ts'
import { panelEs } from './panel-strings.es.ts'

/** What only the panel, the cards and the page of the device say: it comes with them. */
export const panelText = defineText('syncPanel', panelEs)
export type PanelTranslate = Translate<typeof panelEs>

type ActKey = Extract<keyof typeof panelEs, `act_${string}`>
const isActKey = (key: string): key is ActKey => Object.hasOwn(panelEs, key)

/** What a waiting item does: `answer.set` reads "Responder". */
export function actText(t: PanelTranslate, name: string): string {
  const key = `act_${name.replace('.', '_')}`
  return isActKey(key) ? t(key) : t('act_other')
}

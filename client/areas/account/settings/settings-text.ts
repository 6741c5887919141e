import { defineText } from '#client/i18n/text.ts'
import { settingsEs } from './settings-strings.es.ts'

/** What only the cards of one's own settings say. */
export const settingsText = defineText('settings', settingsEs)

import { defineText } from '#client/i18n/text.ts'
import { pinEs } from './pin-strings.es.ts'

export const pinText = defineText('pin', pinEs)

import { defineText } from '#client/i18n/text.ts'
import { kindsEs } from './kind-strings.es.ts'

export const kindsText = defineText('kinds', kindsEs)

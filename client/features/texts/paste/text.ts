import { defineText } from '#client/i18n/text.ts'
import { pasteEs } from './strings.es.ts'

export const pasteText = defineText('paste', pasteEs)

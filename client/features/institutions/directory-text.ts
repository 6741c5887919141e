import { defineText } from '#client/i18n/text.ts'
import { es } from './directory-strings.es.ts'

export const directoryText = defineText('institutionDirectory', es)

import { defineText } from '#client/i18n/text.ts'
import { es } from './participants-strings.es.ts'

export const participantsText = defineText('participants', es)

import { defineText } from '#client/i18n/text.ts'
import { sessionsEs } from './sessions-strings.es.ts'

/** Words of what has been done with an account, apart from those that sign-in needs. */
export const sessionsText = defineText('sessions', sessionsEs)

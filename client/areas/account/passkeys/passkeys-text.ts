import { defineText } from '#client/i18n/text.ts'
import { passkeysEs } from './passkeys-strings.es.ts'

/** Words of passkeys, apart from the button that every sign-in has. */
export const passkeysText = defineText('passkeys', passkeysEs)

import { defineText } from '#client/i18n/text.ts'
import { ssoEs } from './sso-strings.es.ts'

/** Words of single sign-on, which comes only where there is a provider. */
export const ssoText = defineText('sso', ssoEs)

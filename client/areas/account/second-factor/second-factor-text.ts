import { defineText } from '#client/i18n/text.ts'
import { secondFactorEs } from './second-factor-strings.es.ts'

/** Words of the second factor, apart from those that every sign-in needs. */
export const secondFactorText = defineText('secondFactor', secondFactorEs)

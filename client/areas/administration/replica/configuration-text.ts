import { defineText } from '#client/i18n/text.ts'
import { configurationEs } from './configuration-strings.es.ts'

export const replicaConfigurationText = defineText('replicaConfiguration', configurationEs)

import { defineText } from '#client/i18n/text.ts'
import { es } from './chart-strings.es.ts'

/** Words of the charts of open data: they come with them. */
export const openChartsText = defineText('openCharts', es)

import { defineText } from '#client/i18n/text.ts'
import { en } from './strings.en.ts'
import { es } from './strings.es.ts'

export const homeText = defineText('home', es, en)

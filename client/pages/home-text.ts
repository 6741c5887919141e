import { defineText } from '#client/i18n/text.ts'
import { en } from './home-strings.en.ts'
import { es } from './home-strings.es.ts'

export const homeText = defineText('home', es, en)

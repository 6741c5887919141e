import type { Translated } from '#client/i18n/text.ts'
import type { es } from './institution-choice-strings.es.ts'

export const en = {
  title: 'With which institution will you work?',
  lead: 'You can change it whenever you like in the menu of your name, also without a network.',
  institution: 'Institution',
  go: 'Continue',
  chosen: 'You are working with {{name}}.',
} satisfies Translated<typeof es>

import type { Translated } from '#client/i18n/text.ts'
import type { readyEs } from './ready-strings.es.ts'

export const readyEn = {
  readyBy: ({ names }) => `Ready, says ${names}`,
  readyOwn: 'You marked it as ready',
  readyShort: 'Ready',
} satisfies Translated<typeof readyEs>

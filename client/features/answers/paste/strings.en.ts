import type { Translated } from '#client/i18n/text.ts'
import type { pasteEs } from './strings.es.ts'

export const pasteEn = {
  leftOut: ({ what }) => `Not pasted: ${what}.`,
  struck: 'struck-out text',
  hidden: 'hidden text',
  remarks: 'comments in the margin',
  pictures: 'pictures',
  symbols: 'symbols of a font that cannot be read',
} satisfies Translated<typeof pasteEs>

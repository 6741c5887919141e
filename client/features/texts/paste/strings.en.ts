import type { Translated } from '#client/i18n/text.ts'
import type { pasteEs } from './strings.es.ts'

export const pasteEn = {
  leftOut: ({ what }) => `Not pasted: ${what}.`,
  struck: 'struck-out text',
  hidden: 'hidden text',
  remarks: 'comments in the margin',
  pictures: 'pictures',
  symbols: 'symbols of a font that cannot be read',
  toolbar: 'Text format',
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underline',
  heading: 'Heading',
  bulletList: 'Bulleted list',
  orderedList: 'Numbered list',
  link: 'Link',
  linkAddress: 'Address of the link',
  linkApply: 'Apply',
  linkRemove: 'Remove link',
  linkInvalid: 'Enter an address that starts with https://',
} satisfies Translated<typeof pasteEs>

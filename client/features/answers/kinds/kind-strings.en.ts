import type { Translated } from '#client/i18n/text.ts'
import type { kindsEs } from './kind-strings.es.ts'

export const kindsEn = {
  SimpleText: 'Text',
  Text: 'Rich text',
  Block: 'Block',
  Boolean: 'Yes/No',
  Number: 'Number',
  Date: 'Date',
  Multiple: 'Checkbox',
  Single: 'Selection',
} satisfies Translated<typeof kindsEs>

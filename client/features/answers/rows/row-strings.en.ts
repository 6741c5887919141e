import type { Translated } from '#client/i18n/text.ts'
import type { rowEs } from './row-strings.es.ts'

export const rowEn = {
  row: ({ n }) => `Row ${n}`,
} satisfies Translated<typeof rowEs>

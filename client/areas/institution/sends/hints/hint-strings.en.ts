import type { Translated } from '#client/i18n/text.ts'
import type { es } from './hint-strings.es.ts'

export const en = {
  title: ({ n }) => (n === 1 ? 'There is a pair of answers worth a second look' : `There are ${n} pairs of answers worth a second look`),
  lead: 'They keep nobody from sending. Whoever evaluates reads them too.',
  follow: 'Go to {{number}}',
} satisfies Translated<typeof es>

import type { Translated } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'

export const en: Translated<typeof es> = {
  openQuestion: ({ names, n }) => (n === 1 ? `${names} has this question open` : `${names} have this question open`),
  openInstitution: ({ names, n }) => (n === 1 ? `${names} has this institution open` : `${names} have this institution open`),
  and: ' and ',
  others: ({ n }) => `${n} other people`,
}

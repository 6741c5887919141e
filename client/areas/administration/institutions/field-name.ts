import type { Translate } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'

const fieldKeys = {
  name: 'name',
  code: 'code',
  abbreviation: 'abbreviation',
  category: 'category',
  orientation: 'orientation',
  domains: 'domains',
  shortDescription: 'shortDescription',
  longDescription: 'longDescription',
  leaderId: 'leader',
  active: 'active',
  hide: 'hide',
  deactivated: 'deactivate',
} as const
const isNamed = (field: string): field is keyof typeof fieldKeys => Object.hasOwn(fieldKeys, field)

/** What a field of an institution or of a category is called on the screen. */
export const fieldName = (t: Translate<typeof es>, field: string): string => (isNamed(field) ? t(fieldKeys[field]) : field)

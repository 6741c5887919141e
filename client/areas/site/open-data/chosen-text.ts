import type { OpenFilter } from '#shared/open-data/filter.ts'
import { categoryWords, orientationWords } from '#shared/open-data/words.ts'
import type { Language } from '#client/i18n/language.ts'
import { translate } from '#client/i18n/text.ts'
import { openDataText } from './text.ts'

/** `2022, 2023 y 2024`, the same letters on every machine. */
export function listText(items: readonly (string | number)[], language: Language): string {
  if (items.length < 2) return String(items[0] ?? '')
  return `${items.slice(0, -1).join(', ')}${translate(openDataText, language)('and')}${String(items.at(-1))}`
}

/** Of years without data, that they have none. */
export const missingText = (years: readonly number[], language: Language): string =>
  translate(openDataText, language)(years.length === 1 ? 'yearMissing' : 'yearsMissing', { year: listText(years, language) })

/** Of whom figures are. */
export function groupText({ category, orientation }: OpenFilter, language: Language): string {
  const t = translate(openDataText, language)
  if (category !== null) return t('groupCategory', { name: categoryWords[category][language] })
  return orientation === null ? t('groupAll') : t('groupOrientation', { name: orientationWords[orientation][language] })
}

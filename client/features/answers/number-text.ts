import type { Language } from '#client/i18n/language.ts'

const grouped: Record<Language, RegExp> = {
  es: /^-?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/,
  en: /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/,
}
const groupMark: Record<Language, string> = { es: '.', en: ',' }

/**
 * Number that a person wrote in the language of the interface: in Spanish comma for decimals and points between thousands, in
 * English the reverse. A mark that cannot stand between thousands is a decimal one, whichever it is.
 * Null when it is not a number, or not one yet.
 */
export function numberFrom(text: string, language: Language): number | null {
  const trimmed = text.trim().replace(/\s/g, '')
  if (!/\d/.test(trimmed)) return null
  const plain = grouped[language].test(trimmed) ? trimmed.replaceAll(groupMark[language], '') : trimmed
  if (!/^-?\d*(?:[.,]\d+)?$/.test(plain)) return null
  const value = Number(plain.replace(',', '.'))
  return Number.isFinite(value) ? value : null
}

/** A number as the field shows it: the language's decimal mark, none between thousands, so that it can be edited. */
export function textOfNumber(value: number, language: Language): string {
  const text = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 4 }).format(value)
  return language === 'es' ? text.replace('.', ',') : text
}

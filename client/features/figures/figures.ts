import { grouped } from '#shared/kernel/grouped.ts'
import type { Language } from '#client/i18n/language.ts'

/** A mark between thousands, and between whole and parts. */
const signs: Readonly<Record<Language, { readonly thousands: string; readonly parts: string; readonly percent: string }>> = {
  es: { thousands: '.', parts: ',', percent: '\u00a0%' },
  en: { thousands: ',', parts: '.', percent: '%' },
}

/**
 * A figure as it is read: half away from zero at so many decimals, and the same letters on every machine, whatever its language data are:
 * what the server wrote is what the browser draws again (CH1).
 */
export function figureText(value: number, decimals: number, language: Language): string {
  const { thousands, parts } = signs[language]
  const scale = 10 ** decimals
  const units = Math.round(Number((Math.abs(value) * scale).toPrecision(15)))
  const [whole = '0', rest] = (units / scale).toFixed(decimals).split('.')
  return `${value < 0 && units > 0 ? '−' : ''}${grouped(whole, thousands)}${rest === undefined ? '' : `${parts}${rest}`}`
}

/** A difference with its sign; one that rounds to nothing has none. */
export function signedText(value: number, decimals: number, language: Language): string {
  const text = figureText(value, decimals, language)
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

export const percentText = (value: number, decimals: number, language: Language): string =>
  `${figureText(value, decimals, language)}${signs[language].percent}`

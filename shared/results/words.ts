import type { Level } from './model.ts'
import type { Maturity } from './maturities.ts'

/** Languages in which a result is told. */
export type Told = 'es' | 'en'

const locales: Record<Told, string> = { es: 'es-CL', en: 'en-GB' }
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(language: Told, least: number, most: number): Intl.NumberFormat {
  const key = `${language} ${least} ${most}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(locales[language], { minimumFractionDigits: least, maximumFractionDigits: most })
  formats.set(key, made)
  return made
}

/** Half away from zero at so many decimals, of a figure of four: 1.0005 is 1.001, whatever it is in binary. */
function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals
  const result = (Math.sign(value) * Math.round(Number((Math.abs(value) * scale).toPrecision(15)))) / scale
  return result === 0 ? 0 : result
}

/** Points as people read them: always three decimals. */
export const pointsText = (points: number, language: Told): string => formatOf(language, 3, 3).format(rounded(points, 3))

/** What can be obtained: as many decimals as it has. */
export const mostText = (max: number, language: Told): string => formatOf(language, 0, 4).format(rounded(max, 4))

/** A difference with its sign; zero has none. */
export function differenceText(difference: number, language: Told): string {
  const shown = rounded(difference, 3)
  return shown > 0 ? `+${pointsText(shown, language)}` : pointsText(shown, language).replace('-', '−')
}

/** A difference of two shares of what was possible, in percentage points with one decimal and its sign. */
export function shareDifferenceText(by: number, language: Told): string {
  const shown = rounded(by, 1)
  const text = formatOf(language, 1, 1).format(Math.abs(shown))
  return `${shown > 0 ? '+' : shown < 0 ? '−' : ''}${text}\u00a0pp`
}

/** Part of what can be obtained, in whole per cent; 0 where nothing can. */
export const shareOf = (points: number, max: number): number => (max > 0 ? Math.min(1, Math.max(0, points / max)) : 0)

export const shareText = (points: number, max: number, language: Told): string => {
  const per = formatOf(language, 0, 0).format(rounded(shareOf(points, max) * 100, 0))
  return language === 'es' ? `${per}\u00a0%` : `${per}%`
}

/** The same with one decimal, where differences of shares are told beside it. */
export function preciseShareText(points: number, max: number, language: Told): string {
  const per = formatOf(language, 1, 1).format(rounded(shareOf(points, max) * 100, 1))
  return language === 'es' ? `${per}\u00a0%` : `${per}%`
}

const levelWords: Record<Told, Record<Level, string>> = {
  es: { bad: 'MALO', med: 'REGULAR', good: 'BUENO' },
  en: { bad: 'POOR', med: 'FAIR', good: 'GOOD' },
}
/** What a level is called. ◆ */
export const levelWord = (level: Level, language: Told): string => levelWords[language][level]

const maturityWords: Record<Told, Record<Maturity, string>> = {
  es: { Inicial: 'Inicial', Creciente: 'Creciente', Madura: 'Madura', Modelo: 'Modelo' },
  en: { Inicial: 'Initial', Creciente: 'Growing', Madura: 'Mature', Modelo: 'Model' },
}
/** What an institution is called by its points. ◆ */
export const maturityWord = (maturity: Maturity, language: Told): string => maturityWords[language][maturity]

const maturitySpans: Record<Told, Record<Maturity, string>> = {
  es: { Inicial: 'menos de 25', Creciente: 'de 25 a menos de 50', Madura: 'de 50 a 75', Modelo: 'más de 75' },
  en: { Inicial: 'less than 25', Creciente: '25 to less than 50', Madura: '50 to 75', Modelo: 'more than 75' },
}
/** Points of 100 at which it is called so (RS7). */
export const maturitySpan = (maturity: Maturity, language: Told): string => maturitySpans[language][maturity]

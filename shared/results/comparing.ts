import { sumPoints } from '../forms/round-points.ts'
import { differenceText, shareDifferenceText } from './words.ts'
import type { Told } from './words.ts'

/** What changed between two editions, so that their points cannot be subtracted: the maximum, or the rule of points. */
export const breaks = ['max', 'rule'] as const
export type Break = (typeof breaks)[number]

/** Points of the most that could be obtained. */
export interface Figure {
  readonly points: number
  readonly max: number
}
/** A figure of an earlier edition, with what keeps its points from being compared with those of now. */
export interface FormerFigure extends Figure {
  readonly broken?: Break | undefined
}

/** By how much a figure is above or below the earlier one: points, or percentage points of what was possible. */
export interface Compared {
  readonly unit: 'points' | 'share'
  readonly by: number
}

/**
 * The difference that may be shown, or null for none. A question compares in points, and only while its rule and its maximum are the same.
 * Totals compare in points under the same condition, otherwise as shares of what was possible. A declared break compares nothing. (RS21)
 */
export function compared(of: 'question' | 'total', now: Figure, former: FormerFigure, isDeclared: boolean): Compared | null {
  if (isDeclared) return null
  // A result that a device keeps from an older release says nothing of breaks.
  const isBroken = former.broken !== undefined || former.max !== now.max
  if (!isBroken) return { unit: 'points', by: sumPoints([now.points, -former.points]) }
  if (of === 'question' || former.max <= 0 || now.max <= 0) return null
  return { unit: 'share', by: 100 * (now.points / now.max - former.points / former.max) }
}

/** A difference as it is read: `+2,500`, or `+1,1 pp`. */
export function comparedText({ unit, by }: Compared, language: Told): string {
  return unit === 'points' ? differenceText(by, language) : shareDifferenceText(by, language)
}

const breakWords: Record<Told, Record<Break, string>> = {
  es: { max: 'cambió el máximo', rule: 'cambió la regla de puntaje' },
  en: { max: 'the maximum changed', rule: 'the scoring rule changed' },
}
/** What changed, as part of a sentence. */
export const breakWord = (broken: Break, language: Told): string => breakWords[language][broken]

/** Why no points are subtracted, by what was declared and what changed; null where they are. */
export function breakSentence(now: Figure, former: FormerFigure, declared: string | undefined, language: Told): string | null {
  if (declared !== undefined) return language === 'es' ? `No se compara: ${declared}` : `Not compared: ${declared}`
  const broken = former.broken ?? (former.max === now.max ? undefined : 'max')
  if (broken === undefined) return null
  const why = breakWord(broken, language)
  return language === 'es' ? `Los puntos no se comparan: ${why}.` : `Points are not compared: ${why}.`
}

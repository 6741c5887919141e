import type { Break } from '../results/comparing.ts'
import { breakWord } from '../results/comparing.ts'
import { mostText } from '../results/words.ts'
import type { Told } from '../results/words.ts'
import type { PublicInstitution, PublicResultsView } from './view.ts'

/** An index as it was published: points of the most that could be obtained. */
export interface Figure {
  readonly points: number
  readonly max: number
}

/**
 * What the figures of a public series are. Scale, axis, heading, table, file and sentence are all written from it, so that none says another
 * thing than the next: points from 0 to `to`, or the share of what was possible, in per cent. (DB15)
 */
export interface Measure {
  readonly unit: 'points' | 'share'
  readonly to: number
  /** Why it is a share: what changed between the figures. Null of points. */
  readonly why: Break | null
}

function measureOf(figures: readonly Figure[], broken: Break | undefined): Measure {
  const [first, ...others] = figures
  const isOne = others.every(({ max }) => max === first?.max)
  if (isOne && broken === undefined) return { unit: 'points', to: first?.max ?? 100, why: null }
  return { unit: 'share', to: 100, why: isOne ? (broken ?? 'rule') : 'max' }
}

/** Of the index of the chosen institutions and of their category. */
export const indexMeasure = ({ chosen, mean }: Pick<PublicResultsView, 'chosen' | 'mean'>): Measure =>
  measureOf([...chosen, ...(mean ? [mean] : [])], undefined)

/** Of the index over the years: points only while every year has the maximum and the rules of the one before (RS21). */
export function evolutionMeasure({ chosen }: Pick<PublicResultsView, 'chosen'>): Measure {
  const steps = chosen.flatMap(({ evolution }) => evolution)
  return measureOf(steps, steps.flatMap(({ broken }) => broken ?? [])[0])
}

/** A figure by its measure. */
export const measured = ({ unit }: Measure, { points, max }: Figure): number =>
  unit === 'points' ? points : max > 0 ? (100 * points) / max : 0

const words = {
  es: {
    points: (to: string) => `de 0 a ${to} puntos`,
    share: (why: string) => `en porcentaje de lo posible, de 0 a 100 %, porque ${why}`,
    pointsHead: (to: string) => `Índice (0 a ${to})`,
    shareHead: 'Índice (% de lo posible)',
  },
  en: {
    points: (to: string) => `from 0 to ${to} points`,
    share: (why: string) => `as a percentage of what was possible, from 0 to 100%, because ${why}`,
    pointsHead: (to: string) => `Index (0 to ${to})`,
    shareHead: 'Index (% of what was possible)',
  },
} as const

/** The scale of a measure, as part of a sentence. */
export function scaleText({ unit, to, why }: Measure, language: Told): string {
  const t = words[language]
  return unit === 'points' ? t.points(mostText(to, language)) : t.share(breakWord(why ?? 'max', language))
}

/** What a column of the index is called. */
export function indexHeading({ unit, to }: Measure, language: Told): string {
  const t = words[language]
  return unit === 'points' ? t.pointsHead(mostText(to, language)) : t.shareHead
}

/** The steps after the last declared break, which are those that a sentence may compare, with its reason; '' where there is none. */
export function comparableSteps(evolution: PublicInstitution['evolution']): {
  readonly steps: PublicInstitution['evolution']
  readonly declared: string
} {
  const at = evolution.findLastIndex(({ declared }) => declared !== undefined)
  return { steps: evolution.slice(Math.max(0, at)), declared: evolution[at]?.declared ?? '' }
}

import type { Break, Figure } from '../results/comparing.ts'
import type { PublicResultsView } from './view.ts'

/**
 * What the figures of a public series are. Scale, axis, heading, table, file and sentence are all written from it, so that none says another
 * thing than the next: points from 0 to `to`, or the share of what was possible, in per cent. (DB16)
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

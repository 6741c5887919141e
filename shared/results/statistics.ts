import { maturityOf } from './levels.ts'
import { maturities } from './maturities.ts'
import type { Maturity } from './maturities.ts'

/** What is said of a group of results. Nothing is rounded: whoever shows it does. */
export interface Statistics {
  readonly count: number
  /** Null of an empty group. */
  readonly mean: number | null
  /** Null under three. */
  readonly median: number | null
  /** The sample one, by n − 1. Null under three. */
  readonly deviation: number | null
}

/** Fewest of whom more than a mean is told: of two, each would read the other's result off (RS10). */
const toldFrom = 3

/** Mean, median and sample standard deviation of a group, whatever its order; under three the mean alone (RS10). */
export function statisticsOf(values: readonly number[]): Statistics {
  const sorted = values.toSorted((left, right) => left - right)
  const count = sorted.length
  const mean = meanOf(sorted)
  return {
    count,
    mean,
    median: count < toldFrom ? null : medianOf(sorted),
    deviation: count < toldFrom || mean === null ? null : deviationOf(sorted, mean),
  }
}

/** With which one institution's result is compared: the mean of its group, itself included; null under three (RS10). */
export const comparisonMean = (values: readonly number[]): number | null => (values.length < toldFrom ? null : statisticsOf(values).mean)

const sumOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0)
const meanOf = (sorted: readonly number[]): number | null => (sorted.length === 0 ? null : sumOf(sorted) / sorted.length)

function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length / 2
  const [below, above] = [sorted[Math.ceil(middle) - 1] ?? 0, sorted[Math.floor(middle)] ?? 0]
  return (below + above) / 2
}

const deviationOf = (sorted: readonly number[], mean: number): number =>
  Math.sqrt(sumOf(sorted.map((each) => (each - mean) ** 2)) / (sorted.length - 1))

/** How many results are of each maturity (RS7, RS10). */
export function bandsOf(points: readonly number[]): Readonly<Record<Maturity, number>> {
  const found = points.map(maturityOf)
  const counts = maturities.map((each): [Maturity, number] => [each, found.filter((one) => one === each).length])
  return Object.fromEntries(counts) as Record<Maturity, number>
}

/** A year's figure less that of the newest earlier year that has one, with that year; null where there is none (RS10). */
export function sinceBefore(byYear: ReadonlyMap<number, number>, year: number): { readonly year: number; readonly by: number } | null {
  const value = byYear.get(year)
  const before = [...byYear.keys()].filter((each) => each < year)
  const former = before.length === 0 ? undefined : Math.max(...before)
  const was = former === undefined ? undefined : byYear.get(former)
  return value === undefined || former === undefined || was === undefined ? null : { year: former, by: value - was }
}

import fc from 'fast-check'
import { inject } from 'vitest'

/** Cases of a property that nobody said otherwise of. */
const usualRuns = 100
/** Fewest cases that a property is tried with, where it has that many. */
const usualLeast = 10

/**
 * Asserts a property over cases that are others in every run, so that the suite goes on looking. The run says its seed when it begins, and a
 * failure says it again: the same PROPERTY_SEED tries the same cases. A run tries a tenth of `runs`, that of every night (EVERYTHING=1) all
 * of them, and PROPERTY_TIMES=50 fifty times as many.
 */
export function assertProperty<Ts>(property: fc.IAsyncProperty<Ts>, options?: Options<Ts>): Promise<void>
export function assertProperty<Ts>(property: fc.IProperty<Ts>, options?: Options<Ts>): void
export function assertProperty<Ts>(
  property: fc.IProperty<Ts> | fc.IAsyncProperty<Ts>,
  { runs = usualRuns, least = usualLeast, shrink = true, examples = [] }: Options<Ts> = {},
): Promise<void> | void {
  const numRuns = Math.max(Math.min(runs, least), Math.ceil(runs * inject('propertyTimes')))
  return fc.assert(property, { numRuns, seed: inject('propertySeed'), endOnFailure: !shrink, examples: [...examples] })
}

interface Options<Ts> {
  readonly runs?: number
  /** Fewest cases of which one meets a fault that the property is there for: of one that tries one of many kinds at a time, more than the usual. */
  readonly least?: number
  /** Whether a failure is made smaller, which runs the property again and again. */
  readonly shrink?: boolean
  /** Cases that every run tries first, counted among its own: those that chance meets too seldom. */
  readonly examples?: readonly Ts[]
}

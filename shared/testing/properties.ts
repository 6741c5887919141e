import fc from 'fast-check'
import { inject } from 'vitest'

/**
 * Asserts a property over `runs` cases (100) that are others in every run, so that the suite goes on looking. The run says its seed
 * when it begins, and a failure says it again; the same PROPERTY_SEED tries the same cases, PROPERTY_TIMES=50 fifty times as many.
 */
export function assertProperty<Ts>(property: fc.IAsyncProperty<Ts>, options?: Options): Promise<void>
export function assertProperty<Ts>(property: fc.IProperty<Ts>, options?: Options): void
export function assertProperty<Ts>(
  property: fc.IProperty<Ts> | fc.IAsyncProperty<Ts>,
  { runs = 100, shrink = true }: Options = {},
): Promise<void> | void {
  return fc.assert(property, { numRuns: runs * inject('propertyTimes'), seed: inject('propertySeed'), endOnFailure: !shrink })
}

interface Options {
  readonly runs?: number
  /** Whether a failure is made smaller, which runs the property again and again. */
  readonly shrink?: boolean
}

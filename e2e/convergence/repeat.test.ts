import { afterAll, expect, test } from 'vitest'
import { stopPostgres } from '../simulators/store.ts'
import { simulate } from './simulate.ts'
import { termsOf } from './terms.ts'

afterAll(stopPostgres)

test('[IN10] a seed gives the same history twice, whatever its world: with all kinds of trouble, and on PostgreSQL', async () => {
  const trouble = {
    pageRows: 5,
    pushMutations: 2,
    turnedAwayPercent: 5,
    profiles: true,
    freezes: true,
    fullDisks: true,
    administrators: true,
  } as const
  for (const terms of [
    { ...trouble, live: true, locks: true, database: 'sqlite' },
    { ...trouble, live: true, locks: false, database: 'sqlite' },
    { ...trouble, live: false, locks: true, database: 'postgres' },
  ] as const) {
    const [first, second] = [await simulate({ seed: 8, steps: 100, terms }), await simulate({ seed: 8, steps: 100, terms })]
    expect(second.trace).toEqual(first.trace)
    expect(first.trace.length).toBeGreaterThan(110)
  }
})

test('what a seed’s world is like follows from the seed alone', () => {
  expect(termsOf(50)).toEqual(termsOf(50))
  expect(termsOf(50).database).toBe('postgres')
})

test('[IN9] devices whose clocks are years off keep every invariant and get the same outcomes', async () => {
  for (const seed of [11, 12, 13]) {
    const right = await simulate({ seed, steps: 120, steady: true })
    const wrong = await simulate({ seed, steps: 120, steady: true, skewed: true })
    expect(wrong.violations).toEqual([])
    expect(wrong.trace).toEqual(right.trace)
  }
})

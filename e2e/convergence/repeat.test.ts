import { expect, test } from 'vitest'
import { simulate } from './simulate.ts'

test('a seed gives the same history twice', async () => {
  for (const seed of [7, 42]) {
    const [first, second] = [await simulate({ seed, steps: 120 }), await simulate({ seed, steps: 120 })]
    expect(second.trace).toEqual(first.trace)
    expect(first.trace.length).toBeGreaterThan(130)
  }
})

test('devices whose clocks are years off keep every invariant and get the same outcomes (I9)', async () => {
  for (const seed of [11, 12, 13]) {
    const right = await simulate({ seed, steps: 120, steady: true })
    const wrong = await simulate({ seed, steps: 120, steady: true, skewed: true })
    expect(wrong.violations).toEqual([])
    expect(wrong.trace).toEqual(right.trace)
  }
})

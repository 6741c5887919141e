import { expect, test } from 'vitest'
import { bugs } from './bugs.ts'
import { simulate } from './simulate.ts'

/** A fault that so many seeds do not show is one that the simulation cannot see. */
const seeds = 15

for (const bug of bugs) {
  test(`the simulation sees it when ${bug.name}`, async () => {
    let seen: readonly string[] = []
    for (let seed = 1; seed <= seeds && seen.length === 0; seed += 1) {
      seen = (await simulate({ seed, steps: 120, bug, hasty: true, restores: bug.name.includes('restore') })).violations
    }
    expect(seen.length).toBeGreaterThan(0)
  })
}

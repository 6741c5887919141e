import { expect, test } from 'vitest'
import { simulate } from './simulate.ts'

test('a hundred histories of 200 steps converge with every invariant kept (seeds 1 to 100)', { timeout: 300_000 }, async () => {
  const broken: string[] = []
  for (let seed = 1; seed <= 100; seed += 1) {
    const { violations } = await simulate({ seed, steps: 200 })
    for (const violation of violations) broken.push(`seed ${seed} ${violation}`)
  }
  expect(broken).toEqual([])
})

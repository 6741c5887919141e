import { expect, test } from 'vitest'
import { simulate } from './simulate.ts'

/** A few histories a test, so that what hangs is told by its seeds. */
const perTest = 10

for (let from = 1; from < 101; from += perTest) {
  test(`histories of 200 steps converge with every invariant kept (seeds ${from} to ${from + perTest - 1})`, async () => {
    const broken: string[] = []
    for (let seed = from; seed < from + perTest; seed += 1) {
      const { violations } = await simulate({ seed, steps: 200 })
      for (const violation of violations) broken.push(`seed ${seed} ${violation}`)
    }
    expect(broken).toEqual([])
  })
}

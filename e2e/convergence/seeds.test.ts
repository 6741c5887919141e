import { afterAll, expect, inject, test } from 'vitest'
import { stopPostgres } from '../simulators/store.ts'
import { Coverage } from './coverage.ts'
import { simulate } from './simulate.ts'

/** Seeds that together meet every situation. When they no longer do, `npm run sim -- --seeds 100` says which would. */
const chosen = [2, 3, 4, 5, 10, 11, 12, 13, 14, 16, 18, 19, 21, 24, 25]
/** Seeds that nobody has run: others in every run, told by their number; every night many. */
const fresh = process.env['EVERYTHING'] === '1' ? 400 : 5
/** Many of those that there are, past those that are known by their number. */
const firstFresh = 1_000 + inject('propertySeed')
/** A few histories a test, so that what hangs is told by its seeds. */
const perTest = 4
/** Many times what they take on a slow machine: a run that hangs is told while the others go on. */
const hangsAfterMs = 600_000

const coverage = new Coverage()
afterAll(stopPostgres)

const seeds = [...chosen, ...Array.from({ length: fresh }, (_, at) => firstFresh + at)]
for (let from = 0; from < seeds.length; from += perTest) {
  const some = seeds.slice(from, from + perTest)
  test(
    `histories of 200 steps converge with every invariant kept (seeds ${some.join(', ')})`,
    async () => {
      const broken: string[] = []
      for (const seed of some) {
        const { violations, counts } = await simulate({ seed, steps: 200 })
        if (chosen.includes(seed)) coverage.add(seed, counts)
        for (const violation of violations) broken.push(`seed ${seed} ${violation}`)
      }
      expect(broken).toEqual([])
    },
    hangsAfterMs,
  )
}

test('the chosen histories met every situation', () => {
  process.stdout.write(`${coverage.table}\n`)
  expect(coverage.missing).toEqual([])
})

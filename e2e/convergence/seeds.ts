import { afterAll, expect, test } from 'vitest'
import { Coverage } from './coverage.ts'
import { stopPostgres } from './sim-store.ts'
import { simulate } from './simulate.ts'

/** A few histories a test, so that what hangs is told by its seeds. */
const perTest = 10
/** Many times what they take on a slow machine: a run that hangs is told while the others go on. */
const hangsAfterMs = 300_000

/** Tests that histories from a hundred seeds keep every invariant, and that together they have met every situation. */
export function testSeeds(first: number): void {
  const coverage = new Coverage()
  afterAll(stopPostgres)

  for (let from = first; from < first + 100; from += perTest) {
    test(
      `histories of 200 steps converge with every invariant kept (seeds ${from} to ${from + perTest - 1})`,
      async () => {
        const broken: string[] = []
        for (let seed = from; seed < from + perTest; seed += 1) {
          const { violations, counts } = await simulate({ seed, steps: 200 })
          coverage.add(counts)
          for (const violation of violations) broken.push(`seed ${seed} ${violation}`)
        }
        expect(broken).toEqual([])
      },
      hangsAfterMs,
    )
  }

  test(`those histories met every situation (seeds ${first} to ${first + 99})`, () => {
    process.stdout.write(`${coverage.table}\n`)
    expect(coverage.missing).toEqual([])
  })
}

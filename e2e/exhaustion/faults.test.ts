import { expect, test } from 'vitest'
import { faults } from './faults.ts'
import { reportOn } from './report.ts'
import { answerIsRewritten, answersMeet } from './scripts.ts'

for (const fault of faults) {
  test(`the small world finds it when ${fault.name}`, async () => {
    // Only a second answer to the same question can take the place of one that flew.
    const world = fault.name.includes('takes the place') ? answerIsRewritten : answersMeet
    const { violations } = await reportOn({ ...world, fault, hasty: true })
    expect(violations).toHaveLength(1)
  })
}

test('a small world in which nothing may go wrong goes through fewer histories, and says how many', async () => {
  const { histories, states, violations } = await reportOn({ ...answersMeet, bounds: { troubles: 0, walks: 0 } })
  expect({ histories, states, violations }).toMatchObject({ violations: [] })
  expect(histories).toBeGreaterThan(states)
  expect(states).toBeLessThan(1_000)
})

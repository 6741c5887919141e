import { must } from '#shared/kernel/assert.ts'
import { expect, test } from 'vitest'
import { faults } from '../simulators/faults.ts'
import { reportOn } from './report.ts'
import { answerIsRewritten, answersMeet, type World } from './scripts.ts'

/** Faults that some order of a few events shows, each with the world in which it shows soon. */
const shownIn: Readonly<Record<string, World>> = {
  'the queue is emptied when the session ends': answersMeet,
  'a push counts as taken before the server has it': answersMeet,
  'a retry takes a new mid': answersMeet,
  'a mutation of the push is skipped and the sequence closed over it': answersMeet,
  'a push goes newest first': answersMeet,
  'a push that had no answer is made anew': answersMeet,
  'what was sent counts as taken when its tab opens again': answersMeet,
  'a tab that opens does not read what waits': answersMeet,
  'outcomes are thrown away': answersMeet,
  'the base is left out': answerIsRewritten,
  'the pull skips rows, as a bare cursor does': answerIsRewritten,
  'an acknowledgement runs ahead of its effects': answerIsRewritten,
  // Only a second answer to the same question can take the place of one that flew.
  'what was on the wire is changed in place': answerIsRewritten,
}

for (const [name, world] of Object.entries(shownIn)) {
  test(`the small world finds it when ${name}`, async () => {
    const fault = must(
      faults.find((each) => each.name === name),
      name,
    )
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

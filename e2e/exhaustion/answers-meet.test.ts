import { expect, test } from 'vitest'
import { reportOn } from './report.ts'
import { answersMeet } from './scripts.ts'

test('[IN3, IN15, IN16] whatever order sends, losses, repeats, crashes and reloads come in, two answers to one question and a change of its responsible converge with every invariant kept', async () => {
  const report = await reportOn(answersMeet)
  expect(report.violations).toEqual([])
  // What goes through less has lost some of its events.
  expect(report.histories).toBeGreaterThan(10_000_000)
  expect(report.states).toBeGreaterThan(20_000)
  expect(report.judged).toBeGreaterThan(1_500)
  expect(report.depth).toBeGreaterThan(18)
})

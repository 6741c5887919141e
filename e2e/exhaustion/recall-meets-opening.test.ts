import { expect, test } from 'vitest'
import { reportOn } from './report.ts'
import { recallMeetsOpening } from './scripts.ts'

test('[IN3, IN4] whatever order they come in, of a recall and an opening one stands, the other is told, and a correction made after the recall is kept', async () => {
  const report = await reportOn(recallMeetsOpening)
  expect(report.violations).toEqual([])
  // What goes through less has lost some of its events.
  expect(report.histories).toBeGreaterThan(1_000_000)
  expect(report.states).toBeGreaterThan(5_000)
  expect(report.judged).toBeGreaterThan(500)
})

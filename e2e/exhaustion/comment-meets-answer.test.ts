import { expect, test } from 'vitest'
import { reportOn } from './report.ts'
import { commentMeetsAnswer } from './scripts.ts'

test('whatever order they come in, a comment and the answer that it is about converge with every invariant kept', async () => {
  const report = await reportOn(commentMeetsAnswer)
  expect(report.violations).toEqual([])
  expect(report.histories).toBeGreaterThan(10_000)
  expect(report.states).toBeGreaterThan(400)
  expect(report.judged).toBeGreaterThan(25)
  expect(report.depth).toBeGreaterThan(12)
})

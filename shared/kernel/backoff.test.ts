import { expect, test } from 'vitest'
import { backoffMs } from './backoff.ts'

test('the wait after a failure is never none, doubles from one second at most to a minute at most, and is spread below it', () => {
  expect([1, 2, 3, 6, 7, 50].map((failures) => backoffMs(failures, () => 0.999_999))).toEqual([999, 1_999, 3_999, 31_999, 59_999, 59_999])
  expect([1, 7, 50].map((failures) => backoffMs(failures, () => 0))).toEqual([100, 100, 100])
  expect(backoffMs(4, () => 0.5)).toBe(4_000)
})

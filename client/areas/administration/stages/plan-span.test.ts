import { expect, test } from 'vitest'
import { monthsIn, paddedSpan, shareOf } from './plan-span.ts'

test('a drawing has room on both sides of the first and the last stage, and leaves out what has no days', () => {
  const stages = [
    { start: '2026-03-01', end: '2026-04-10' },
    { start: '', end: '2027-01-01' },
    { start: '2026-05-02', end: '2026-05-01' },
    { start: '0026-01-01', end: '2026-05-01' },
  ]
  expect(paddedSpan(stages)).toEqual({ from: '2026-02-08', to: '2026-05-01' })
  expect(paddedSpan([])).toBeNull()
})

test('a day lies as far into the drawing as days have gone by, the last one whole', () => {
  const span = { from: '2026-03-01', to: '2026-03-10' }
  expect(['2026-03-01', '2026-03-06', '2026-03-11'].map((day) => shareOf(span, day))).toEqual([0, 0.5, 1])
})

test('months are named where they begin, and fewer of them where a plan is long', () => {
  expect(monthsIn({ from: '2025-11-20', to: '2026-02-01' })).toEqual(['2025-12-01', '2026-01-01', '2026-02-01'])
  expect(monthsIn({ from: '2026-01-01', to: '2026-01-31' })).toEqual(['2026-01-01'])
  expect(monthsIn({ from: '2026-01-02', to: '2028-12-31' })).toHaveLength(12)
  expect(monthsIn({ from: '2000-01-01', to: '2999-12-31' })).toHaveLength(12)
})

import { expect, test } from 'vitest'
import { forgottenIn } from './readiness.ts'

test('[QE13] before a form is enabled one is told of points other than 100, of missing stages, and that nobody takes part', () => {
  const ready = { points: 100, stages: 8, institutions: 14 }
  expect(forgottenIn(ready)).toEqual([])
  expect(forgottenIn({ ...ready, points: 99.9999 })).toEqual(['points'])
  expect(forgottenIn({ ...ready, stages: 0 })).toEqual(['stages'])
  expect(forgottenIn({ ...ready, institutions: 0 })).toEqual(['institutions'])
  expect(forgottenIn({ points: 0, stages: 0, institutions: 0 })).toEqual(['points', 'stages', 'institutions'])
})

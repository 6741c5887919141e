import { expect, test } from 'vitest'
import { usualThresholds } from '#shared/results/model.ts'
import { fieldsOf, levelsOf } from './level-fields.ts'

test('[RS6] a third stays a third while nobody changes it, whatever two decimals say of it', () => {
  expect(fieldsOf(usualThresholds)).toEqual({ med: '33,33', good: '66,67' })
  expect(levelsOf(fieldsOf(usualThresholds), usualThresholds)).toEqual(usualThresholds)
  expect(levelsOf({ med: '33,33', good: '70' }, usualThresholds)).toEqual({ med: usualThresholds.med, good: 0.7 })
  expect(levelsOf({ med: '40.5 %', good: '100' }, usualThresholds)).toEqual({ med: 0.405, good: 1 })
})

test('[RS6] levels that are no numbers or not in their order are none', () => {
  for (const [med, good] of [
    ['', '70'],
    ['abc', '70'],
    ['0', '70'],
    ['70', '70'],
    ['80', '70'],
    ['50', '100,5'],
    ['-1', '50'],
    ['12,345', '50'],
  ] as const)
    expect(levelsOf({ med, good }, usualThresholds)).toBeNull()
})

import { expect, test } from 'vitest'
import { checkOf } from './check.ts'

const rows = [
  { t: 'answer', i: 'q1', v: 3 },
  { t: 'answer', i: 'q2', v: 7 },
  { t: 'thread', i: 'q1', v: 7 },
] as const

test('the check of a scope’s rows is the same in any order, and another when a row is missing, twice, older or another', () => {
  const check = checkOf(rows)
  expect(check.count).toBe(3)
  expect(checkOf(rows.toReversed())).toEqual(check)
  const [first, second, third] = rows
  for (const held of [
    [first, second],
    [first, second, third, third],
    [first, second, { ...third, v: 6 }],
    [first, second, { ...third, i: 'q2' }],
    [first, second, { ...third, t: 'comment' }],
    [],
  ] as const) {
    expect(checkOf(held), JSON.stringify(held)).not.toEqual(check)
  }
  expect(checkOf([])).toEqual({ count: 0, hash: '00000000' })
})

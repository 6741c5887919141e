import { expect, test } from 'vitest'
import { assigned, differs, leaving, loadsOf, rebased, spread, without, withChoice, type Selected } from './selection.ts'

const before: Selected = new Map([
  ['norte', { evaluatorId: 'eva' }],
  ['sur', { evaluatorId: 'eva' }],
  ['este', { evaluatorId: null }],
  ['oeste', { evaluatorId: null }],
])

test('whoever has nobody goes to who has least, one after the other, and nobody else is moved', () => {
  const now = spread(before, ['norte', 'este', 'oeste', 'ninguna'], ['eva', 'omar', 'ines'])
  expect(Object.fromEntries([...now].map(([id, { evaluatorId }]) => [id, evaluatorId]))).toEqual({
    norte: 'eva',
    sur: 'eva',
    este: 'omar',
    oeste: 'ines',
  })
  expect([...loadsOf(now)]).toEqual([
    ['eva', 2],
    ['omar', 1],
    ['ines', 1],
  ])
  expect(spread(before, ['este'], [])).toBe(before)
})

test('what differs is who takes part and who evaluates; who leaves is named', () => {
  expect(differs(before, new Map(before))).toBe(false)
  expect(differs(before, assigned(before, ['este'], 'eva'))).toBe(true)
  expect(assigned(before, ['ninguna'], 'eva')).toEqual(before)
  const now = without(withChoice(before, 'valle', { evaluatorId: null }), 'sur')
  expect(differs(before, now)).toBe(true)
  expect(leaving(before, now)).toEqual(['sur'])
})

test('[PA5] a choice that rested on the device moves nothing that its person left alone, and keeps what they chose', () => {
  const chosen = without(assigned(before, ['norte'], 'ines'), 'oeste')
  const stands: Selected = new Map([
    ['norte', { evaluatorId: 'omar' }],
    ['sur', { evaluatorId: 'omar' }],
    ['oeste', { evaluatorId: null }],
    ['centro', { evaluatorId: null }],
  ])
  expect([...rebased(before, chosen, stands)]).toEqual([
    ['norte', { evaluatorId: 'ines' }],
    ['sur', { evaluatorId: 'omar' }],
    ['centro', { evaluatorId: null }],
  ])
})

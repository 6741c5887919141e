import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assertProperty } from '../testing/properties.ts'
import type { AnswerValue } from './model.ts'
import { canonical, sameValue } from './same-value.ts'

const many = (...values: string[]): AnswerValue => ({ choices: values.map((value) => ({ value })) })

const anyChoice = fc.record({ value: fc.constantFrom('a', 'b', 'c'), extra: fc.option(fc.constantFrom('', 'x'), { nil: undefined }) })
const anyValue: fc.Arbitrary<AnswerValue | null> = fc.oneof(
  fc.constant(null),
  fc.constantFrom('a', 'true', '1', ''),
  fc.constantFrom(0, 1, -0),
  fc.boolean(),
  fc.record({ choice: anyChoice }),
  fc.record({ choices: fc.array(anyChoice, { maxLength: 3 }), none: fc.option(fc.boolean(), { nil: undefined }) }),
  fc.record({ rows: fc.array(fc.constantFrom('r1', 'r2'), { maxLength: 2 }) }),
)

describe('same value', () => {
  test('[VA10] the order of choices and an empty extra make no difference; the order of rows does', () => {
    expect(sameValue(many('a', 'b'), many('b', 'a'))).toBe(true)
    expect(sameValue({ choice: { value: 'a' } }, { choice: { extra: '', value: 'a' } })).toBe(true)
    expect(sameValue({ rows: ['r1', 'r2'] }, { rows: ['r2', 'r1'] })).toBe(false)
    expect(sameValue('true', true)).toBe(false)
    expect(sameValue(null, { choices: [] })).toBe(false)
  })

  test('[VA10] being the same is an equivalence', () => {
    assertProperty(
      fc.property(anyValue, anyValue, anyValue, (a, b, c) => {
        expect(sameValue(a, a)).toBe(true)
        expect(sameValue(a, b)).toBe(sameValue(b, a))
        if (sameValue(a, b) && sameValue(b, c)) expect(sameValue(a, c)).toBe(true)
        expect(sameValue(a, b)).toBe(canonical(a) === canonical(b))
      }),
      { runs: 2000 },
    )
  })
})

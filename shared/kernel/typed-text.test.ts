import { expect, test } from 'vitest'
import * as v from 'valibot'
import { typedText } from './typed-text.ts'

test('[CO2] what is longer than any text may be is refused before it is cleaned', () => {
  expect(v.safeParse(typedText, 'uno\r\n'.repeat(1000)).output).toBe('uno\n'.repeat(1000))
  const refused = v.safeParse(typedText, '\r\n'.repeat(100_001))
  expect(refused.success).toBe(false)
  // As it came: nothing was made of it.
  expect(refused.output).toHaveLength(200_002)
})

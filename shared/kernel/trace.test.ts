import { expect, test } from 'vitest'
import { newTrace, traceIn, traceparentOf } from './trace.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const span = '00f067aa0ba902b7'

test('a step is named in a header as the W3C writes it, and read back', () => {
  expect(traceparentOf({ trace, span })).toBe(`00-${trace}-${span}-01`)
  expect(traceIn(`00-${trace}-${span}-01`)).toEqual({ trace, span })
  expect(traceIn(`00-${trace}-${span}-00`)).toEqual({ trace, span })
  // A later version may say more.
  expect(traceIn(`01-${trace}-${span}-01-more`)).toEqual({ trace, span })
})

test('a header that is not well formed, or names nothing, is none', () => {
  const bad = [
    null,
    '',
    trace,
    `00-${trace}-${span}`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${trace}-${span}-01-more`,
    `ff-${trace}-${span}-01`,
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace}0-${span}-01`,
    ` 00-${trace}-${span}-01`,
    `00-${trace}-${span}-01\n`,
    `01-${trace}-${span}-01-${'x'.repeat(600)}`,
  ]
  expect(bad.filter((header) => traceIn(header) !== undefined)).toEqual([])
})

test('a new trace is made of random UUIDs alone, and is well formed', () => {
  const uuids = ['0b16212c-3742-4d58-a36e-79848f9aa5b0', 'bbc6d1dc-e7f2-4d08-931e-29343f4a5560']
  const made = newTrace(() => uuids.shift() ?? '')
  expect(made).toEqual({ trace: '0b16212c37424d58a36e79848f9aa5b0', span: 'bbc6d1dce7f24d08' })
  expect(traceIn(traceparentOf(made))).toEqual(made)
})

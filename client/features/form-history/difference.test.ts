import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '#shared/testing/properties.ts'
import { differenceOf, foldedRuns } from './difference.ts'
import type { Run } from './difference.ts'

const said = (runs: readonly Run[], ...kinds: readonly Run['kind'][]): string =>
  runs
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ text }) => text)
    .join('')

const words = fc.array(fc.constantFrom('una', 'dos', 'tres', ' ', '\n', 'institución'), { maxLength: 40 }).map((each) => each.join(''))

test('what is the same or gone is the former text to the letter, and what is the same or new the other one', () => {
  assertProperty(
    fc.property(words, words, (before, after) => {
      const runs = differenceOf(before, after)
      if (!runs) return
      expect(said(runs, 'same', 'gone')).toBe(before)
      expect(said(runs, 'same', 'new')).toBe(after)
    }),
  )
})

test('one word of a text that changed is all that is marked; texts with nothing in common are not mixed', () => {
  expect(differenceOf('Cuente las personas de planta', 'Cuente las personas a contrata')).toEqual([
    { kind: 'same', text: 'Cuente las personas ' },
    { kind: 'gone', text: 'de' },
    { kind: 'new', text: 'a' },
    { kind: 'same', text: ' ' },
    { kind: 'gone', text: 'planta' },
    { kind: 'new', text: 'contrata' },
  ])
  expect(differenceOf('Una sola frase', 'Otra cosa enteramente distinta')).toBeNull()
  expect(differenceOf('a '.repeat(2000), 'b '.repeat(2000))).toBeNull()
})

test('folding takes away nothing that changed, and leaves what is near it; short texts are whole', () => {
  const same = 'igual '.repeat(100)
  const runs: readonly Run[] = [
    { kind: 'same', text: same },
    { kind: 'gone', text: 'antes' },
    { kind: 'new', text: 'después' },
    { kind: 'same', text: same },
  ]
  const folded = foldedRuns(runs)
  expect(said(folded, 'gone', 'new')).toBe('antesdespués')
  expect(said(folded, 'same').length).toBeLessThan(200)
  expect(folded[0]?.text).toMatch(/^….*igual $/)
  expect(folded[3]?.text).toMatch(/^igual .*…$/)
  const short: readonly Run[] = [{ kind: 'same', text: 'corto' }]
  expect(foldedRuns(short)).toBe(short)
})

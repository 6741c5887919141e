import { expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'
import { folded } from './folded.ts'
import { composed, decomposed, withFewMarks } from './marks.ts'

const marks = '\u0301\u0323'

test('[CO3] a letter keeps the marks that any script would give it, and no more', () => {
  const written = 'Ñuñoa, pingu\u0308ino, \u1e14\u0323, שָׁלוֹם'
  expect(withFewMarks(written)).toBe(written)
  expect(withFewMarks(`a${marks.repeat(15)}b`)).toBe(`a${marks.repeat(15)}b`)
  expect(withFewMarks(`a${marks.repeat(50_000)}b`)).toBe(`a${marks.repeat(15)}b`)
  expect(cleanText(`a${marks.repeat(50_000)}b`)).toBe(`a${marks.repeat(15)}b`)
})

test('[CO3] what was stored before with more of them is read as quickly', () => {
  const stored = `a${marks.repeat(50_000)}`
  expect(folded(stored)).toBe('a')
  expect(composed(stored).length).toBeLessThan(40)
  expect(decomposed(stored).length).toBeLessThan(40)
})

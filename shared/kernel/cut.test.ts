import { expect, test } from 'vitest'
import { withoutEnding, withoutStretches, withoutTags } from './cut.ts'

test('[CO1] what is cut out of a text is what an expression of the same words would cut', () => {
  expect(withoutEnding('uno. dos…!?.', /[.!?]/)).toBe('uno. dos…')
  expect(withoutEnding('...', /\./)).toBe('')
  expect(withoutStretches('a /* b */ c /* d', '/*', '*/')).toBe('a  c /* d')
  for (const html of ['<p>uno</p>', 'a < b > c <', '<a <b>c', '>x<', '<', '', '<!-- a > b -->'])
    expect(withoutTags(html, ' '), html).toBe(html.replace(/<[^>]*>/g, ' '))
})

test('[CO1] a text of openings alone stays as it is, and is gone through once', () => {
  for (const opening of ['<', '<!--', '<a href="']) expect(withoutTags(opening.repeat(100_000))).toHaveLength(opening.length * 100_000)
})

import { expect, test } from 'vitest'
import { cleanHtml } from './clean.ts'

test('[FL9] an ordered list keeps its first number and how it counts, and nothing else', () => {
  const kept = '<ol start="3" type="a"><li><p>uno</p></li></ol>'
  expect(cleanHtml(kept)).toBe(kept)
  expect(cleanHtml('<ol start="3x" type="z" class="w" onclick="x()"><li>uno</li></ol>')).toBe('<ol><li>uno</li></ol>')
  expect(cleanHtml('<p start="3" type="a">uno</p>')).toBe('<p>uno</p>')
})

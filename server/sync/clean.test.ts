import { expect, test } from 'vitest'
import { cleanHtml } from './clean.ts'

test('[RS17] a link that leads nowhere carries nothing; what was cleaned is clean', () => {
  for (const href of ['', 'href="javascript:alert(1)"', 'href="//ajeno.cl"', 'href="/\\\\ajeno.cl"', 'href=" java\nscript:x"'])
    expect(cleanHtml(`<p><a ${href}>uno</a> <a href="/dos">dos</a></p>`)).toBe(
      '<p><a>uno</a> <a href="/dos" rel="noopener noreferrer" target="_blank">dos</a></p>',
    )
  for (const href of ['https://lab.cl', 'mailto:a@b.cl', 'tel:+56', '/paginas/uno']) {
    const kept = `<a href="${href}" rel="noopener noreferrer" target="_blank">texto</a>`
    expect(cleanHtml(`<a href="${href}">texto</a>`)).toBe(kept)
    expect(cleanHtml(kept)).toBe(kept)
  }
})

test('[FL9] an ordered list keeps its first number and how it counts, and nothing else', () => {
  const kept = '<ol start="3" type="a"><li><p>uno</p></li></ol>'
  expect(cleanHtml(kept)).toBe(kept)
  expect(cleanHtml('<ol start="3x" type="z" class="w" onclick="x()"><li>uno</li></ol>')).toBe('<ol><li>uno</li></ol>')
  expect(cleanHtml('<p start="3" type="a">uno</p>')).toBe('<p>uno</p>')
})

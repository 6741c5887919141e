import { renderToStaticMarkup } from 'react-dom/server'
import { assertProperty } from '#shared/testing/properties.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RichWords } from './rich-words.tsx'

const drawn = (html: string, language: 'es' | 'en' = 'es'): string =>
  renderToStaticMarkup(<RichWords html={html} language={language} headings={3} />)
const inside = (html: string): string => /^<div class="site-words">([\s\S]*)<\/div>$/.exec(drawn(html))?.[1] ?? drawn(html)

/** What writers of hostile pages try, in short. */
const hostile = [
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<p onclick="alert(1)">x</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href=" \u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:x">x</a>',
  '<iframe src="https://x.example"></iframe>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<p style="position:fixed">x</p>',
  '<scr<script>ipt>alert(1)</script>',
  '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
  '<a href="https://x.example" onmouseover="alert(1)" style="x" target="_blank">x</a>',
  '<p title=">"><script>alert(1)</script>x</p>',
  '<p><!-- --><img src=x onerror=alert(1)><!-- --></p>',
  '<base href="https://x.example"><form action="https://x.example"><input></form>',
]

describe('words with marks', () => {
  test('[WO3] keep the marks that a rich text may hold', () => {
    expect(inside('<p>Uno <strong>dos</strong> y <em>tres</em></p><ul><li>a</li><li>b</li></ul>')).toBe(
      '<p>Uno <strong>dos</strong> y <em>tres</em></p><ul><li>a</li><li>b</li></ul>',
    )
    expect(inside('<p>a &amp; b &lt; c &nbsp;&#233;</p>')).toBe('<p>a &amp; b &lt; c \u00a0é</p>')
    expect(inside('sin marcas')).toBe('<p>sin marcas</p>')
  })

  test('[WO3] have headings of the level that their place asks for', () => {
    expect(renderToStaticMarkup(<RichWords html="<h3>Parte</h3>" language="es" headings={4} />)).toContain('<h4>Parte</h4>')
  })

  test('[WO3] lead to the page in the language in which they are read, and outside by an address in full', () => {
    expect(drawn('<p><a href="/about">x</a></p>', 'en')).toContain('href="/en/about"')
    expect(drawn('<p><a href="/about">x</a></p>')).toContain('href="/about"')
    expect(drawn('<p><a href="example.org/a">x</a></p>')).toContain('href="https://example.org/a"')
  })

  test.each(hostile)('[WO3] nothing of it runs: %s', (html) => {
    const tags = [...drawn(html).matchAll(/<\/?([a-z\d]+)([^>]*)>/gi)]
    expect(tags.map(([, name]) => name).filter((name) => !['div', 'p', 'a', 'strong', 'ul', 'li', 'h3'].includes(name ?? ''))).toEqual([])
    const attributes = tags.flatMap(([, , rest]) => [...(rest ?? '').matchAll(/\s([\w-]+)=/g)].map(([, name]) => name))
    expect(attributes.filter((name) => !['class', 'href', 'rel'].includes(name ?? ''))).toEqual([])
    expect(drawn(html)).not.toMatch(/href="(?!https?:|mailto:|tel:|\/|#)/)
  })

  test('[WO3] nothing of it runs, whatever is written', () => {
    const parts = fc.constantFrom(
      ...hostile,
      '<p>',
      '</p>',
      '<a href="',
      '">',
      '</a>',
      '<!--',
      '-->',
      '<ul>',
      '<li>',
      '<',
      '>',
      '"',
      "'",
      '&lt;',
      'x',
    )
    assertProperty(
      fc.property(fc.array(parts, { maxLength: 12 }), (some) => {
        const html = drawn(some.join(''))
        expect([...html.matchAll(/<([a-z\d]+)/gi)].map(([, name]) => name)).not.toEqual(
          expect.arrayContaining([expect.stringMatching(/^(?:script|img|svg|iframe|style|form|input|base)$/)]),
        )
        expect(html).not.toMatch(/<[^>]*\son\w+=/i)
      }),
    )
  })
})

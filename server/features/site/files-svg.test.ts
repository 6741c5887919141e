import { describe, expect, test } from 'vitest'
import { inertSvg, sizeOfSvg } from './files-svg.ts'

const svg = (inside: string, root = ''): string =>
  inertSvg(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" ${root}>${inside}</svg>`))

/** What of a drawing could run, fetch or lead somewhere. */
const active =
  /script|onload|onerror|onclick|onbegin|onfocus|foreignObject|animate|<set\b|javascript:|iframe|https?:\/\/(?!www\.w3\.org\/2000\/svg)|\/\/evil|data:text|data:image\/svg|@import|expression|xhtml|<a\b|<!|<\?|handler|feImage|&lt;script/i

describe('an SVG that somebody brought', () => {
  test.each([
    '<script>alert(1)</script>',
    '<script xlink:href="https://evil.example/x.js"/>',
    '<SCRIPT>alert(1)</SCRIPT>',
    '<script><![CDATA[alert(1)]]></script>',
    '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
    '<g onload="alert(1)"/>',
    '<g ONLOAD="alert(1)"/>',
    '<g onload&#61;"x"/>'.replace('&#61;', '='),
    '<rect width="5" height="5" onclick="alert(1)" onfocus="alert(2)" tabindex="0"/>',
    '<image href="x" onerror="alert(1)"/>',
    '<image href="https://evil.example/p.png"/>',
    '<image xlink:href="//evil.example/p.png"/>',
    '<image href="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+"/>',
    '<image href="data:text/html,x"/>',
    '<use href="https://evil.example/a.svg#x"/>',
    '<use xlink:href="data:image/svg+xml,x#a"/>',
    '<a href="javascript:alert(1)"><text>clic</text></a>',
    '<a xlink:href="&#106;avascript:alert(1)"><rect width="9" height="9"/></a>',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></body></foreignObject>',
    '<foreignObject><iframe src="https://evil.example"/></foreignObject>',
    '<animate attributeName="href" values="javascript:alert(1)"/>',
    '<set attributeName="onload" to="alert(1)"/>',
    '<animateTransform onbegin="alert(1)" attributeName="transform"/>',
    '<style>@import url(https://evil.example/a.css);</style>',
    '<style>rect{fill:url(https://evil.example/a)}</style>',
    '<style>rect{fill:u\\72l(//evil.example/a)}</style>',
    '<style>rect{background:image-set("https://evil.example/a" 1x)}</style>',
    '<style><![CDATA[</style><script>alert(1)</script>]]></style>',
    '<style>&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;</style>',
    '<rect style="fill:url(//evil.example/a)"/>',
    '<rect style="width:expression(alert(1))"/>',
    '<rect fill="url(https://evil.example/a#b)"/>',
    '<rect fill="url(  \'//evil.example/a#b\' )"/>',
    '<rect filter="URL(//evil.example/a)"/>',
    '<feImage href="https://evil.example/a"/>',
    '<filter id="f"><feImage xlink:href="//evil.example/a"/></filter>',
    '<handler type="text/ecmascript">alert(1)</handler>',
    '<metadata><rdf xmlns="https://evil.example">x</rdf></metadata>',
    '<g xmlns="http://www.w3.org/1999/xhtml"><iframe src="//evil.example"/></g>',
    '<iframe src="https://evil.example"/>',
    '<?xml-stylesheet href="https://evil.example/a.css"?>',
    '<!-- <script>alert(1)</script> -->',
    '<title><script>alert(1)</script></title>',
    '<desc>&lt;b&gt;</desc>',
  ])('[WF3] nothing of %s runs or leads anywhere', (attack) => {
    const clean = svg(`${attack}<path d="M0 0h5"/>`)
    expect(clean).not.toMatch(active)
    expect(clean).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    expect(clean).toContain('<path d="M0 0h5"')
    expect(inertSvg(Buffer.from(clean))).toBe(clean)
  })

  test('[WF3] comments before a drawing are read one after the other, however many, and what only looks like it begins is none', () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h5"/></svg>'
    const comments = '<!-- a -->\n<!--->-->'.repeat(20_000)
    expect(inertSvg(Buffer.from(`<?xml version="1.0"?>${comments}${drawing}`))).toContain('<path')
    for (const none of [`${comments}<p>x</p></svg>`, '<!-- <svg></svg>', `${comments}<!-- </svg>`])
      expect(inertSvg(Buffer.from(none)), none.slice(-20)).toBe('unreadable')
  })

  test('[WF3] a handler on the drawing itself is gone', () => {
    expect(svg('', 'onload="alert(1)" xmlns:xlink="http://www.w3.org/1999/xlink"')).not.toMatch(active)
  })

  test.each([
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg/>',
    '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg><text>&b;</text></svg>',
    '<svg><!ENTITY x SYSTEM "file:///etc/passwd"></svg>',
  ])('[WF3] %s is refused for what it declares', (text) => {
    expect(inertSvg(Buffer.from(text))).toBe('unsafe')
  })

  test.each([
    ['', 'empty'],
    ['<html><svg/></html>', 'a page'],
    ['GIF89a<svg/>', 'two things'],
    ['<svgx/>', 'another word'],
    ['<?xml version="1.0" encoding="UTF-7"?>+ADw-svg', 'an encoding that hides'],
    ['<svg><path d="M0 0"', 'cut short in a tag'],
  ])('[WF3] %j, %s, is no drawing', (text) => {
    expect(inertSvg(Buffer.from(text))).toBe('unreadable')
  })

  test('[WF3] what draws stays: gradients, styles, a mask, text, a photograph inside, and what refers to them', () => {
    const drawing = `<defs><linearGradient id="a" gradientUnits="userSpaceOnUse" x1="0"><stop offset="0" stop-color="#f00"></stop></linearGradient></defs>
<style>.b{fill:url(#a);transform:rotate(3deg)}</style><mask id="m"><circle cx="1" cy="1" r="1"></circle></mask>
<g mask="url(#m)" style="opacity:.5"><use href="#a"></use><text x="1" class="b">Índice &amp; más</text></g>
<image href="data:image/png;base64,iVBORw0KGgo=" width="3" height="3"></image>`
    expect(svg(drawing)).toContain(drawing)
  })

  test('[WF3] a drawing in UTF-16 or Latin 1 is read as what it says', () => {
    const wide = Buffer.from('\ufeff<svg><text>ñ</text></svg>', 'utf16le')
    expect(inertSvg(wide)).toContain('ñ')
    expect(inertSvg(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><svg><text>ñ</text></svg>', 'latin1'))).toContain('ñ')
    expect(inertSvg(Buffer.from([0x3c, 0x73, 0x76, 0x67, 0x3e, 0xff]))).toBe('unreadable')
  })

  test('[WF3] its size is what it says, or its box, or none', () => {
    const size = (root: string) => sizeOfSvg(String(inertSvg(Buffer.from(`<svg ${root}></svg>`))))
    expect(size('width="30" height="20px"')).toEqual({ width: 30, height: 20 })
    expect(size('viewBox="0 0 400 100"')).toEqual({ width: 400, height: 100 })
    expect(size('width="100%" viewBox="0,0,4,1"')).toEqual({ width: 4, height: 1 })
    expect(size('')).toBeNull()
    expect(size('width="1e9" height="-3"')).toBeNull()
  })
})

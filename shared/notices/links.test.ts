import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../testing/properties.ts'
import { linkedParts } from './links.ts'

const linksIn = (text: string): string[] => linkedParts(text).flatMap(({ href }) => href ?? [])

test('[NO6] addresses of https and mailto are links, without the marks of the sentence around them', () => {
  expect(linkedParts('Vea https://lab.gob.cl/guia?a=1#b, o escriba a mailto:ayuda@lab.gob.cl.')).toEqual([
    { text: 'Vea ', href: null },
    { text: 'https://lab.gob.cl/guia?a=1#b', href: 'https://lab.gob.cl/guia?a=1#b' },
    { text: ', o escriba a ', href: null },
    { text: 'mailto:ayuda@lab.gob.cl', href: 'mailto:ayuda@lab.gob.cl' },
    { text: '.', href: null },
  ])
  expect(linksIn('(https://lab.gob.cl) «https://a.cl/x_(y)» https://ñandú.cl:8443')).toEqual([
    'https://lab.gob.cl',
    'https://a.cl/x_(y)',
    'https://ñandú.cl:8443',
  ])
})

test('[NO6] whatever could run, hides where it leads or is no address stays text', () => {
  const texts = [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://lab.gob.cl',
    '//lab.gob.cl',
    'https://banco.cl@malo.example/x',
    'https://banco.cl:clave@malo.example',
    'https://banco.cl\\@malo.example',
    'https://localhost/x',
    'https://10.0.0.1/x',
    'https://',
    'mailto:a@b.cl?bcc=c@d.cl',
    'mailto:nadie',
    'xhttps://lab.gob.cl',
    'https:lab.gob.cl',
  ]
  for (const text of texts) expect(linkedParts(text), text).toEqual([{ text, href: null }])
  expect(linksIn('https://a.cl/\u202emoc.olam')).toEqual(['https://a.cl/'])
  expect(linkedParts('')).toEqual([])
})

test('[NO6] the parts of any text are the text, and its links have one of two beginnings', () => {
  const pieces = fc.constantFrom(
    'https://',
    'HTTPS://',
    'mailto:',
    'a.cl',
    '@',
    '/',
    '(',
    ')',
    '.',
    ' ',
    '<',
    '"',
    '\\',
    'javascript:',
    'ñ',
    '\n',
    ':',
  )
  assertProperty(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 3 })), { maxLength: 20 }), (list) => {
      const text = list.join('')
      const parts = linkedParts(text)
      expect(parts.map((part) => part.text).join('')).toBe(text)
      for (const { text: said, href } of parts) {
        if (href === null) continue
        expect(href).toBe(said)
        // What no browser takes for an address leads nowhere.
        if (!URL.canParse(href)) continue
        const { protocol, username, password } = new URL(href)
        expect([['https:', 'mailto:'].includes(protocol), username, password]).toEqual([true, '', ''])
        expect(href).not.toMatch(/[\s<>"]/)
      }
    }),
    { runs: 500 },
  )
})

import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { addressOf, addressText, domainOf, emailSchema, isInstitutional } from './address.ts'
import { assertProperty } from '../testing/properties.ts'

const taken = (text: string): string | undefined => {
  const address = addressOf(text)
  return address && addressText(address)
}

describe('an address', () => {
  test.each([
    ['ana@norte.example', 'ana@norte.example'],
    ['Ana.Pérez@norte.example', undefined],
    ['ANA.Perez@Norte.Example', 'ana.perez@norte.example'],
    ["o'higgins+2026_a-b@mail.norte.example", "o'higgins+2026_a-b@mail.norte.example"],
    ['i&d@norte.example', 'i&d@norte.example'],
    ['ana@xn--uoa-8na.example', 'ana@xn--uoa-8na.example'],
  ])('[AC1] [AC2] %s is %s', (text, form) => {
    expect(taken(text)).toBe(form)
  })

  test.each([
    ['a list', 'espia@evil.example,.norte.example'],
    ['a list', 'espia@evil.example,ana@norte.example'],
    ['a list', 'espia@evil.example;ana@norte.example'],
    ['a group', 'todos:espia@evil.example;@norte.example'],
    ['a name beside it', 'Ana <ana@norte.example>'],
    ['a name beside it', '<espia@evil.example>ana@norte.example'],
    ['a comment', 'espia@evil.example(@norte.example'],
    ['a comment', 'ana(jefa)@norte.example'],
    ['quotes', '"espia@evil.example,"@norte.example'],
    ['a backslash', 'espia\\@norte.example'],
    ['two at signs', 'espia@evil.example@norte.example'],
    ['a route', 'espia%evil.example@norte.example'],
    ['a route', 'evil.example!espia@norte.example'],
    ['a route', '@evil.example:espia@norte.example'],
    ['an option', '-oQ@norte.example'],
    ['a pipe', '|cat@norte.example'],
    ['a line end', 'ana@norte.example\r\nBcc: espia@evil.example'],
    ['a line end', 'ana\n@norte.example'],
    ['a NUL', 'ana@norte.example\0.evil.example'],
    ['a space', 'ana @norte.example'],
    ['a tab', 'ana@norte.example\tespia@evil.example'],
    ['a direction mark', 'ana@\u202eelpmaxe.etron'],
    ['a letter that is none of ours', 'аna@norte.example'],
    ['a domain that is not in its ASCII form', 'ana@ñuñoa.example'],
    ['a full-width at sign', 'ana\uff20norte.example'],
    ['a full-width dot', 'ana@norte\uff0eexample'],
    ['a letter that folds into ASCII', 'ana@norte.eKample'.replace('K', '\u212a')],
    ['one label', 'ana@localhost'],
    ['an IP address', 'ana@127.0.0.1'],
    ['an IP literal', 'ana@[127.0.0.1]'],
    ['an empty label', 'ana@norte..example'],
    ['a last dot', 'ana@norte.example.'],
    ['a first dot', 'ana@.norte.example'],
    ['dots in the wrong place', '.ana@norte.example'],
    ['dots in the wrong place', 'ana.@norte.example'],
    ['dots in the wrong place', 'a..na@norte.example'],
    ['a hyphen in the wrong place', 'ana@-norte.example'],
    ['a label that pretends to be international', 'ana@ab--c.example'],
    ['nothing before', '@norte.example'],
    ['nothing after', 'ana@'],
    ['nothing', ''],
    ['more than 64 characters before', `${'a'.repeat(65)}@norte.example`],
    ['more than 63 characters in a label', `ana@${'a'.repeat(64)}.example`],
    ['more than 254 characters', `ana@${'a.'.repeat(130)}example`],
  ])('[AC1] %s is no address: %j', (_, text) => {
    expect(addressOf(text)).toBeUndefined()
  })

  const part = fc.oneof(
    fc.constantFrom(
      'ana',
      'norte',
      'evil',
      'example',
      '.',
      '@',
      ',',
      ';',
      ':',
      '<',
      '>',
      '"',
      '\\',
      '(',
      ')',
      '[',
      ']',
      '%',
      '!',
      ' ',
      '\r\n',
      '\0',
    ),
    fc.constantFrom('\u202e', 'ñ', 'xn--', '-', '+', "'", '&', '=', '\u212a', '\uff20'),
    fc.string({ unit: 'binary', maxLength: 4 }),
  )
  const anything = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))

  test('[AC1] whatever is taken is one local part and one domain of harmless characters', () => {
    assertProperty(
      fc.property(anything, (text) => {
        const found = addressOf(text)
        if (!found) return
        expect(addressText(found)).toMatch(/^[a-z0-9_][a-z0-9_+&'.-]*@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/)
        expect(addressText(found)).toBe(text.toLowerCase())
      }),
      { runs: 2000 },
    )
  })

  test('[AC2] the form of an address has itself as its form', () => {
    assertProperty(
      fc.property(fc.emailAddress(), (text) => {
        const form = taken(text)
        if (form !== undefined) expect(taken(form)).toBe(form)
      }),
      { runs: 1000 },
    )
  })

  test('[AC2] what a person types is taken without the spaces around it', () => {
    expect(v.parse(emailSchema, ' Ana@Norte.example ')).toBe('ana@norte.example')
    expect(v.safeParse(emailSchema, '  ').issues?.[0].message).toBe('email_empty')
    expect(v.safeParse(emailSchema, 'ana@norte.example, b@evil.example').issues?.[0].message).toBe('email_invalid')
  })
})

describe('a domain', () => {
  test('[AC1] is of mail, not a host, an address or a list', () => {
    expect(['Norte.Example', 'a.b.c.cl', 'xn--uoa-8na.cl'].map(domainOf)).toEqual(['norte.example', 'a.b.c.cl', 'xn--uoa-8na.cl'])
    expect(['cl', '', '.cl', 'a.cl,b.cl', '127.0.0.1', 'a b.cl', 'ñandu.cl', 'a.c'].map(domainOf)).toEqual(Array.from({ length: 8 }))
  })

  test('[AS10] a text that is no domain admits nobody, and neither does one that only ends like it', () => {
    expect(isInstitutional('ana@norte.example', ['', 'example', '.norte.example', 'norte.example,evil.example'])).toBe(false)
    expect(isInstitutional('ana@evilnorte.example', ['norte.example'])).toBe(false)
    expect(isInstitutional('espia@evil.example,.norte.example', ['norte.example'])).toBe(false)
    expect(isInstitutional('ana@sub.norte.example', ['Norte.Example'])).toBe(true)
  })
})

import { expect, test } from 'vitest'
import { longerThan, saysAddress, wholeNames, wordsWithout, type Traces } from './traces.ts'

const traces: Traces = {
  userId: 'jose',
  names: [
    { name: 'José', surname: 'Pérez' },
    { name: 'José', surname: 'Pérez Rojas' },
  ],
  emails: ['ana@x.cl'],
  isShared: false,
  longer: ['María José Pérez Soto', 'Municipalidad José Pérez'],
  pseudonym: 'A1B2C3',
}
const without = (text: string, more: Partial<Traces> = {}, sure = true): string => wordsWithout(text, { ...traces, ...more }, sure)

test('[LW3] a name goes where it stands alone, and not where it is part of a longer one that is known', () => {
  expect(without('Asigna a José  Pérez, de Municipalidad José Pérez')).toBe('Asigna a Persona A1B2C3, de Municipalidad José Pérez')
  expect(without('MARÍA JOSÉ PÉREZ SOTO y JOSÉ PÉREZ')).toBe('MARÍA JOSÉ PÉREZ SOTO y Persona A1B2C3')
  expect(without('José Pérez Rojas')).toBe('Persona A1B2C3')
  // Nothing known is called so: it may be theirs with a word of the sentence before it.
  expect(without('Líder José Pérez')).toBe('Líder Persona A1B2C3')
  expect(without('Municipalidad José Pérez', { longer: [] })).toBe('Municipalidad Persona A1B2C3')
})

test('[LW3] a name goes in whatever case and form it is written, and however it was kept', () => {
  const names = [
    'José Pérez',
    'ÁNGELA ÑUSTA',
    'Jürgen Groß',
    'Çiğdem İnce',
    'Łukasz Żółć',
    'Nguyễn Thị',
    'Αλέξης Παπάς',
    'Юлия Ёлкина',
    'Σωκράτης Ζας',
  ]
  const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const
  for (const whole of names)
    for (const kept of forms.map((form) => whole.normalize(form))) {
      const [name = '', surname = ''] = kept.split(' ')
      const called = { names: [{ name, surname }], longer: [] }
      for (const cased of [whole, whole.toUpperCase(), whole.toLowerCase(), whole.replace(' ', '\u00a0')])
        for (const text of forms.map((form) => cased.normalize(form)))
          expect(without(`De ${text}, ayer`, called), `${kept} as ${text}`).toBe('De Persona A1B2C3, ayer')
    }
})

test('[LW3] a sign of a word beside it, a hyphen or an apostrophe makes it another name; quotation marks and dashes do not', () => {
  for (const other of [
    'José Pérezo',
    'MariJosé Pérez',
    'José Pérez-Soto',
    'O’José Pérez',
    "D'José Pérez",
    'Ana-José Pérez',
    'José Pérez\u0301',
  ])
    expect([other, without(other)]).toEqual([other, other])
  for (const [text, gone] of [
    ['“José Pérez”', '“Persona A1B2C3”'],
    ["'José Pérez'", "'Persona A1B2C3'"],
    ['José Pérez - líder', 'Persona A1B2C3 - líder'],
    ['—José Pérez—', '—Persona A1B2C3—'],
    ['(José Pérez), José Pérez.', '(Persona A1B2C3), Persona A1B2C3.'],
  ] as const)
    expect(without(text)).toBe(gone)
})

test('[LW3] an address is one from end to end, where it is taken out and where it tells whose the name beside it is', () => {
  for (const other of ['mariana@x.cl', 'm.ana@x.cl', 'ana@x.cl.example', 'ana@x.club', 'ana@x.cl-z'])
    expect([other, saysAddress(`José Pérez <${other}>`, traces), without(other)]).toEqual([other, false, other])
  expect(saysAddress('José Pérez <Ana@x.cl>', traces)).toBe(true)
  expect(without('José Pérez <Ana@x.cl>. ana@x.cl.')).toBe('Persona A1B2C3 <persona-a1b2c3>. persona-a1b2c3.')
})

test('[LW3] of one who shares the name only what is theirs for sure changes, and there a longer name stays, too', () => {
  expect(without('José Pérez', { isShared: true }, false)).toBe('José Pérez')
  expect(without('José Pérez, María José Pérez Soto', { isShared: true }, true)).toBe('Persona A1B2C3, María José Pérez Soto')
})

test('[LW3] longer is what has a whole name inside as whole words, and is none of their own', () => {
  const others = ['María José Pérez Soto', 'josé  pérez rojas', 'José Pérez', 'José Pérez-Soto', 'Liceo José Pérez, Talca', 'Pérez Soto']
  expect(longerThan(wholeNames(traces), others)).toEqual(['María José Pérez Soto', 'Liceo José Pérez, Talca'])
  expect(longerThan([], others)).toEqual([])
})

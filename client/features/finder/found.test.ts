import { expect, test } from 'vitest'
import { folded } from '#client/i18n/folded.ts'
import { find, segmentsOf, snippetOf, wordsOfQuery } from './found.ts'
import type { Findable, FindableKind } from './found.ts'

const one = (kind: FindableKind, title: string, more: Partial<Findable> = {}): Findable => ({
  id: `${kind}:${title}`,
  kind,
  title,
  words: folded([title, more.detail, more.body].join(' ')),
  ...more,
})

const things: readonly Findable[] = [
  one('action', 'Sincronizar ahora'),
  one('page', 'Formulario'),
  one('subDimension', 'Gestión de personas', { number: '2.3' }),
  one('question', '¿Cómo se capacita a las personas?', {
    number: '2.3.1',
    words: folded('¿Cómo se capacita a las personas? How are people trained?'),
  }),
  one('question', '¿Quién dirige la innovación?', { number: '2.3.10' }),
  one('question', '¿Qué presupuesto tiene la innovación?', { number: '1.2.31' }),
  one('answer', '¿Cómo se capacita a las personas?', { number: '2.3.1', body: 'Con un curso de innovación cada trimestre.' }),
  one('answer', '¿Qué se evalúa?', { number: '3.1.1', body: 'La innovación se evalúa con un comité.' }),
  one('person', 'Ána Pérez', { detail: 'Líder de Área' }),
]
const idsOf = (query: string): readonly string[] => find(things, query).groups.flatMap(({ shown }) => shown.map(({ id }) => id))
const numbersOf = (query: string): readonly (string | undefined)[] =>
  find(things, query).groups.flatMap(({ kind, shown }) => (kind === 'question' ? shown.map(({ number }) => number) : []))

test('[GO3] a number finds its question, with its dots or without, and then those that begin with it', () => {
  expect(numbersOf('2.3.1')).toEqual(['2.3.1', '2.3.10'])
  expect(numbersOf('231')).toEqual(['2.3.1', '2.3.10'])
  expect(numbersOf('1231')).toEqual(['1.2.31'])
  expect(idsOf('2.3')[0]).toBe('subDimension:Gestión de personas')
})

test('[GO3] words find without accents and case, in any order and in both languages, and all of them must be there', () => {
  expect(idsOf('PERSONAS gestion')).toEqual(['subDimension:Gestión de personas'])
  expect(idsOf('people trained')).toEqual(['question:¿Cómo se capacita a las personas?'])
  expect(idsOf('ana perez')).toEqual(['person:Ána Pérez'])
  expect(idsOf('personas presupuesto')).toEqual([])
  expect(find(things, '   ')).toEqual({ groups: [], all: 0 })
})

test('[GO3] an answer is found by its words, unless its question is found by its own, and not by two letters', () => {
  const { groups, all } = find(things, 'innovación')
  expect(groups.map(({ kind, all: count }) => [kind, count])).toEqual([
    ['question', 2],
    ['answer', 2],
  ])
  expect(all).toBe(4)
  expect(idsOf('personas').filter((id) => id.startsWith('answer'))).toEqual([])
  expect(idsOf('co').filter((id) => id.startsWith('answer'))).toEqual([])
})

test('[GO3] the group with the best comes first, and of many of a kind the best are shown and all are counted', () => {
  expect(find(things, 'formu').groups[0]?.kind).toBe('page')
  const many = Array.from({ length: 500 }, (_, at) => one('question', `¿Cómo se mide el indicador ${at}?`, { number: `1.1.${at + 1}` }))
  const { groups, all } = find(many, 'indicador')
  expect([groups[0]?.shown.length, groups[0]?.all, all]).toEqual([8, 500, 500])
  expect(groups[0]?.shown[0]?.number).toBe('1.1.1')
})

test('[GO4] what was looked for is told apart by its letters, accents or none, and what looks like markup stays text', () => {
  const words = wordsOfQuery('INNOVACION ges')
  expect(segmentsOf('Gestión de la innovación', words)).toEqual([
    { text: 'Ges', hit: true },
    { text: 'tión de la ', hit: false },
    { text: 'innovación', hit: true },
  ])
  const hostile = '<img src=x onerror=alert(1)> año'
  expect(
    segmentsOf(hostile, wordsOfQuery('<img ano'))
      .map(({ text }) => text)
      .join(''),
  ).toBe(hostile)
  expect(segmentsOf('an\u0303o nuevo', wordsOfQuery('ano'))[0]).toEqual({ text: 'an\u0303o', hit: true })
  expect(segmentsOf('aaa', ['aa', 'a'])).toEqual([
    { text: 'aa', hit: true },
    { text: 'a', hit: true },
  ])
})

test('[GO4] of a long answer the part around what was looked for is shown', () => {
  const long = `${'Primero se explica otra cosa. '.repeat(20)}La innovación está aquí. ${'Y después más. '.repeat(20)}`
  const snippet = snippetOf(long, wordsOfQuery('innovacion'))
  expect(snippet).toContain('innovación')
  expect(snippet.startsWith('… ')).toBe(true)
  expect(snippet.length).toBeLessThan(120)
  expect(snippetOf('Corto.', ['nada'])).toBe('Corto.')
})

test('[GO3] a query of any length is read as far as anybody types, and its letters are letters', () => {
  for (const query of ['a'.repeat(100_000), '.*(a+)+$', '\\', '1.1.1.1.1.1', '['.repeat(500), '\u0000'])
    expect(() => find(things, query)).not.toThrow()
})

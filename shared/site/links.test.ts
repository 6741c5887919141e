import { expect, test } from 'vitest'
import { pagesLedTo, pagesLinkingTo } from './links.ts'
import type { Content, Page, Section } from './model.ts'

const section = (component: string, content: Content, over: Partial<Section> = {}): Section => ({
  ...{ id: 's1', component, content, englishContent: {}, hidden: false, englishOf: null },
  ...over,
})
const about = { title: '', englishTitle: '', description: '', englishDescription: '' }
const stamp = { about, by: 'root', at: '2026-05-04T12:00:00.000Z' } as const

function page(id: string, state: { published?: readonly Section[]; draft?: readonly Section[]; over?: Partial<Page> }): Page {
  const published = state.published && { ...stamp, name: id, number: 1, sections: state.published }
  const draft = state.draft && { ...stamp, name: id, number: 2, sections: state.draft }
  return {
    ...{ id, draft: draft ?? published ?? { ...stamp, name: id, number: 2, sections: [] }, published: published ?? null },
    ...{ formerNames: [], removed: false, ...state.over },
  }
}

test('[WE12] a link leads to a page however it is written: in a field, in a text, in an item, in English, with what follows the path', () => {
  expect([
    ...pagesLedTo([
      section('homeHeader', { link: '/site/Novedades?x=1' }),
      section('titleBody', { body: '<p><a href="/en/benefits#uno">a</a> <a href="https://otro.example/site/ajena">b</a></p>' }),
      section('list', { listData: [{ body: '<p><a href="/site/guia?a=1&amp;b=2">c</a></p>' }] }),
      section('titleBody', {}, { englishContent: { body: '<p><a href="/privacy-policies/">d</a></p>' } }),
      section('titleBody', { body: '<p><a href="/site/oculta">e</a></p>' }, { hidden: true }),
      section('homeHeader', { link: '/open-data' }),
      section('de-otro-tiempo', { link: '/site/ajena' }),
    ]),
  ]).toEqual(['novedades', 'benefits', 'guia', 'privacypolicies'])
})

test('[WE12] who links to a page is told by any name that it has or had, as visitors see it and in a draft, never of a removed page', () => {
  const leads = (name: string): readonly Section[] => [section('homeHeader', { link: `/site/${name}` })]
  const target = page('noticias', { published: [], over: { formerNames: ['avisos'] } })
  const pages = [
    target,
    page('a', { published: leads('noticias'), draft: [] }),
    page('b', { draft: leads('AVISOS') }),
    page('c', { published: leads('noticias'), draft: leads('avisos') }),
    page('d', { published: leads('noticias'), over: { removed: true } }),
    page('e', { published: leads('otra') }),
  ]
  expect(pagesLinkingTo(target, pages).map(({ page: { id }, published, draft }) => [id, published, draft])).toEqual([
    ['a', true, false],
    ['b', false, true],
    ['c', true, true],
  ])
})

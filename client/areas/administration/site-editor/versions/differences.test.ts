import { expect, test } from 'vitest'
import type { PageContent } from '#shared/site/model.ts'
import { applied, newSection } from '#client/areas/administration/site-editor/acts.ts'
import type { Act } from '#client/areas/administration/site-editor/acts.ts'
import { differencesOf } from './differences.ts'
import { blankPage } from '#client/areas/administration/site-editor/kept-page.ts'

const page: PageContent = {
  ...blankPage,
  name: 'about',
  sections: [newSection('title', 'a'), newSection('list', 'b'), newSection('divider', 'c'), newSection('image', 'd')],
}
const after = (...acts: Act[]): PageContent => acts.reduce(applied, page)

test('[WE8] two equal states have no difference', () => {
  expect(differencesOf(page, structuredClone(page))).toEqual({ page: [], sections: [] })
})

test('[WE8] each value that differs is told in its language, with what it was and what it is', () => {
  const changed = after(
    { kind: 'name', name: 'acerca' },
    { kind: 'about', field: 'englishTitle', text: 'About' },
    { kind: 'write', id: 'a', language: 'es', path: 'title', value: 'Hola' },
    { kind: 'write', id: 'a', language: 'en', path: 'title', value: 'Hello' },
    { kind: 'addItem', id: 'b', list: 'listData' },
    { kind: 'write', id: 'b', language: 'es', path: 'listData.0.title', value: 'Uno' },
    { kind: 'write', id: 'b', language: 'es', path: 'listData.0.withImage', value: true },
  )
  const { page: own, sections } = differencesOf(page, changed)
  expect(own).toEqual([
    { path: 'name', language: null, left: 'about', right: 'acerca' },
    { path: 'title', language: 'en', left: '', right: 'About' },
  ])
  expect(sections.map(({ section, kind, values }) => [section.id, kind, values])).toEqual([
    [
      'a',
      'changed',
      [
        { path: 'title', language: 'es', left: '', right: 'Hola' },
        { path: 'title', language: 'en', left: '', right: 'Hello' },
      ],
    ],
    [
      'b',
      'changed',
      [
        { path: 'listData.0.title', language: 'es', left: '', right: 'Uno' },
        { path: 'listData.0.withImage', language: 'es', left: '', right: '✓' },
      ],
    ],
  ])
})

test('[WE8] a section that came, went, moved or was hidden says so, and one that only made room does not', () => {
  const changed = after(
    { kind: 'remove', id: 'c' },
    { kind: 'insert', section: newSection('carousel', 'e'), at: 0 },
    { kind: 'hide', id: 'a', hidden: true },
  )
  expect(differencesOf(page, changed).sections.map(({ section, kind, moved, hidden }) => [section.id, kind, moved, hidden])).toEqual([
    ['e', 'added', false, null],
    ['a', 'changed', false, true],
    ['c', 'removed', false, null],
  ])
  const swapped = differencesOf(page, after({ kind: 'move', id: 'a', by: 1 })).sections
  expect(swapped.map(({ section, moved }) => [section.id, moved])).toEqual([
    ['b', true],
    ['a', true],
  ])
})

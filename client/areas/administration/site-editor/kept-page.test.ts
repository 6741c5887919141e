import { expect, test } from 'vitest'
import { pageScope } from '#shared/protocol/scope.ts'
import { halfWritten } from '#sync/drafts/model.ts'
import { newSection } from './acts.ts'
import { blankPage, draftOf, readKept, sameContent } from './kept-page.ts'
import type { KeptPage } from './kept-page.ts'

const section = {
  ...newSection('titleBody', 'a'),
  content: { title: 'Qué es', body: '<p>Un <strong>índice</strong></p>' },
  englishContent: { title: 'What it is', body: '' },
}
const kept: KeptPage = { content: { ...blankPage, name: 'about', sections: [section] }, seen: 4, restoredFrom: 2 }

test('[WE4] what a device keeps of a page is there again as it was, also of a section whose type this program does not know', () => {
  const unknown = { ...section, id: 'b', component: 'hologram', content: { depth: '3' } }
  const page = { ...kept, content: { ...kept.content, sections: [section, unknown] } }
  const row = {
    key: `page:${pageScope('p1')}:draft#tab`,
    value: structuredClone(draftOf(page, 'about')),
    savedAt: '2026-03-02T10:00:00.000Z',
  }
  const [found] = halfWritten([row])
  expect(found).toMatchObject({ kind: 'page', scope: 'page:p1', subject: 'draft' })
  expect(readKept(found?.draft)).toEqual(page)
})

test('[WE4] a page that is half written tells its words where everything half written is listed', () => {
  expect(draftOf(kept, 'about')).toMatchObject({ about: 'about', base: '4', text: 'about\nQué es\nWhat it is\nUn índice' })
})

test('[WE4] words that are too long to be saved are kept as they were typed', () => {
  const long = { ...kept, content: { ...kept.content, about: { ...kept.content.about, description: ` ${'x'.repeat(400)}` } } }
  expect(readKept(draftOf(long, 'about'))).toEqual(long)
})

test('[WE4] what has another shape is no page', () => {
  expect(readKept(undefined)).toBeNull()
  expect(readKept({ value: 'texto', base: null })).toBeNull()
  expect(readKept({ value: { content: { name: 'x' }, seen: 1 }, base: null })).toBeNull()
})

test('[WE6] two states of a page are the same by their name, their words and their sections, whatever else stands beside them', () => {
  const stands = { ...kept.content, number: 5, by: 'ana' }
  expect(sameContent(stands, structuredClone(kept.content))).toBe(true)
  expect(sameContent(stands, { ...kept.content, sections: [{ ...section, hidden: true }] })).toBe(false)
})

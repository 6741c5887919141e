import { expect, test } from 'vitest'
import type { PageContent, Section } from '#shared/site/model.ts'
import { decorative } from '#shared/site/rules.ts'
import { sectionComponents } from '#shared/site/sections.ts'
import { sectionSchema } from '#shared/site/sections.ts'
import * as v from 'valibot'
import { applied, newSection, valueAt } from './acts.ts'
import type { Act } from './acts.ts'
import { pageProgress, sectionProgress } from './progress.ts'
import { fieldsOf, partsOf } from './sections/section-parts.ts'
import { redone, trailOf, undone, withAct } from './trail.ts'
import type { Trail } from './trail.ts'

const about = { title: 'Beneficios', englishTitle: '', description: '', englishDescription: '' }
const aPage = (...sections: Section[]): PageContent => ({ name: 'beneficios', about, sections })
const ids = ({ sections }: PageContent): string => sections.map(({ id }) => id).join('')
const write = (path: string, value: string, language: 'es' | 'en' = 'es', id = 'a'): Act => ({ kind: 'write', id, language, path, value })
const after = (page: PageContent, ...acts: Act[]): PageContent => acts.reduce(applied, page)
const trailAfter = (page: PageContent, ...acts: Act[]): Trail => acts.reduce(withAct, trailOf(page))
const abc = aPage(newSection('title', 'a'), newSection('divider', 'b'), newSection('list', 'c'))

test('[WE1] sections are added at a place, moved by one, duplicated below themselves, hidden and removed', () => {
  expect(ids(applied(abc, { kind: 'insert', section: newSection('image', 'd'), at: 1 }))).toBe('adbc')
  expect(ids(applied(abc, { kind: 'move', id: 'c', by: -1 }))).toBe('acb')
  expect(ids(applied(abc, { kind: 'duplicate', id: 'a', newId: 'z' }))).toBe('azbc')
  expect(ids(applied(abc, { kind: 'remove', id: 'b' }))).toBe('ac')
  expect(applied(abc, { kind: 'hide', id: 'b', hidden: true }).sections.map(({ hidden }) => hidden)).toEqual([false, true, false])
})

test('[WE1] a section that is there is not put in once more: undone in two ways at once it comes back once', () => {
  const removed = applied(abc, { kind: 'remove', id: 'b' })
  const back: Act = { kind: 'insert', section: newSection('divider', 'b'), at: 1 }
  expect(ids(after(removed, back, back))).toBe('abc')
})

test('[WE1] what changes nothing is no step: the first moved up, the last down, the same text', () => {
  expect(applied(abc, { kind: 'move', id: 'a', by: -1 })).toBe(abc)
  expect(applied(abc, { kind: 'move', id: 'c', by: 1 })).toBe(abc)
  expect(applied(abc, { kind: 'remove', id: 'x' })).toBe(abc)
  expect(applied(abc, write('title', ''))).toBe(abc)
  expect(trailAfter(abc, { kind: 'move', id: 'a', by: -1 }).done).toEqual([])
})

test('[WE1] every act can be taken back and done again, and a new one ends what was taken back', () => {
  const acts: readonly Act[] = [
    { kind: 'insert', section: newSection('carousel', 'd'), at: 3 },
    { kind: 'addItem', id: 'd', list: 'imgs' },
    write('imgs.0.caption', 'Taller', 'es', 'd'),
    { kind: 'move', id: 'd', by: -1 },
    { kind: 'hide', id: 'b', hidden: true },
    { kind: 'remove', id: 'a' },
    { kind: 'name', name: 'otra' },
  ]
  const states = acts.map((_, at) => after(abc, ...acts.slice(0, at + 1)))
  let trail = trailAfter(abc, ...acts)
  for (const state of [abc, ...states].toReversed()) {
    expect(trail.now).toEqual(state)
    trail = undone(trail)
  }
  expect(trail.now).toBe(abc)
  for (const state of states) {
    trail = redone(trail)
    expect(trail.now).toEqual(state)
  }
  expect(redone(withAct(undone(trail), { kind: 'name', name: 'nueva' })).now.name).toBe('nueva')
})

test('[WE1] keys in one field are one step, until another field or another act', () => {
  const trail = trailAfter(
    abc,
    write('title', 'B'),
    write('title', 'Be'),
    write('title', 'Ben'),
    write('title', 'B', 'en'),
    { kind: 'hide', id: 'a', hidden: true },
    write('title', 'Benef'),
  )
  expect(trail.done).toHaveLength(4)
  expect(undone(undone(undone(trail))).now.sections[0]?.content).toEqual({ title: 'Ben' })
  expect(undone(undone(undone(undone(trail)))).now).toBe(abc)
})

test('[WE2] both languages have their items in one order, whatever is done to the list', () => {
  const list = after(
    aPage(newSection('list', 'a')),
    { kind: 'addItem', id: 'a', list: 'listData' },
    { kind: 'addItem', id: 'a', list: 'listData' },
    { kind: 'addItem', id: 'a', list: 'listData' },
    write('listData.0.title', 'Uno'),
    write('listData.1.title', 'Dos'),
    write('listData.2.title', 'Tres'),
    write('listData.2.title', 'Three', 'en'),
    write('listData.0.title', 'One', 'en'),
  )
  const titles = (page: PageContent): unknown =>
    [page.sections[0]?.content, page.sections[0]?.englishContent].map(
      (content) => content && [0, 1, 2].map((at) => valueAt(content, `listData.${at}.title`)),
    )
  expect(titles(applied(list, { kind: 'moveItem', id: 'a', list: 'listData', at: 2, by: -1 }))).toEqual([
    ['Uno', 'Tres', 'Dos'],
    ['One', 'Three', ''],
  ])
  expect(titles(applied(list, { kind: 'removeItem', id: 'a', list: 'listData', at: 1 }))).toEqual([
    ['Uno', 'Tres', undefined],
    ['One', 'Three', undefined],
  ])
})

test('[WE2] a list takes no more items than its section has room for', () => {
  const use = Array.from({ length: 5 }).reduce<PageContent>(
    (page) => applied(page, { kind: 'addItem', id: 'a', list: 'listData' }),
    aPage(newSection('indexUse', 'a')),
  )
  expect(valueAt(use.sections[0]?.content ?? {}, 'listData')).toHaveLength(3)
})

test('[WE2] every type of section has its fields, each offered once, and what is filled in has the stored shape', () => {
  for (const component of sectionComponents) {
    const fields = fieldsOf(component)
    const offered = partsOf(fields).flatMap((part) => [
      part.key,
      ...(part.as === 'image' && part.alt !== null ? [part.alt] : []),
      ...(part.as === 'link' && part.words !== null ? [part.words] : []),
    ])
    expect(offered.toSorted()).toEqual(Object.keys(fields).toSorted())
    const filled = Object.entries(fields).reduce<PageContent>(
      (page, [key, field]) =>
        field.kind === 'items'
          ? Object.keys(field.fields).reduce<PageContent>(
              (now, inner) => applied(now, write(`${key}.0.${inner}`, 'x', 'en')),
              applied(page, { kind: 'addItem', id: 'a', list: key }),
            )
          : applied(page, write(key, 'x')),
      aPage(newSection(component, 'a')),
    )
    const section = filled.sections[0]
    const flags = Object.fromEntries(Object.entries(fields).flatMap(([key, { kind }]) => (kind === 'flag' ? [[key, true]] : [])))
    expect(v.safeParse(sectionSchema, { ...section, content: { ...section?.content, ...flags } }).success, component).toBe(true)
  }
})

test('[WE5] English is of the Spanish that stood when it was written: changed Spanish makes it old, and who looks it over says that it still holds', () => {
  const first = after(aPage(newSection('titleBody', 'a')), write('title', 'Hola'), write('title', 'Hello', 'en'))
  const progress = (page: PageContent) => page.sections[0] && sectionProgress(page.sections[0])
  expect(progress(first)).toEqual({ done: 1, total: 1, old: false })
  const changed = after(first, write('title', 'Hola a todos'), write('body', '<p>Texto</p>'))
  expect(progress(changed)).toEqual({ done: 1, total: 2, old: true })
  expect(progress(applied(changed, { kind: 'upToDate', id: 'a' }))).toEqual({ done: 1, total: 2, old: false })
  expect(progress(applied(changed, write('body', '<p>Text</p>', 'en')))).toEqual({ done: 2, total: 2, old: false })
})

test('[WE5] copying from Spanish fills what has no English and writes over one field only where it was asked for', () => {
  const page = after(
    aPage(newSection('list', 'a')),
    write('title', 'Etapas'),
    write('title', 'Stages', 'en'),
    { kind: 'addItem', id: 'a', list: 'listData' },
    write('listData.0.title', 'Uno'),
    write('listData.0.body', '<p>Primero</p>'),
  )
  const all = applied(page, { kind: 'copySpanish', id: 'a', path: null }).sections[0]?.englishContent ?? {}
  expect([valueAt(all, 'title'), valueAt(all, 'listData.0.title'), valueAt(all, 'listData.0.body')]).toEqual([
    'Stages',
    'Uno',
    '<p>Primero</p>',
  ])
  const one = applied(page, { kind: 'copySpanish', id: 'a', path: 'title' }).sections[0]?.englishContent ?? {}
  expect([valueAt(one, 'title'), valueAt(one, 'listData.0.title') ?? '']).toEqual(['Etapas', ''])
})

test('[WE5] what only decorates, a picture that is not there and a hidden section wait for no translation', () => {
  const picture = after(aPage(newSection('image', 'a')), write('alt', 'Una plaza'))
  expect(pageProgress(picture)).toEqual({ done: 0, total: 1, old: false })
  const shown = applied(picture, write('src', 'abc'))
  expect(pageProgress(shown)).toEqual({ done: 0, total: 2, old: false })
  expect(pageProgress(applied(shown, write('alt', decorative)))).toEqual({ done: 0, total: 1, old: false })
  expect(pageProgress(applied(shown, { kind: 'hide', id: 'a', hidden: true }))).toEqual({ done: 0, total: 1, old: false })
})

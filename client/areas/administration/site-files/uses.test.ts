import { expect, test } from 'vitest'
import { isShown, usesByPage } from './uses.ts'

test('[WE11] uses of a file are told by page, those that visitors see first and removed pages last', () => {
  const found = usesByPage([
    { pageId: 'c', name: 'vieja', where: 'published', number: 1, removed: true },
    { pageId: 'b', name: 'borrador', where: 'draft', number: 4, removed: false },
    { pageId: 'a', name: 'inicio', where: 'published', number: 2, removed: false },
    { pageId: 'a', name: 'portada', where: 'draft', number: 3, removed: false },
    { pageId: 'd', name: 'antes', where: 'version', number: 9, removed: false },
    { pageId: 'd', name: 'antes', where: 'version', number: 10, removed: false },
  ])
  expect(found.map(({ name, published, draft, versions }) => [name, published, draft, versions])).toEqual([
    ['inicio', true, true, []],
    ['borrador', false, true, []],
    ['antes', false, false, [10, 9]],
    ['vieja', true, false, []],
  ])
  expect(found.map(isShown)).toEqual([true, false, false, false])
})

import { expect, test } from 'vitest'
import type { PageContent } from '#shared/site/model.ts'
import { begun, goneOnFrom, isClean, opened } from './desk-state.ts'
import type { Standing } from './desk-state.ts'
import { blankPage } from './kept-page.ts'
import { withAct } from './trail.ts'

const named = (name: string): PageContent => ({ ...blankPage, name })
const draft = (number: number, name: string): Standing => ({
  content: named(name),
  number,
  by: 'Ana Rojas',
  at: '2026-05-04T12:00:00.000Z',
})
const calm = { dirty: false, inWindow: false }

test('[WE6] a newer draft is taken over where nothing was written, and not while a window is open on the one of before', () => {
  const held = begun(draft(1, 'uno'))
  expect(goneOnFrom(held, draft(2, 'dos'), { dirty: false, inWindow: true })).toBeNull()
  expect(goneOnFrom(held, draft(2, 'dos'), calm)).toMatchObject({ seen: 2, trail: { now: { name: 'dos' } } })
  expect(goneOnFrom(held, draft(2, 'dos'), { dirty: true, inWindow: false })).toBeNull()
  expect(goneOnFrom(held, draft(1, 'uno'), calm)).toBeNull()
})

test('[WE6] who takes back all that they wrote has nothing of their own, whatever stands by then', () => {
  const held = begun(draft(1, 'uno'))
  const written = { ...held, trail: withAct(held.trail, { kind: 'name', name: 'mía' }) }
  expect([isClean(held), isClean(written)]).toEqual([true, false])
  expect(isClean({ ...written, trail: withAct(written.trail, { kind: 'name', name: 'uno' }) })).toBe(true)
})

test('[WE4] of what the device kept nothing is called clean unless the draft is known that it was made from', () => {
  const kept = { content: named('uno'), seen: 1, restoredFrom: 4 }
  expect(isClean(opened(kept, draft(2, 'dos')))).toBe(false)
  expect(isClean(opened(kept, draft(1, 'uno')))).toBe(true)
  expect(isClean(opened({ ...kept, seen: null }, null))).toBe(false)
  expect(opened(kept, draft(2, 'dos')).trail.restoredFrom).toBe(4)
  // The draft that it was made from is read later than the page is opened.
  expect(isClean(goneOnFrom(opened(kept, null), draft(1, 'uno'), { dirty: true, inWindow: true }) ?? opened(kept, null))).toBe(true)
  expect(isClean(opened(null, null))).toBe(true)
})

import { expect, test } from 'vitest'
import type { Actor } from '../access/actor.ts'
import type { Context } from '../contract/mutation.ts'
import { Own } from '../own.ts'
import { isPageAddress } from './links.ts'
import { byNewest, type Notice } from './model.ts'
import { readNotices } from './mutations.ts'

const ana: Actor = { id: 'ana', kind: 'Institutional', name: 'Ana', institutionId: 'norte' }
const at = (now: string, actor = ana): Context => ({ actor, now, mid: 'm', base: null, occurredAt: now, lease: null })
const notice = (id: string, rest: Partial<Notice> = {}): Notice => ({
  id,
  kind: 'assigned',
  subject: 'Tiene preguntas a su cargo',
  content: '',
  link: null,
  at: '2026-03-10T12:00:00.000Z',
  readAt: null,
  ...rest,
})
const holding = (...notices: readonly Notice[]): Own => {
  const own = new Own('ana')
  for (const each of notices) own.set('notice', each.id, each)
  return own
}

test('[NO2] what was read once stays read at the moment that came first, and what is not there is passed over', () => {
  const own = holding(notice('a'), notice('b', { readAt: '2026-03-10T13:00:00.000Z' }))
  const first = readNotices.decide(own, { ids: ['a', 'a', 'b', 'gone'] }, at('2026-03-10T14:00:00.000Z'))
  expect(first.changes.map(({ id, row }) => [id, row])).toEqual([['a', notice('a', { readAt: '2026-03-10T14:00:00.000Z' })]])
  for (const change of first.changes) own.set(change.table, change.id, change.row)
  expect(readNotices.decide(own, { ids: ['a', 'b'] }, at('2026-03-10T15:00:00.000Z')).disposition).toBe('noop')
})

test('[NO2] nobody marks what is somebody else’s', () => {
  const outcome = readNotices.decide(holding(notice('a')), { ids: ['a'] }, at('2026-03-10T14:00:00.000Z', { ...ana, id: 'berta' }))
  expect(outcome).toMatchObject({ disposition: 'refused', code: 'not_found', changes: [] })
})

test('[NO3] notices are in one order on every device, the newest first, also those of one moment', () => {
  const later = notice('c', { at: '2026-03-11T12:00:00.000Z' })
  const [a, b] = [notice('a'), notice('b')]
  for (const list of [
    [a, b, later],
    [later, b, a],
    [b, a, later],
  ])
    expect(list.toSorted(byNewest).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
})

test('[NO4] a notice leads to pages of the signed-in area and nowhere else', () => {
  for (const page of ['/dashboard', '/dashboard/form-filling', '/dashboard/send?x=1']) expect(isPageAddress(page), page).toBe(true)
  for (const bad of [
    'https://evil.example/dashboard',
    '//evil.example',
    '/dashboard\\@evil',
    'javascript:alert(1)',
    '/dashboardx',
    '/login',
  ])
    expect(isPageAddress(bad), bad).toBe(false)
})

import { expect, test } from 'vitest'
import { presenceMs } from '#shared/presence/model.ts'
import { Rooms, type Sign } from './room.ts'

const scope = 'inst:norte:tiny'
const sign = (userId: string, questionId: string | null, more: Partial<Sign> = {}): Sign => ({
  key: `${userId}/1`,
  userId,
  side: 'org',
  scope,
  questionId,
  part: questionId === null ? null : 's11',
  ...more,
})

test('[PS1] somebody is told of colleagues of their side by what both see, never of themselves, and of the lab not at all', () => {
  const rooms = new Rooms()
  for (const each of [
    sign('ana', 'q1'),
    sign('berta', 'q1'),
    sign('carlos', 'q20', { part: 's21' }),
    sign('dina', null),
    sign('eva', 'q1', { side: 'lab' }),
    sign('root', null, { side: 'lab' }),
  ])
    rooms.take(each, 0)
  expect(rooms.seenBy(scope, 'org', 'ana', '*')).toEqual({
    s: scope,
    n: 3,
    who: [
      { u: 'berta', q: ['q1'] },
      { u: 'carlos', q: ['q20'] },
    ],
  })
  // That there are others is told to all; who they are and where only to who sees it.
  expect(rooms.seenBy(scope, 'org', 'dina', ['', 's21'])).toEqual({ s: scope, n: 3, who: [{ u: 'carlos', q: ['q20'] }] })
  expect(rooms.seenBy(scope, 'lab', 'eva', '*')).toEqual({ s: scope, n: 1, who: [{ u: 'root', q: [] }] })
  // What an evaluator may not read yet is told to them as little; that somebody has the institution open is.
  expect(rooms.seenBy(scope, 'lab', 'root', [''])).toEqual({ s: scope, n: 1, who: [{ u: 'eva', q: [] }] })
})

test('[PS2] two browsers of one person are one person, and the sign that moves nothing is no news', () => {
  const rooms = new Rooms()
  expect(rooms.take(sign('berta', 'q1'), 0)).toEqual([scope])
  expect(rooms.take(sign('berta', 'q1'), 5)).toEqual([])
  rooms.take(sign('berta', 'q1', { key: 'berta/2' }), 6)
  expect(rooms.seenBy(scope, 'org', 'ana', '*')).toEqual({ s: scope, n: 1, who: [{ u: 'berta', q: ['q1'] }] })
  rooms.take(sign('berta', 'q2', { key: 'berta/2' }), 7)
  expect(rooms.seenBy(scope, 'org', 'ana', '*').who).toEqual([{ u: 'berta', q: ['q1', 'q2'] }])
  expect(rooms.take(sign('berta', null, { scope: '' }), 8)).toEqual([scope])
  expect(rooms.seenBy(scope, 'org', 'ana', '*').who).toEqual([{ u: 'berta', q: ['q2'] }])
})

test('[PS3] who gives no sign for 45 seconds is gone, and who gives one stays', () => {
  const rooms = new Rooms()
  rooms.take(sign('ana', 'q1'), 0)
  rooms.take(sign('berta', 'q1'), 10)
  rooms.take(sign('ana', 'q1'), 20_000)
  expect(rooms.nextEndMs()).toBe(10 + presenceMs)
  expect([...rooms.expire(9 + presenceMs)]).toEqual([])
  expect([...rooms.expire(10 + presenceMs)]).toEqual([scope])
  expect(rooms.seenBy(scope, 'org', 'carlos', '*').who).toEqual([{ u: 'ana', q: ['q1'] }])
  rooms.expire(20_000 + presenceMs)
  expect([rooms.size, rooms.nextEndMs()]).toEqual([0, undefined])
})

test('[PS4] one person is there by six browsers at most, an institution holds 300, and each browser is in one place', () => {
  const rooms = new Rooms()
  for (let at = 0; at < 1_000; at += 1) rooms.take(sign('berta', `q${at}`, { key: `berta/${at}` }), at)
  expect(rooms.seenBy(scope, 'org', 'ana', '*').who[0]?.q).toHaveLength(6)
  for (let at = 0; at < 1_000; at += 1) rooms.take(sign(`person-${at}`, 'q1'), 1_000)
  expect(rooms.size).toBe(300)
  for (let at = 0; at < 1_000; at += 1) rooms.take(sign('ana', 'q1', { scope: `inst:norte:form-${at}` }), 2_000)
  expect(rooms.size).toBe(301)
  expect(rooms.placeOf('ana/1')).toBe('inst:norte:form-999')
})

import { instScope } from '#shared/protocol/scope.ts'
import { expect, test } from 'vitest'
import { sendsOf } from './sends-of.ts'

const begun = Date.parse('2026-10-01T03:00:00.000Z')
const queued = (institution: string, state: 'saved' | 'sent' | 'attention' = 'saved', name = 'evaluation.send') => ({
  name,
  scope: instScope(institution, 'f1'),
  state,
})
const judged = (institution: string, mid: string, parts: { readonly t?: string; readonly d?: 'lost' | 'applied_over' } = {}) => ({
  mid,
  n: 'evaluation.send',
  s: instScope(institution, 'f1'),
  d: parts.d ?? ('lost' as const),
  code: 'evaluation_incomplete',
  params: { n: 2 },
  t: parts.t ?? '2026-10-05T12:00:00.000Z',
  storedAt: `2026-10-05T12:00:0${mid.length}.000Z`,
  dismissed: false,
})

test('[LI3] each send of several is told alone: one waits on the device, one did not stand and says why, one is through', () => {
  const news = sendsOf('f1', begun, [queued('norte'), queued('sur', 'saved', 'evaluation.decide')], [judged('este', 'm1')])
  expect([...news]).toEqual([
    ['este', { kind: 'failed', mid: 'm1', why: { code: 'evaluation_incomplete', params: { n: 2 } } }],
    ['norte', { kind: 'waiting' }],
  ])
})

test('[LI3] what the server has judged waits no more, and what is sent again waits until it is judged again', () => {
  expect(sendsOf('f1', begun, [queued('norte', 'attention')], [judged('norte', 'm1')]).get('norte')?.kind).toBe('failed')
  expect(sendsOf('f1', begun, [queued('norte')], [judged('norte', 'm1')]).get('norte')?.kind).toBe('waiting')
  expect(sendsOf('f1', begun, [], [judged('norte', 'm22'), judged('norte', 'm1')]).get('norte')).toMatchObject({ mid: 'm22' })
})

test('[LI3] what was judged in an earlier round, of another form, or was put away is no news', () => {
  const outcomes = [
    judged('norte', 'm1', { t: '2026-09-30T12:00:00.000Z' }),
    { ...judged('sur', 'm2'), dismissed: true },
    { ...judged('este', 'm3'), s: instScope('este', 'f2') },
    judged('oeste', 'm4', { d: 'applied_over' }),
  ]
  expect(sendsOf('f1', begun, [{ ...queued('centro'), scope: instScope('centro', 'f2') }], outcomes).size).toBe(0)
})

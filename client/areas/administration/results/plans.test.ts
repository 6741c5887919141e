import { expect, test } from 'vitest'
import type { ResultState } from '#shared/results/routes.ts'
import { needingReason, publishPlan } from './plans.ts'

const row = (institutionId: string, state: ResultState['state'], written = 1): ResultState => ({
  institutionId,
  name: institutionId,
  code: institutionId,
  category: 'Pilares',
  evaluator: null,
  state,
  snapshotId: state === 'none' ? null : `final-${institutionId}`,
  number: state === 'none' ? 0 : 1,
  version: state === 'none' ? 0 : 1,
  points: null,
  max: null,
  maturity: null,
  at: null,
  publishedAt: null,
  seenByVisitors: false,
  written,
  texts: 3,
})
const rows = [row('a', 'none'), row('b', 'calculated', 0), row('c', 'published'), row('d', 'newer', 2)]

test('[RV6] who publishes is told how many are published, which stay as they are, and whose reports say the form’s texts alone', () => {
  const { ready, skipped, unwritten, snapshots } = publishPlan(rows)
  expect(ready.map(({ institutionId }) => institutionId)).toEqual(['b', 'd'])
  expect({ skipped, unwritten }).toEqual({ skipped: 2, unwritten: 1 })
  expect(snapshots).toEqual({ b: 'final-b', d: 'final-d' })
})

test('[RV6] who publishes is told whose new result visitors see, too: of those that were shown to them before', () => {
  const shown = rows.map((each) => ({ ...each, seenByVisitors: each.institutionId !== 'b' }))
  expect(publishPlan(shown).public.map(({ institutionId }) => institutionId)).toEqual(['d'])
  expect(publishPlan(rows).public).toEqual([])
})

test('[RV6] a reason is asked for where what was worked out last is published, and nowhere else', () => {
  expect(needingReason(rows)).toBe(1)
  expect(needingReason(rows.filter(({ state }) => state !== 'published'))).toBe(0)
})

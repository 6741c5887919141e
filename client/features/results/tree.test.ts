import { expect, test } from 'vitest'
import type { ResultLine } from '#shared/results/routes.ts'
import { latestOfEach } from '#client/areas/institution/results/latest.ts'
import { aView } from './fixtures.ts'
import { wrapped } from '#client/ui/geometry.ts'
import { around } from './radar.ts'
import { bestFew, withChosen } from './own/trial.ts'
import { pathTo, treeOf } from './tree.ts'
import { newerThan } from '#client/areas/institution/results/newer-than.ts'

const view = aView()

test('[RV1] dimensions hold their sub-dimensions, these their questions, and each figure says what has to be open to see it', () => {
  const [top] = treeOf(view)
  expect([top?.dimension.id, top?.subs.map(({ dimension }) => dimension.id), top?.subs[0]?.questions.map(({ id }) => id)]).toEqual([
    'recursos',
    ['personas', 'gestion'],
    ['q1', 'q2'],
  ])
  expect(pathTo('d-recursos', view)).toEqual(['d-recursos'])
  expect(pathTo('q-q2', view)).toEqual(['d-recursos', 'd-personas', 'q-q2'])
  expect(pathTo('u-q2@r1', view)).toEqual(['d-recursos', 'd-personas', 'q-q2', 'u-q2@r1'])
  expect(pathTo('u-elsewhere', view)).toEqual([])
})

const line = (formId: string, kind: 'preliminary' | 'final', publishedAt: string, version = 1): ResultLine => ({
  formId,
  form: formId,
  kind,
  version,
  publishedAt,
  points: 1,
  max: 2,
  maturity: 'Inicial',
})

test('[RV2] the evolution has one step for each form, its final result where there is one, the oldest first', () => {
  const lines = [line('2024', 'final', '2025-03'), line('2024', 'preliminary', '2025-01'), line('2023', 'preliminary', '2024-02')]
  expect(latestOfEach(lines).map(({ formId, kind }) => [formId, kind])).toEqual([
    ['2023', 'preliminary'],
    ['2024', 'final'],
  ])
})

test('[RV3] a report that is kept says so when a newer version of the same was published', () => {
  const kept = { institutionId: 'norte', formId: '2024', form: '2024', kind: 'final', version: 1, language: 'es' } as const
  expect(newerThan(kept, [line('2024', 'final', '', 2)])?.version).toBe(2)
  expect(newerThan(kept, [line('2024', 'final', '', 1), line('2024', 'preliminary', '', 2), line('2023', 'final', '', 2)])).toBeUndefined()
})

test('corners stand around their centre, the first above it, and long names break between words', () => {
  expect(around([1, 0.5, 0, 1], { x: 100, y: 100 }, 50)).toEqual([
    { x: 100, y: 50, anchor: 'middle', rises: true },
    { x: 125, y: 100, anchor: 'start', rises: false },
    { x: 100, y: 100, anchor: 'middle', rises: false },
    { x: 50, y: 100, anchor: 'end', rises: false },
  ])
  expect(wrapped('Recursos y prácticas institucionales', 12)).toEqual(['Recursos y', 'prácticas', 'institucionales'])
})

test('a trial of the replica begins with what adds most, and adds up what is chosen', () => {
  const subDimensions = [
    { id: 'a', points: 2, would: 3 },
    { id: 'b', points: 0, would: 4 },
    { id: 'c', points: 1, would: 1.5 },
  ]
  expect([...bestFew(subDimensions, 2)]).toEqual(['b', 'a'])
  expect(withChosen({ points: 10, subDimensions }, new Set(['b', 'c']))).toBe(14.5)
})

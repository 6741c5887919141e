import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HeldPokes } from './held-pokes.ts'
import type { Moved } from './pokes.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function heard(): { told: Moved[]; pokes: HeldPokes } {
  const told: Moved[] = []
  return { told, pokes: new HeldPokes((moved) => told.push(moved)) }
}

test('a batch that is the last, or the only one, is told at once', () => {
  const { told, pokes } = heard()
  pokes.moved('a', { versions: { 'inst:n:f': 3 }, people: ['ana'] }, false)
  expect(told).toEqual([{ versions: { 'inst:n:f': 3 }, people: ['ana'] }])
})

test('batches that follow one another are told together, at their newest versions', () => {
  const { told, pokes } = heard()
  pokes.moved('a', { versions: { 'inst:n:f': 3, 'org:n': 1 }, people: ['ana'] }, true)
  pokes.moved('b', { versions: { 'inst:s:f': 9 }, people: [] }, false)
  pokes.moved('a', { versions: { 'inst:n:f': 4 }, people: ['berta'] }, false)
  expect(told).toEqual([
    { versions: { 'inst:s:f': 9 }, people: [] },
    { versions: { 'inst:n:f': 4, 'org:n': 1 }, people: ['ana', 'berta'] },
  ])
})

test('a batch whose successor does not come is told all the same', () => {
  const { told, pokes } = heard()
  pokes.moved('a', { versions: { 'inst:n:f': 3 }, people: [] }, true)
  expect(told).toEqual([])
  vi.advanceTimersByTime(300)
  expect(told).toEqual([{ versions: { 'inst:n:f': 3 }, people: [] }])
  pokes.moved('a', { versions: { 'inst:n:f': 4 }, people: [] }, false)
  expect(told).toHaveLength(2)
})

test('of a device that does not stop sending, others hear after ten batches', () => {
  const { told, pokes } = heard()
  for (let version = 1; version <= 10; version += 1) {
    pokes.moved('a', { versions: { 'inst:n:f': version }, people: [] }, true)
    vi.advanceTimersByTime(200)
  }
  expect(told).toEqual([{ versions: { 'inst:n:f': 10 }, people: [] }])
})

import { expect, test } from 'vitest'
import { arcPath, bandsOf, scaled, swarmOf, ticksTo, tilesOf } from './geometry.ts'

test('a value stands in proportion between two ends, also where up is less', () => {
  expect(scaled(25, [0, 100], [0, 400])).toBe(100)
  expect(scaled(25, [0, 100], [300, 0])).toBe(225)
  expect(scaled(5, [5, 5], [7, 9])).toBe(7)
})

test('bands fill the room between two ends with a gap around each', () => {
  expect(bandsOf(2, [0, 100], 0.2)).toEqual([
    { at: 5, width: 40 },
    { at: 55, width: 40 },
  ])
})

test('an axis goes in round steps to at least the largest figure', () => {
  expect(ticksTo(100)).toEqual([0, 20, 40, 60, 80, 100])
  expect(ticksTo(37)).toEqual([0, 10, 20, 30, 40])
  expect(ticksTo(0.7)).toEqual([0, 0.2, 0.4, 0.6, 0.8])
  expect(ticksTo(0)).toEqual([0, 1])
  expect(ticksTo(2, { whole: true })).toEqual([0, 1, 2])
  expect(ticksTo(11, { whole: true })).toEqual([0, 5, 10, 15])
  for (const most of [1, 3, 9.99, 14.5, 56, 1_234]) expect(ticksTo(most).at(-1)).toBeGreaterThanOrEqual(most)
})

test('a quarter of a ring begins at the top and goes clockwise; a whole one is drawn though its ends meet', () => {
  expect(arcPath(0, 0.25, 50, 100)).toBe('M0 -100A100 100 0 0 1 100 0L50 0A50 50 0 0 0 0 -50Z')
  expect(arcPath(0, 1, 50, 100).match(/M/g)).toHaveLength(2)
})

test('tiles fill the box, each with the area of its value, and none lies on another', () => {
  const values = [30, 20, 15, 10, 9, 6, 4, 3, 1, 1, 0.7, 0.3]
  const tiles = tilesOf(values, { x: 0, y: 0, width: 800, height: 400 })
  expect(tiles).toHaveLength(values.length)
  tiles.forEach(({ width, height }, at) => expect(width * height).toBeCloseTo((values[at] ?? 0) * 3_200, -2))
  for (const [at, one] of tiles.entries())
    for (const other of tiles.slice(at + 1)) {
      const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
      const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
      expect(Math.min(across, down)).toBeLessThan(0.05)
    }
  expect(tilesOf([], { x: 0, y: 0, width: 10, height: 10 })).toEqual([])
})

test('points of a swarm keep clear of one another while there is room', () => {
  const at = [10, 10, 10, 11, 30]
  const aside = swarmOf(at, 8, 60)
  expect(aside[0]).toBe(0)
  expect(aside[4]).toBe(0)
  for (const [one, along] of at.entries())
    for (let other = one + 1; other < at.length; other += 1)
      expect(Math.hypot(along - (at[other] ?? 0), (aside[one] ?? 0) - (aside[other] ?? 0))).toBeGreaterThanOrEqual(7.99)
  expect(
    Math.max(
      ...swarmOf(
        Array.from({ length: 200 }, () => 5),
        8,
        20,
      ).map(Math.abs),
    ),
  ).toBeLessThanOrEqual(20)
})

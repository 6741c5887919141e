import { expect, test } from 'vitest'
import { pointsFrom, valueAt, withValue } from './typed-points.ts'

test('points are read with a comma or a point, also while the last decimals are missing; nothing is 0', () => {
  expect(['1,25', '1.25', ' 7 ', '3,', ',5', '-0,5', ''].map(pointsFrom)).toEqual([1.25, 1.25, 7, 3, 0.5, -0.5, 0])
  expect(['1.2.3', '1,25555', 'uno', '1e3', '-', '.'].map(pointsFrom)).toEqual(Array.from({ length: 6 }, () => undefined))
})

test('a value goes to its key and leaves the others; one that is worth nothing leaves no entry', () => {
  const points = [
    { key: 'a', value: 1 },
    { key: 'b', value: 2, divisor: 'q9' },
  ]
  expect(withValue(points, 'a', 3)).toEqual([{ key: 'a', value: 3 }, points[1]])
  expect(withValue(points, 'b', 0.5)).toEqual([points[0], { key: 'b', value: 0.5, divisor: 'q9' }])
  expect(withValue(points, 'b', 0, null)).toEqual([points[0]])
  expect(withValue(points, 'c', 1)).toEqual([...points, { key: 'c', value: 1 }])
  expect(withValue(points, 'c', 0)).toEqual(points)
  expect([valueAt(points, 'a'), valueAt(points, 'z')]).toEqual([1, 0])
})

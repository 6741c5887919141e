import { expect, test } from 'vitest'
import { nextItem } from './menu.tsx'

test('arrows go round the ends of a menu', () => {
  expect(nextItem('ArrowDown', 2, 3)).toBe(0)
  expect(nextItem('ArrowUp', 0, 3)).toBe(2)
})

test('Home and End go to the ends, and other keys do not move', () => {
  expect(nextItem('Home', 2, 3)).toBe(0)
  expect(nextItem('End', 0, 3)).toBe(2)
  expect(nextItem('a', 0, 3)).toBeNull()
})

import { expect, test } from 'vitest'
import { withoutEndSlashes } from './path-text.ts'

test('a path loses the slashes at its end and no other, and the root stays one', () => {
  expect(['/', '//', '/a', '/a/', '/a//', '/a/b/', '', '//a'].map(withoutEndSlashes)).toEqual([
    '/',
    '/',
    '/a',
    '/a',
    '/a',
    '/a/b',
    '',
    '//a',
  ])
  const slashes = '/'.repeat(15_000)
  expect(withoutEndSlashes(`${slashes}a`)).toBe(`${slashes}a`)
})

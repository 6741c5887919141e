import { expect, test } from 'vitest'
import { shortcutOf } from './shortcuts.ts'

const onCard: Pick<Element, 'closest'> = { closest: () => null }
// Stands for a field: it finds itself whatever is asked.
const inField = { closest: () => inField } as unknown as Pick<Element, 'closest'>
const pressed = (key: string, how: { target?: Pick<Element, 'closest'>; ctrlKey?: boolean } = {}) => ({
  key,
  ctrlKey: how.ctrlKey ?? false,
  metaKey: false,
  altKey: false,
  target: how.target ?? onCard,
})

test('[KE1] each key of the queue has one meaning, in either case', () => {
  const keys = ['j', 'ArrowDown', 'K', 'ArrowUp', 'a', 'R', 'o', 'c', 'f', 'z', '?', 'x']
  expect(keys.map((key) => shortcutOf(pressed(key), true))).toEqual([
    'next',
    'next',
    'previous',
    'previous',
    'accept',
    'reject',
    'observe',
    'comment',
    'file',
    'undo',
    'help',
    undefined,
  ])
})

test('[KE2] no key means anything while somebody writes', () => {
  for (const key of ['a', 'r', 'z', 'ArrowDown']) expect(shortcutOf(pressed(key, { target: inField }), true)).toBeUndefined()
})

test('[KE2] a key with Ctrl is the browser’s', () => {
  expect(shortcutOf(pressed('a', { ctrlKey: true }), true)).toBeUndefined()
})

test('[KE3] switched off, letters mean nothing and the arrows still move', () => {
  expect(shortcutOf(pressed('a'), false)).toBeUndefined()
  expect(shortcutOf(pressed('ArrowDown'), false)).toBe('next')
})

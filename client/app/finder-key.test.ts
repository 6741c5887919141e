import { expect, test } from 'vitest'
import { hasCommandKey, isFinderKey, standingOver, typedBy } from './finder-key.ts'
import type { Pressed } from './finder-key.ts'

const pressed = (more: Partial<Pressed>): Pressed => ({
  key: 'k',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  ...more,
})

test('[GO1] Ctrl+K opens the search, Cmd+K where there is a command key, and no key beside them does', () => {
  expect(['Win32', 'Linux x86_64', 'MacIntel', 'iPad'].map(hasCommandKey)).toEqual([false, false, true, true])
  expect(isFinderKey(pressed({ ctrlKey: true }), false)).toBe(true)
  // With the capitals locked, too.
  expect(isFinderKey(pressed({ key: 'K', ctrlKey: true }), false)).toBe(true)
  expect(isFinderKey(pressed({ metaKey: true }), true)).toBe(true)
  // There Ctrl+K cuts to the end of the line.
  expect(isFinderKey(pressed({ ctrlKey: true }), true)).toBe(false)
  for (const more of [
    {},
    { metaKey: true },
    { ctrlKey: true, shiftKey: true },
    { ctrlKey: true, altKey: true },
    { ctrlKey: true, repeat: true },
  ])
    expect(isFinderKey(pressed(more), false)).toBe(false)
  expect(isFinderKey(pressed({ key: 'j', ctrlKey: true }), false)).toBe(false)
})

test('[GO7] what only shows something makes room for the search; what asks, or holds what somebody wrote, keeps its place', () => {
  const shown = { role: 'dialog', isWritten: false }
  expect(standingOver([])).toBe('nothing')
  expect(standingOver([shown])).toBe('harmless')
  expect(standingOver([shown, { role: 'dialog', isWritten: true }])).toBe('closed')
  expect(standingOver([{ role: 'alertdialog', isWritten: false }])).toBe('closed')
})

test('[GO9] signs and corrections are what is typed ahead, Escape takes the search back, and commands are none of it', () => {
  const typed = (text: string, more: Partial<Pressed>) => typedBy(text, pressed(more))
  expect(typed('pedi', { key: 'r' })).toBe('pedir')
  expect(typed('pedir', { key: ' ' })).toBe('pedir ')
  expect(typed('a', { key: 'Ñ', shiftKey: true })).toBe('aÑ')
  expect(typed('a', { key: '@', ctrlKey: true, altKey: true })).toBe('a@')
  expect(typed('ab', { key: 'Backspace' })).toBe('a')
  expect(typed('', { key: 'Backspace' })).toBe('')
  expect(typed('a', { key: 'Escape' })).toBe(null)
  for (const more of [{ key: 'Enter' }, { key: 'ArrowDown' }, { key: 'a', ctrlKey: true }, { key: 'v', metaKey: true }])
    expect(typed('a', more)).toBe(undefined)
})

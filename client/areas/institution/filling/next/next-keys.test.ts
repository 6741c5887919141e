import { expect, test } from 'vitest'
import { leadsOn } from './next-keys.ts'

/** An element of which only these selectors' words are around it. */
const inside = (...around: readonly string[]): Pick<Element, 'closest'> => ({
  closest: (selector: string) => (around.some((each) => selector.includes(each)) ? ({} as Element) : null),
})
const nowhere = inside()
const key = (pressed: string, rest: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  key: pressed,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...rest,
})
const answer = inside('textarea', '[data-task="answer"]')
const comment = inside('textarea', '[data-task="comment"]')
const dialog = inside('[role="dialog"]')

test('[FL3] P leads on in either case, and not where somebody writes, in a window, with another key, or switched off', () => {
  expect([leadsOn(key('p'), nowhere, true), leadsOn(key('P'), nowhere, true)]).toEqual([true, true])
  for (const where of [answer, comment, dialog]) expect(leadsOn(key('p'), where, true)).toBe(false)
  for (const other of ['ctrlKey', 'metaKey', 'altKey', 'shiftKey'] as const)
    expect(leadsOn(key('p', { [other]: true }), nowhere, true)).toBe(false)
  expect(leadsOn(key('p'), nowhere, false)).toBe(false)
  expect(leadsOn(key('n'), nowhere, true)).toBe(false)
})

test('[FL3] Ctrl+Enter leads on out of an answer that is being written and from where nothing is, also with single keys off; in a comment and in a window it is theirs', () => {
  for (const held of ['ctrlKey', 'metaKey'] as const) {
    for (const where of [nowhere, answer]) expect(leadsOn(key('Enter', { [held]: true }), where, false)).toBe(true)
    for (const where of [comment, dialog]) expect(leadsOn(key('Enter', { [held]: true }), where, true)).toBe(false)
  }
  expect(leadsOn(key('Enter'), nowhere, true)).toBe(false)
})

import { expect, test } from 'vitest'
import { isSearchKey } from './search-key.ts'

const pressed = { key: '/', ctrlKey: false, metaKey: false, altKey: false }
const page = { closest: () => null }

test('[TA4] the key / leads to the search, but not from where somebody writes, nor with another key held', () => {
  expect(isSearchKey(pressed, page)).toBe(true)
  // A Chilean keyboard has / on Shift and 7.
  expect(isSearchKey({ ...pressed, key: '7' }, page)).toBe(false)
  for (const held of ['ctrlKey', 'metaKey', 'altKey']) expect(isSearchKey({ ...pressed, [held]: true }, page)).toBe(false)
  const inside = (selector: string) => ({ closest: (asked: string) => (asked.includes(selector) ? ({} as Element) : null) })
  for (const place of [
    'input',
    'textarea',
    'select',
    '[contenteditable="true"]',
    '[role="menu"]',
    '[role="dialog"]',
    '[role="alertdialog"]',
  ])
    expect(isSearchKey(pressed, inside(place)), place).toBe(false)
})

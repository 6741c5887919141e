import { expect, test } from 'vitest'
import { readWindow, writeWindow } from './window-address.ts'

const names = { create: 'nueva', edit: 'editar', history: 'historial' } as const

test('[TA5] an address names the window that is open over a page beside the search and the filter of its table', () => {
  const search = writeWindow('?q=norte&filter=closed', names, { act: 'edit', id: 'i-1' })
  expect(search).toBe('?q=norte&filter=closed&editar=i-1')
  expect(readWindow(search, names)).toEqual({ act: 'edit', id: 'i-1' })
  expect(readWindow(writeWindow(search, names, { act: 'create', id: '' }), names)).toEqual({ act: 'create', id: '' })
  expect(writeWindow(search, names, { act: 'history', id: 'a&b=c' })).toBe('?q=norte&filter=closed&historial=a%26b%3Dc')
  expect(writeWindow(search, names, null)).toBe('?q=norte&filter=closed')
  expect(writeWindow('?nueva=', names, null)).toBe('')
  expect(readWindow('?q=norte', names)).toBe(null)
})

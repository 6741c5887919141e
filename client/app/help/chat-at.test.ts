import { expect, test } from 'vitest'
import { chatAt } from './chat-at.ts'

const url = 'https://chat.example/iip'
/** A Tuesday at eleven, the same at eight in the evening, and a Thursday that is a holiday. */
const [open, evening, holiday] = ['2026-07-14T15:00:00.000Z', '2026-07-15T00:00:00.000Z', '2026-07-16T15:00:00.000Z'] as const

test('[HE3] there is somebody to talk to during the hours, with a network, and where there is a service', () => {
  expect(chatAt({ url, now: open, offline: false })).toEqual({ url })
  expect(chatAt({ url, now: open, offline: true })).toBe('offline')
  for (const now of [evening, holiday]) for (const offline of [false, true]) expect(chatAt({ url, now, offline })).toBeNull()
  for (const now of [open, evening, holiday]) expect(chatAt({ url: null, now, offline: false })).toBeNull()
})

test('[HE3] what is no address of https is none, whatever a device has kept', () => {
  for (const bad of ['', 'javascript:alert(1)', 'http://chat.example', '//chat.example', ' https://chat.example'])
    expect(chatAt({ url: bad, now: open, offline: false }), bad).toBeNull()
})

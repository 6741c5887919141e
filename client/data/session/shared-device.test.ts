import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isIdle, isLeftAlone, isSharedBy, leftAloneMs, noteActivity, setShared } from './shared-device.ts'

const startMs = 1_000_000_000

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('[SD1] a shared computer is left alone half an hour after the last sign of life, in whichever tab', () => {
  setShared('ana', startMs)
  expect(isLeftAlone('ana', startMs + leftAloneMs - 1)).toBe(false)
  expect(isLeftAlone('ana', startMs + leftAloneMs)).toBe(true)
  noteActivity(startMs + leftAloneMs - 1)
  expect(isLeftAlone('ana', startMs + leftAloneMs)).toBe(false)
})

test('[SD1] a computer of one’s own is never left alone, nor is one after the session on it has ended', () => {
  expect(isLeftAlone('ana', startMs)).toBe(false)
  setShared('ana', startMs)
  expect(isSharedBy('luis')).toBe(false)
  expect(isLeftAlone('luis', startMs + leftAloneMs)).toBe(false)
  setShared(null, startMs)
  expect(isLeftAlone('ana', startMs + leftAloneMs)).toBe(false)
})

test('[LK6] a clock that is put back neither keeps a computer open for as long as it was wrong, nor closes it at once', () => {
  const minute = 60_000
  setShared('ana', startMs)
  const backMs = startMs - 10 * 60 * minute
  expect(isIdle(backMs, 15 * minute)).toBe(false)
  expect(isIdle(backMs + 14 * minute, 15 * minute)).toBe(false)
  expect(isIdle(backMs + 15 * minute, 15 * minute)).toBe(true)
  noteActivity(backMs + 15 * minute)
  expect(isIdle(backMs + 29 * minute, 15 * minute)).toBe(false)
  noteActivity(startMs)
  noteActivity(backMs)
  expect(isIdle(backMs + 15 * minute, 15 * minute)).toBe(true)
})

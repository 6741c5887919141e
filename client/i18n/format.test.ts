import { expect, onTestFinished, test } from 'vitest'
import { createFormat } from './format.ts'

const es = createFormat('es')
const en = createFormat('en')

test('[FM1] moments are DD/MM/YYYY HH:mm on the clocks of Santiago', () => {
  expect(es.moment('2026-01-15T02:05:00.000Z')).toBe('14/01/2026 23:05')
  expect(en.moment('2026-07-15T03:05:00.000Z')).toBe('14/07/2026 23:05')
})

test('[FM1] on a device whose clock shows another time a moment is followed by its zone and that time', () => {
  process.env['TZ'] = 'Pacific/Easter'
  onTestFinished(() => {
    process.env['TZ'] = 'America/Santiago'
  })
  expect(es.moment('2026-01-15T02:05:00.000Z')).toBe('14/01/2026 23:05, hora de Chile continental (21:05 en este equipo)')
  expect(en.deadline('2026-12-24')).toBe('24 Dec 2026, 23:59, continental Chile time (21:59 on this device)')
  expect(es.time('2026-01-15T02:05:00.000Z')).toBe('23:05 (21:05 en este equipo)')
})

test('a calendar day stays the same day', () => {
  expect(es.day('2026-05-31')).toMatch(/^31/)
})

test('[FM2] numbers keep up to four decimals, with a comma in Spanish', () => {
  expect(es.number(12.34567)).toBe('12,3457')
  expect(en.number(1234.5)).toBe('1,234.5')
})

test('distances of time are in the largest unit that fits', () => {
  const now = Date.parse('2026-11-20T12:00:00.000Z')
  expect(es.ago('2026-11-20T11:55:00.000Z', now)).toBe('hace 5 minutos')
  expect(en.ago('2026-11-17T12:00:00.000Z', now)).toBe('3 days ago')
})

test('sizes are in the unit that a person would say', () => {
  expect(es.bytes(15_728_640)).toBe('15,7 MB')
  expect(es.bytes(2048)).toBe('2 kB')
  expect(es.bytes(4_298_300_000)).toBe('4,3 GB')
  expect(es.bytes(194)).toBe('194 bytes')
})

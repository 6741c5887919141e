import { expect, test } from 'vitest'
import { instantOf, minuteAt } from './instant.ts'
import { dayText, deadlineText, listedMomentText, momentText, openingText, timeText, type DeviceClock } from './moment-words.ts'

/** A device's clock at whole hours from UTC; continental Chile is at −3 in summer, at −4 in winter. */
const at =
  (hours: number): DeviceClock =>
  () =>
    hours * 60
const es = { language: 'es', style: 'short' } as const
const en = { language: 'en', style: 'short' } as const

test('[TM23] until when is written with its hour and zone, and the device’s own time beside where its clock shows another one', () => {
  expect(deadlineText('2026-12-24', es)).toBe('24 dic 2026, 23:59, hora de Chile continental')
  expect(deadlineText('2026-12-24', { ...es, clock: at(-3) })).toBe('24 dic 2026, 23:59, hora de Chile continental')
  expect(deadlineText('2026-12-24', { ...es, clock: at(-5) })).toBe('24 dic 2026, 23:59, hora de Chile continental (21:59 en este equipo)')
  expect(deadlineText('2026-12-24', { ...en, clock: at(-5) })).toBe('24 Dec 2026, 23:59, continental Chile time (21:59 on this device)')
  expect(deadlineText('2026-12-24', { ...es, style: 'long' })).toBe('24 de diciembre de 2026, 23:59, hora de Chile continental')
})

test('[TM23] a device on which it is another day then says which', () => {
  expect(deadlineText('2026-12-31', { ...es, clock: at(1) })).toBe(
    '31 dic 2026, 23:59, hora de Chile continental (1 ene, 03:59 en este equipo)',
  )
  expect(openingText('2027-01-01', { ...en, clock: at(-5) })).toBe(
    '1 Jan 2027, 00:00, continental Chile time (31 Dec, 22:00 on this device)',
  )
})

test('[TM23] whether a device’s clock differs is asked for that moment: one that keeps summer all year shows its own time in winter alone', () => {
  expect(deadlineText('2026-07-10', { ...es, clock: at(-3) })).toBe(
    '10 jul 2026, 23:59, hora de Chile continental (11 jul, 00:59 en este equipo)',
  )
  expect(deadlineText('2026-07-10', { ...es, clock: at(-4) })).toBe('10 jul 2026, 23:59, hora de Chile continental')
})

test('[TM23] a deadline that is a moment is written as one that is a day', () => {
  expect(deadlineText('2026-12-25T02:59:59.999Z', es)).toBe(deadlineText('2026-12-24', es))
})

test('[TM23] a receipt’s moment always names its zone; one of many only where the device’s clock shows another time', () => {
  const moment = '2026-01-15T02:05:00.000Z'
  expect(momentText(moment, { language: 'es', style: 'figures', clock: at(-3) })).toBe('14/01/2026 23:05, hora de Chile continental')
  expect(listedMomentText(moment, 'es', at(-3))).toBe('14/01/2026 23:05')
  expect(listedMomentText(moment, 'es', at(-5))).toBe('14/01/2026 23:05, hora de Chile continental (21:05 en este equipo)')
  expect(timeText(moment, 'es', at(-3))).toBe('23:05')
  expect(timeText(moment, 'en', at(-5))).toBe('23:05 (21:05 on this device)')
})

test('a day is that of continental Chile, and stays the day that it is', () => {
  expect(dayText('2026-01-15T02:05:00.000Z', 'es', 'long')).toBe('14 de enero de 2026')
  expect(dayText('2026-05-31', 'en', 'short')).toBe('31 May 2026')
})

test('moments beyond the year 9999 are written, too', () => {
  const far = instantOf(Date.UTC(12_345, 0, 15, 12))
  expect(minuteAt(far)).toBe('+012345-01-15 09:00')
  expect(listedMomentText(far, 'es', at(-3))).toContain(' 09:00')
})

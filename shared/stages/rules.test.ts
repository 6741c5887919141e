import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noonIn, theStages } from '../forms/fixtures.ts'
import { addDays, dayAt, endOfDayMs, instantOf, isDay, startOfDayMs } from '../kernel/instant.ts'
import { must } from '../kernel/assert.ts'
import { assertProperty } from '../testing/properties.ts'
import type { FormHeader, Stage } from './model.ts'
import { boundsOf, graceStage, isInitialized, isRevision, phaseAt, stageAt, timelineState, timeRemaining } from './rules.ts'

const header = (stages: readonly Stage[]): FormHeader => ({
  id: 'form',
  name: '',
  description: '',
  versionId: 'v',
  enabled: true,
  stages,
})
const aStage = (start: string, end: string, rest: Partial<Stage> = {}): Stage => ({
  id: 's',
  kind: 'NormalInput',
  name: '',
  start,
  end,
  ...rest,
})
const hours = 3_600_000

describe('calendar days in Santiago', () => {
  test.each([
    ['2025-01-15', '2025-01-15T03:00:00.000Z', 24, 'summer, UTC-3'],
    ['2025-06-15', '2025-06-15T04:00:00.000Z', 24, 'winter, UTC-4'],
    ['2025-04-05', '2025-04-05T03:00:00.000Z', 25, 'the clocks go back at the end of 5 April 2025'],
    ['2025-09-07', '2025-09-07T04:00:00.000Z', 23, 'the clocks skip midnight of 7 September 2025'],
    ['2026-04-04', '2026-04-04T03:00:00.000Z', 25, 'and of 4 April 2026'],
    ['2026-09-06', '2026-09-06T04:00:00.000Z', 23, 'and of 6 September 2026'],
  ])('[TM1] %s starts at %s and lasts %d hours (%4$s)', (day, start, length) => {
    expect(instantOf(startOfDayMs(day))).toBe(start)
    expect(endOfDayMs(day) + 1 - startOfDayMs(day)).toBe(length * hours)
    expect(dayAt(instantOf(startOfDayMs(day)))).toBe(day)
    expect(dayAt(instantOf(startOfDayMs(day) - 1))).toBe(addDays(day, -1))
    expect(dayAt(instantOf(endOfDayMs(day)))).toBe(day)
  })

  test('[TM1] every day of ten years begins where the one before ends', () => {
    const wrong: string[] = []
    for (let day = '2020-01-01'; day < '2030-01-01'; day = addDays(day, 1)) {
      if (dayAt(instantOf(startOfDayMs(day))) !== day || dayAt(instantOf(endOfDayMs(day))) !== day) wrong.push(day)
    }
    expect(wrong).toEqual([])
  })

  test('[TM1] every day that four digits can write has its bounds, and nothing that reads one breaks', () => {
    assertProperty(
      fc.property(fc.integer({ min: 0, max: 9998 }), fc.integer({ min: 0, max: 365 }), (year, at) => {
        const day = addDays(`${String(year).padStart(4, '0')}-01-01`, at)
        expect(startOfDayMs(day)).toBeLessThan(endOfDayMs(day))
        if (year > 0) expect(dayAt(instantOf(startOfDayMs(day)))).toBe(day)
      }),
    )
    expect(timelineState(aStage('0026-03-01', '9999-12-31'), '2026-03-10T12:00:00.000Z')).toBe('current')
  })

  test('[TM1] a text is a day only when the calendar has it', () => {
    expect(['2024-02-29', '2025-12-31', '2000-02-29'].every(isDay)).toBe(true)
    expect(['2025-02-29', '2025-04-31', '2024-13-01', '2024-1-1', '1900-02-29', 'hoy', ''].some(isDay)).toBe(false)
  })
})

describe('where a form stands', () => {
  const stage = aStage('2025-04-01', '2025-04-05')

  test('[TM15] a form has begun from the first millisecond of its first stage if it is enabled, and for ever if that is on record', () => {
    const form = header([aStage('2025-05-01', '2025-05-05'), stage])
    const firstMs = startOfDayMs('2025-04-01')
    expect(isInitialized(form, instantOf(firstMs - 1))).toBe(false)
    expect(isInitialized(form, instantOf(firstMs))).toBe(true)
    expect(isInitialized(form, '2026-01-01T00:00:00.000Z')).toBe(true)
    expect(isInitialized({ ...form, enabled: false }, instantOf(firstMs))).toBe(false)
    expect(isInitialized({ ...form, enabled: false, initialized: true }, instantOf(firstMs - 1))).toBe(true)
    expect(isInitialized(header([]), instantOf(firstMs))).toBe(false)
    expect(isInitialized({ ...form, initialized: false }, instantOf(firstMs))).toBe(true)
  })

  test('[TM2] a stage holds its first and its last millisecond, and no other', () => {
    const form = header([stage])
    expect(phaseAt(form, '2025-04-01T02:59:59.999Z')).toBe('Pre')
    expect(phaseAt(form, '2025-04-01T03:00:00.000Z')).toBe('NormalInput')
    // The clocks go back that night: the day ends at 04:00 UTC.
    expect(phaseAt(form, '2025-04-06T03:59:59.999Z')).toBe('NormalInput')
    expect(phaseAt(form, '2025-04-06T04:00:00.000Z')).toBe('Closed')
  })

  test('[TM2] a stage that starts on the day that skips midnight starts at that day’s first moment', () => {
    const form = header([aStage('2025-09-07', '2025-09-10')])
    expect(phaseAt(form, '2025-09-07T03:59:59.999Z')).toBe('Pre')
    expect(phaseAt(form, '2025-09-07T04:00:00.000Z')).toBe('NormalInput')
  })

  test('[TM2] before the first is Pre, between two is Gap, after the last is Closed, and with no stage it is Pre', () => {
    const form = header(theStages)
    expect((['Pre', 'Gap', 'Closed'] as const).map((phase) => phaseAt(form, noonIn(phase)))).toEqual(['Pre', 'Gap', 'Closed'])
    for (const { kind, id } of theStages) {
      expect(phaseAt(form, noonIn(kind))).toBe(kind)
      expect(stageAt(form, noonIn(kind))?.id).toBe(id)
    }
    expect(phaseAt(header([]), noonIn('NormalInput'))).toBe('Pre')
    expect(stageAt(form, noonIn('Gap'))).toBeUndefined()
  })

  test('[TM3] the timeline shows a stage as next, current and complete, at its exact bounds', () => {
    const { startMs, endMs } = boundsOf(stage)
    expect([startMs - 1, startMs, endMs, endMs + 1].map((ms) => timelineState(stage, instantOf(ms)))).toEqual([
      'next',
      'current',
      'current',
      'complete',
    ])
  })

  test('[TM4] a rehearsal moves a bound to the moment it was made, and the day no longer counts', () => {
    const cut = aStage('2025-04-01', '2025-04-05', { cutAt: '2025-04-02T12:00:00.000Z', startedAt: '2025-03-31T12:00:00.000Z' })
    const form = header([cut])
    expect(phaseAt(form, '2025-03-31T12:00:00.000Z')).toBe('NormalInput')
    expect(phaseAt(form, '2025-04-02T11:59:59.999Z')).toBe('NormalInput')
    expect(phaseAt(form, '2025-04-02T12:00:00.000Z')).toBe('Closed')
  })
})

describe('time remaining', () => {
  const stage = aStage('2025-06-01', '2025-06-10')
  const end = boundsOf(stage).endMs + 1
  test.each([
    [10 * 24 * hours, { kind: 'days', days: 10 }],
    [49 * hours, { kind: 'days', days: 2 }],
    [48 * hours, { kind: 'days', days: 2 }],
    [48 * hours - 1, { kind: 'day' }],
    [24 * hours, { kind: 'day' }],
    [24 * hours - 1, { kind: 'clock', hours: 23, minutes: 59, seconds: 59 }],
    [3_723_000, { kind: 'clock', hours: 1, minutes: 2, seconds: 3 }],
    [1000, { kind: 'clock', hours: 0, minutes: 0, seconds: 1 }],
    [0, { kind: 'over' }],
    [-1, { kind: 'over' }],
  ])('[TM5] %d ms before the end of the last day read as %o', (leftMs, expected) => {
    expect(timeRemaining(stage, instantOf(end - leftMs))).toEqual(expected)
  })
})

describe('grace of an input stage', () => {
  const form = header(theStages)
  const input = must(theStages[0], 'the first stage')
  const { startMs, endMs } = boundsOf(input)
  const grace = (nowMs: number, doneMs: number, leaseMs: number | null): string | undefined =>
    graceStage(form, instantOf(nowMs), instantOf(doneMs), leaseMs === null ? null : instantOf(leaseMs))?.kind

  test('[TM6] work done before the end and received within 24 hours belongs to the stage', () => {
    expect(grace(endMs + 1, endMs, endMs - hours)).toBe('NormalInput')
    expect(grace(endMs + 24 * hours, endMs - hours, startMs)).toBe('NormalInput')
  })

  test('[TM6] a minute later it does not, nor does work done after the end, nor work without a lease', () => {
    expect(grace(endMs + 24 * hours + 1, endMs, endMs - hours)).toBeUndefined()
    expect(grace(endMs + 1, endMs + 1, endMs - hours)).toBeUndefined()
    expect(grace(endMs + 1, endMs, null)).toBeUndefined()
  })

  test('[TM6] a device whose clock stands before the server time that it knew is not believed, nor a lease from after the end', () => {
    expect(grace(endMs + hours, endMs - 2 * hours, endMs - hours)).toBeUndefined()
    expect(grace(endMs + hours, endMs, endMs + 1)).toBeUndefined()
  })

  test('[TM6] a revision has no grace for what an institution writes; it has the same day for decisions', () => {
    const revision = must(theStages[1], 'the second stage')
    const { endMs: over } = boundsOf(revision)
    expect(grace(over + 1, over, over - hours)).toBeUndefined()
    const [now, done, lease] = [over + 1, over, over - hours].map(instantOf)
    expect(graceStage(form, now ?? '', done ?? '', lease ?? '', isRevision)?.kind).toBe('FirstRevision')
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dayAt, epochMs, instantOf, minuteAt, type Day } from '../kernel/instant.ts'
import { assertProperty } from '../testing/properties.ts'
import { helpOpensAt, holidaysOf, isHelpDay, isHelpOpen } from './hours.ts'
import { winterSolstice } from './solstice.ts'

/** As the calendars of those years were published. */
const published: Readonly<Record<number, string>> = {
  2023: '01-01 01-02 04-07 04-08 05-01 05-21 06-21 06-26 07-16 08-15 09-18 09-19 10-09 10-27 11-01 12-08 12-25',
  2024: '01-01 03-29 03-30 05-01 05-21 06-20 06-29 07-16 08-15 09-18 09-19 09-20 10-12 10-31 11-01 12-08 12-25',
  2025: '01-01 04-18 04-19 05-01 05-21 06-20 06-29 07-16 08-15 09-18 09-19 10-12 10-31 11-01 12-08 12-25',
  2026: '01-01 04-03 04-04 05-01 05-21 06-21 06-29 07-16 08-15 09-18 09-19 10-12 10-31 11-01 12-08 12-25',
  2027: '01-01 03-26 03-27 05-01 05-21 06-21 06-28 07-16 08-15 09-17 09-18 09-19 10-11 10-31 11-01 12-08 12-25',
}

for (const [year, days] of Object.entries(published)) {
  test(`[HE2] the holidays of ${year} are those of its published calendar`, () => {
    expect(holidaysOf(Number(year)).map((day) => day.slice(5))).toEqual(days.split(' '))
  })
}

test('[HE2] what laws move goes where they say, on whichever weekday it falls', () => {
  const has = (day: Day): boolean => holidaysOf(Number(day.slice(0, 4))).includes(day)
  // San Pedro y San Pablo and Encuentro de Dos Mundos: Tuesday to Thursday back to Monday, Friday on to Monday.
  for (const [day, moved] of [
    ['2021-06-29', '2021-06-28'],
    ['2022-06-29', '2022-06-27'],
    ['2023-06-29', '2023-06-26'],
    ['2029-06-29', '2029-07-02'],
    ['2028-10-12', '2028-10-09'],
    ['2029-10-12', '2029-10-15'],
  ] as const)
    expect([has(day), has(moved)], day).toEqual([false, true])
  for (const day of ['2024-06-29', '2025-06-29', '2026-06-29', '2026-10-12', '2024-10-12']) expect(has(day), day).toBe(true)
  // Iglesias Evangélicas: from Tuesday back to Friday, from Wednesday on to it.
  expect([has('2023-10-31'), has('2023-10-27')]).toEqual([false, true])
  expect([has('2029-10-31'), has('2029-11-02')]).toEqual([false, true])
  for (const day of ['2024-10-31', '2025-10-31', '2026-10-31']) expect(has(day), day).toBe(true)
  // Bridges of the national holidays and of the new year.
  for (const day of ['2018-09-17', '2021-09-17', '2024-09-20', '2019-09-20', '2023-01-02']) expect(has(day), day).toBe(true)
  for (const day of ['2025-09-17', '2026-09-17', '2027-09-20', '2023-09-20', '2024-01-02', '2022-01-02']) expect(has(day), day).toBe(false)
})

test('[HE2] the solstice is that of the almanac to within five minutes', () => {
  for (const almanac of [
    '2021-06-21T03:32',
    '2023-06-21T14:58',
    '2024-06-20T20:51',
    '2025-06-21T02:42',
    '2026-06-21T08:25',
    '2027-06-21T14:11',
  ])
    expect(Math.abs(epochMs(winterSolstice(Number(almanac.slice(0, 4)))) - epochMs(`${almanac}:00.000Z`)), almanac).toBeLessThan(5 * 60_000)
})

test('[HE1] somebody is there from nine up to five, Monday to Friday, by the clocks of Santiago in winter and in summer', () => {
  const at: readonly (readonly [string, boolean])[] = [
    // Tuesday in winter, four hours behind Greenwich.
    ['2026-07-14T12:59:59.999Z', false],
    ['2026-07-14T13:00:00.000Z', true],
    ['2026-07-14T20:59:59.999Z', true],
    ['2026-07-14T21:00:00.000Z', false],
    // Tuesday in summer, three hours behind.
    ['2026-12-15T11:59:59.999Z', false],
    ['2026-12-15T12:00:00.000Z', true],
    ['2026-12-15T19:59:59.999Z', true],
    ['2026-12-15T20:00:00.000Z', false],
    // Saturday, Sunday, and a Thursday that is a holiday.
    ['2026-07-18T15:00:00.000Z', false],
    ['2026-07-19T15:00:00.000Z', false],
    ['2026-07-16T15:00:00.000Z', false],
    // A Saturday in Greenwich is still Friday evening in Chile.
    ['2026-07-18T01:00:00.000Z', false],
  ]
  for (const [now, open] of at) expect(isHelpOpen(now), now).toBe(open)
})

test('[HE1] it opens next on the first morning that is none of a weekend nor of a holiday', () => {
  const next: readonly (readonly [string, string])[] = [
    ['2026-07-14T15:00:00.000Z', '2026-07-14T15:00:00.000Z'],
    ['2026-07-14T10:00:00.000Z', '2026-07-14T13:00:00.000Z'],
    // Wednesday evening before a holiday on Thursday: Friday.
    ['2026-07-15T21:00:00.000Z', '2026-07-17T13:00:00.000Z'],
    // Friday evening: Monday.
    ['2026-07-17T21:00:00.000Z', '2026-07-20T13:00:00.000Z'],
    // The evening before the national holidays of 2024, Tuesday 17 September: Monday.
    ['2024-09-17T21:00:00.000Z', '2024-09-23T12:00:00.000Z'],
    // Good Friday of 2026 and its weekend, in which the clocks go back an hour.
    ['2026-04-02T21:00:00.000Z', '2026-04-06T13:00:00.000Z'],
    // Over New Year.
    ['2026-12-31T20:30:00.000Z', '2027-01-04T12:00:00.000Z'],
  ]
  for (const [now, opens] of next) expect(helpOpensAt(now), now).toBe(opens)
})

const anyMoment = fc.integer({ min: Date.UTC(2022, 0, 1), max: Date.UTC(2060, 0, 1) }).map(instantOf)

test('[HE1] whenever it opens next is open, is not before, and nothing between is', () => {
  assertProperty(
    fc.property(anyMoment, fc.double({ min: 0, max: 1, noNaN: true }), (now, part) => {
      const opens = helpOpensAt(now)
      expect(isHelpOpen(opens)).toBe(true)
      expect(opens >= now).toBe(true)
      if (opens !== now) {
        expect(minuteAt(opens).slice(-5)).toBe('09:00')
        expect(isHelpOpen(instantOf(epochMs(opens) - 1))).toBe(false)
        const between = instantOf(epochMs(now) + Math.floor(part * (epochMs(opens) - epochMs(now) - 1)))
        expect(isHelpOpen(between), between).toBe(false)
        expect(helpOpensAt(between)).toBe(opens)
      }
    }),
    { runs: 150 },
  )
})

test('[HE2] a year has fifteen to nineteen holidays, each of them once and in order, and a day off is none with help', () => {
  assertProperty(
    fc.property(fc.integer({ min: 2022, max: 2199 }), (year) => {
      const days = holidaysOf(year)
      expect(days.length).toBeGreaterThanOrEqual(15)
      expect(days.length).toBeLessThanOrEqual(19)
      expect(days).toEqual([...new Set(days)].toSorted())
      for (const day of days) expect([day.slice(0, 4), isHelpDay(day)]).toEqual([String(year), false])
      const [friday, saturday] = days.filter((day) => /-0[34]-/.test(day))
      expect(friday && new Date(`${friday}T00:00:00Z`).getUTCDay()).toBe(5)
      expect(friday && addDays(friday, 1)).toBe(saturday)
      expect(dayAt(winterSolstice(year))).toMatch(/-06-2[0-2]$/)
    }),
    { runs: 100 },
  )
})

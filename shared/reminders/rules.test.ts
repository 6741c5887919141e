import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Person } from '../accounts/model.ts'
import { aThread, aWorld, anAnswer, fullAnswers, noonIn } from '../forms/fixtures.ts'
import { must } from '../kernel/assert.ts'
import { addDays, dayAt, dayMs, epochMs, instantOf, minuteAt, startOfDayMs, type Instant } from '../kernel/instant.ts'
import { unitsInScope } from '../sends/rules.ts'
import { workOf } from '../sends/standing.ts'
import type { FormHeader, Stage, StageKind } from '../stages/model.ts'
import { boundsOf, stageAt, timeRemaining } from '../stages/rules.ts'
import { assertProperty } from '../testing/properties.ts'
import type { World } from '../world.ts'
import { reminderDistances, type Reminded } from './model.ts'
import { openingLetters } from './opening.ts'
import { isLetterHour, isReminded, isStillAhead, nextLetterHour, owedBy, reminderAt, reminderDue } from './rules.ts'

const first = '2026-03-10'
const last = '2026-04-20'
const stage = (rest: Partial<Stage> = {}): Stage => ({ id: 'e1', kind: 'NormalInput', name: 'Ingreso', start: first, end: last, ...rest })
const form = (stages: readonly Stage[] = [stage()], rest: Partial<FormHeader> = {}): FormHeader => ({
  id: 'f',
  name: 'Índice',
  description: '',
  versionId: 'v',
  enabled: true,
  stages,
  ...rest,
})
/** Noon of the day so many days before the last one. */
const before = (days: number, end = last): Instant => instantOf(startOfDayMs(addDays(end, -days)) + dayMs / 2)
const given = (distance: number, rest: Partial<Reminded> = {}): Reminded => ({
  stageId: 'e1',
  end: last,
  distance,
  day: addDays(last, -distance),
  ...rest,
})
const due = (now: Instant, reminded: readonly Reminded[] = [], of = form()): number | undefined => reminderDue(of, reminded, now)?.distance

test('[RM1] seven, two and one days before the last day of an input stage a reminder is due, and on no other day when each was given', () => {
  const reminded: Reminded[] = []
  const found: [number, number][] = []
  for (let days = 40; days >= 0; days -= 1) {
    const distance = due(before(days), reminded)
    if (distance === undefined) continue
    found.push([days, distance])
    reminded.push(given(distance, { day: addDays(last, -days) }))
  }
  expect(found).toEqual([
    [7, 7],
    [2, 2],
    [1, 1],
  ])
})

test('[RM1] of several that were missed only the nearest comes, and on the last day none', () => {
  expect([8, 7, 6, 3, 2, 1, 0].map((days) => due(before(days)))).toEqual([undefined, 7, 7, 7, 2, 1, undefined])
})

test('[RM1] a clock that went back does not bring an earlier one, and a day has one at most', () => {
  expect(due(before(7), [given(2)])).toBeUndefined()
  expect(due(before(2), [given(2)])).toBeUndefined()
  expect(due(before(7), [given(7, { end: addDays(last, 5), day: addDays(last, -7) })])).toBeUndefined()
})

test('[RM1] what was given of another stage says nothing of this one', () => {
  const other = { stageId: 'e0', day: last }
  expect([7, 2, 1].map((days) => due(before(days), [given(7, other), given(2, other), given(1, other)]))).toEqual([7, 2, 1])
})

test('[RM1] a stage whose end was moved counts by its new end', () => {
  const later = form([stage({ end: addDays(last, 10) })])
  const all = [given(7), given(2), given(1)]
  expect(due(before(0), all, later)).toBeUndefined()
  expect([7, 2, 1].map((days) => due(before(days, addDays(last, 10)), all, later))).toEqual([7, 2, 1])
  const sooner = form([stage({ end: addDays(last, -10) })])
  expect(due(before(2, addDays(last, -10)), [], sooner)).toBe(2)
})

test('[RM1] a stage that is shorter than a distance has no reminder of it', () => {
  const short = form([stage({ start: addDays(last, -6) })])
  expect([6, 3, 2, 1].map((days) => due(before(days), [], short))).toEqual([undefined, undefined, 2, 1])
  expect(due(before(7), [], form([stage({ start: addDays(last, -7) })]))).toBe(7)
})

test('[RM1] revisions, rehearsals and forms that are hidden or deleted have no reminders', () => {
  const kinds: StageKind[] = ['NormalInput', 'CorrectionInput', 'ReplicaInput', 'FirstRevision', 'SecondRevision', 'ShowResults']
  expect(kinds.filter((kind) => due(before(2), [], form([stage({ kind })])) !== undefined)).toEqual([
    'NormalInput',
    'CorrectionInput',
    'ReplicaInput',
  ])
  const others: Partial<FormHeader>[] = [{ enabled: false }, { removed: true }, { rehearsal: { of: 'g' } as FormHeader['rehearsal'] }]
  for (const rest of others) expect(due(before(2), [], form([stage()], rest))).toBeUndefined()
})

/** Moments of some years, many of them about the days on which Chile moves its clocks, and their edges. */
const moments = fc
  .tuple(
    fc.constantFrom('2024-04-06', '2024-09-07', '2025-04-05', '2025-09-06', '2026-04-04', '2026-09-05', '2026-01-01', '2026-06-15'),
    fc.integer({ min: -12, max: 12 }),
    fc.oneof(fc.constantFrom(0, -1, 1, 8 * 3_600_000, 8 * 3_600_000 - 1, 21 * 3_600_000), fc.integer({ min: 0, max: dayMs })),
  )
  .map(([day, days, ms]) => instantOf(startOfDayMs(addDays(day, days)) + ms))

test('[RM1] however time goes, each stage and end has a reminder at most three times, each nearer than the one before, and told as it is', () => {
  const ends = fc.array(fc.integer({ min: 0, max: 25 }), { minLength: 1, maxLength: 3 })
  const looks = fc.array(fc.tuple(moments, fc.nat()), { minLength: 1, maxLength: 60 })
  assertProperty(
    fc.property(moments, ends, looks, (from, moved, times) => {
      const start = addDays(dayAt(from), -12)
      const reminded: Reminded[] = []
      for (const [now, at] of times) {
        const end = addDays(start, moved[at % moved.length] ?? 0)
        const of = form([stage({ start, end })])
        const found = reminderDue(of, reminded, now)
        expect(reminderDue(of, reminded, now)).toEqual(found)
        if (!found) continue
        const { endMs } = boundsOf(found.stage)
        const left = timeRemaining(found.stage, now)
        // At an hour at which letters leave the counter on their pages never says more than the distance.
        if (isLetterHour(now) && left.kind === 'days') expect(left.days).toBeLessThanOrEqual(found.distance)
        expect(endMs).toBeGreaterThan(epochMs(now))
        expect(dayAt(now) < end).toBe(true)
        const same = reminded.filter((each) => each.end === end)
        for (const each of same) expect(found.distance).toBeLessThan(each.distance)
        expect(reminded.map((each) => each.day)).not.toContain(dayAt(now))
        reminded.push({ stageId: 'e1', end, distance: found.distance, day: dayAt(now) })
      }
      for (const end of new Set(reminded.map((each) => each.end)))
        expect(reminded.filter((each) => each.end === end).length).toBeLessThanOrEqual(reminderDistances.length)
    }),
  )
})

test('[RM1] looked at each hour from its first to its last moment, a long stage has exactly its three reminders', () => {
  assertProperty(
    fc.property(moments, fc.integer({ min: 8, max: 20 }), (from, days) => {
      const start = dayAt(from)
      const of = form([stage({ start, end: addDays(start, days) })])
      const reminded: Reminded[] = []
      for (let ms = startOfDayMs(start); stageAt(of, instantOf(ms)); ms += 3_600_000) {
        const now = instantOf(ms)
        const found = reminderDue(of, reminded, now)
        if (found) reminded.push({ stageId: 'e1', end: found.stage.end, distance: found.distance, day: dayAt(now) })
      }
      expect(reminded.map((each) => [each.distance, each.day])).toEqual(
        reminderDistances.map((each) => [each, addDays(start, days - each)]),
      )
    }),
    { runs: 30 },
  )
})

test('[RM4] people are written to unasked from 08:00 until before 21:00 in America/Santiago, in summer and in winter', () => {
  const at = (text: string): boolean => isLetterHour(new Date(text).toISOString())
  for (const offset of ['2026-01-15T00:00:00-03:00', '2026-07-15T00:00:00-04:00']) {
    const time = (clock: string): string => offset.replace('00:00:00', clock)
    expect([time('07:59:59'), time('08:00:00'), time('20:59:59'), time('21:00:00'), time('03:00:00')].map(at)).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
  }
})

test('[RM4] the next moment is the same or a later 08:00, less than a day and an hour away, also when clocks are moved', () => {
  assertProperty(
    fc.property(moments, (now) => {
      const next = nextLetterHour(now)
      expect(isLetterHour(next)).toBe(true)
      if (isLetterHour(now)) {
        expect(next).toBe(now)
        return
      }
      expect(minuteAt(next).slice(-5)).toBe('08:00')
      const waits = epochMs(next) - epochMs(now)
      expect(waits).toBeGreaterThan(0)
      expect(waits).toBeLessThanOrEqual(12 * 3_600_000)
      expect(isLetterHour(instantOf(epochMs(next) - 1))).toBe(false)
    }),
    { runs: 500 },
  )
})

test('[RM4] what tells of a stage is of use until its last moment', () => {
  const { endMs } = boundsOf(stage())
  expect([endMs - 1, endMs, endMs + 1].map((ms) => isStillAhead({ end: last }, instantOf(ms)))).toEqual([true, true, false])
})

const now = noonIn('NormalInput')
const owedOf = (world: World, id: string) => owedBy(world, must(world.person(id), id), now)
const owed = (world: World, id: string): number => owedOf(world, id).pending

test('[RM2] each owes what their own pages count: who leads all that is not ready in what they lead, a professional what waits for them', () => {
  // One of the professional's questions is answered, and a superior has yet to say whether what was replied will do.
  const world = aWorld({
    answers: [anAnswer('name', 'Laboratorio')],
    threads: [aThread('name', { state: 'replied' })],
  })
  const counted = (id: string) => workOf(world, { id, kind: 'Institutional', name: '', institutionId: world.institutionId }, now)
  const all = counted('leader')
  expect(all.own + all.others).toBeGreaterThan(0)
  expect([owed(world, 'leader'), owed(world, 'delegate')]).toEqual([all.own + all.others, all.own + all.others])
  const area = counted('capacity')
  expect(area.others).toBeGreaterThan(0)
  expect(owed(world, 'capacity')).toBe(area.own + area.others)
  const own = counted('professional')
  expect(own.others).toBeGreaterThan(0)
  expect(owed(world, 'professional')).toBe(own.own)
  expect([owed(world, 'evaluator'), owed(world, 'idle')]).toEqual([0, 0])
})

test('[RM2] what is complete and still has to be sent is owed by whoever would send it: below first, and by who leads at the end', () => {
  const below = aWorld({ answers: fullAnswers() })
  expect(owedOf(below, 'professional')).toMatchObject({ pending: 0 })
  expect(owedOf(below, 'professional').unsent).toBeGreaterThan(0)
  expect(owedOf(below, 'professional').unsent).toBe(unitsInScope(below, 'professional').length)
  const above = aWorld({ answers: fullAnswers({ level: 1, sent: true }) })
  expect([owedOf(above, 'professional'), owedOf(above, 'leader').pending]).toEqual([{ pending: 0, unsent: 0 }, 0])
  expect(owedOf(above, 'leader').unsent).toBeGreaterThan(0)
  const locked = aWorld({ answers: fullAnswers(), participant: { locked: true, lockReason: 'stageEnd' } })
  expect(owedOf(locked, 'professional')).toEqual({ pending: 0, unsent: 0 })
})

test('[RM2] nobody who has not joined, is closed, is of the lab, of another institution or of a rehearsal is reminded', () => {
  const world = aWorld()
  const leader = must(world.person('leader'), 'nobody')
  expect(owedBy(world, leader, now).pending).toBeGreaterThan(0)
  const others: Partial<Person>[] = [
    { joined: false },
    { active: false },
    { kind: 'Evaluator' },
    { kind: 'Administrator' },
    { rehearsal: 'f' },
    { institutionId: 'sur' },
  ]
  for (const rest of others) expect(owedBy(world, { ...leader, ...rest }, now), JSON.stringify(rest)).toEqual({ pending: 0, unsent: 0 })
  expect(isReminded(leader)).toBe(true)
})

test('[RM2] where nothing can be done any more nothing is owed', () => {
  const world = aWorld()
  world.set('participant', world.institutionId, { ...world.participant, locked: true })
  expect(owed(world, 'leader')).toBe(0)
  expect(reminderAt(form([stage({ kind: 'FirstRevision' })]), before(2))).toBeUndefined()
})

test('[LE6] an opening is told to who holds an answer that waits for somebody else first, and is owed by them only once it is ready', () => {
  const answers = fullAnswers({ level: 4 })
  const threads = answers.map(({ unit }) => aThread(unit, { authorId: 'leader', state: 'replied' }))
  const world = aWorld({ answers, threads })
  const now = noonIn('NormalInput')
  const running = must(stageAt(world.form, now), 'no stage runs')
  expect(owedBy(world, must(world.person('professional'), 'a person'), now)).toEqual({ pending: 0, unsent: 0 })
  expect(openingLetters(world, running, now).map(({ to }) => to)).toContain('professional')
})

import { expect, test } from 'vitest'
import { addDays, instantOf, epochMs } from '../kernel/instant.ts'
import type { Day, Instant } from '../kernel/instant.ts'
import type { Stage, StageKind } from '../stages/model.ts'
import { kindInFront, kindOpensAt } from './opening.ts'
import { kindsOpen } from './rules.ts'
import { resultKinds } from './model.ts'

/** Stages of ten days, one after the other with a day between. */
const stagesOf = (kinds: readonly StageKind[]): readonly Stage[] =>
  kinds.map((kind, at): Stage => {
    const start = addDays('2025-03-03', at * 11)
    return { id: kind, kind, name: kind, start, end: addDays(start, 9) }
  })
const whole = { stages: stagesOf(['NormalInput', 'SecondRevision', 'CalculateResults', 'ReplicaInput', 'ReplicaRevision', 'ShowResults']) }
const noonOf = (day: Day): Instant => `${day}T15:00:00.000Z`
const startOf = (kind: StageKind): Day => whole.stages.find((stage) => stage.kind === kind)?.start ?? ''

test('[RS8] of a kind that is closed one is told when it opens; of one that is open, or never opens again, nothing', () => {
  const early = noonOf('2025-03-05')
  expect(kindOpensAt(whole, 'preliminary', early)).toEqual({ stage: null, day: addDays(startOf('CalculateResults'), -1) })
  expect(kindOpensAt(whole, 'final', early)).toEqual({ stage: null, day: addDays(startOf('ShowResults'), -1) })
  expect(kindOpensAt(whole, 'preliminary', noonOf(startOf('CalculateResults')))).toBeNull()
  expect(kindOpensAt(whole, 'preliminary', noonOf(startOf('ReplicaInput')))).toBeNull()
  expect(kindOpensAt({ stages: [] }, 'final', early)).toBeNull()
})

test('[RS8] the day that is said is the one on which it opens, and on none between', () => {
  for (const kind of resultKinds)
    for (let day = addDays('2025-03-03', -2); day < '2025-05-20'; day = addDays(day, 1)) {
      const now = noonOf(day)
      const said = kindOpensAt(whole, kind, now)
      const isOpen = kindsOpen(whole, now).includes(kind)
      if (isOpen) expect(said).toBeNull()
      if (!said) continue
      expect(kindsOpen(whole, noonOf(said.day))).toContain(kind)
      for (let between = day; between < said.day; between = addDays(between, 1))
        expect(kindsOpen(whole, noonOf(between))).not.toContain(kind)
    }
})

test('[RS8] where one stage begins as the other ends it is the stage that opens', () => {
  const [input, revision, calculation] = whole.stages
  if (!input || !revision || !calculation) throw new Error('the form has three stages')
  const stages = [input, revision, { ...calculation, start: addDays(revision.end, 1) }]
  expect(kindOpensAt({ stages }, 'preliminary', noonOf('2025-03-05'))?.stage?.kind).toBe('CalculateResults')
})

test('[RS8] the kind in front is the one that is open, and the preliminary one while none is', () => {
  const at = (kind: StageKind) => kindInFront(whole, noonOf(startOf(kind)))
  expect(at('NormalInput')).toBe('preliminary')
  expect(at('CalculateResults')).toBe('preliminary')
  expect(at('ReplicaRevision')).toBe('preliminary')
  expect(at('ShowResults')).toBe('final')
  const last = whole.stages.at(-1)
  if (!last) throw new Error('the form has stages')
  expect(kindInFront(whole, instantOf(epochMs(noonOf(last.end)) + 86_400_000 * 3))).toBe('final')
})

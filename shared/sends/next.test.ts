import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { actors, anAnswer, anAttachment, anEvaluation, aThread, aWorld, fullValues, noon, noonIn } from '../forms/fixtures.ts'
import type { ActorName } from '../forms/fixtures.ts'
import { openUnits, waitingThreads } from '../answers/rules.ts'
import { must } from '../kernel/assert.ts'
import type { Unit } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import { assertProperty } from '../testing/properties.ts'
import type { World } from '../world.ts'
import { nextPending, pendingUnits, taskOf } from './next.ts'
import type { PendingUnit, Whereabouts } from './next.ts'
import { precheck } from './rules.ts'
import { workOf } from './standing.ts'

const nowhere: Whereabouts = { subDimensionId: null, unit: null }
const pendingOf = (world: World, by: ActorName, now: Instant = noon): PendingUnit[] =>
  pendingUnits(world, actors[by], workOf(world, actors[by], now))
const at = ({ unit, subDimensionId }: PendingUnit): Whereabouts => ({ unit, subDimensionId })
const ofInstitution = ['leader', 'delegate', 'dimensionLeader', 'subdimensionLeader', 'professional', 'otherProfessional', 'idle'] as const

/** Units that a pre-check names as somebody's own. */
const ownOf = (world: World, by: ActorName): Unit[] => {
  const leading = new Set<string>([actors.leader.id, actors.delegate.id])
  const isOwn = (userId: string): boolean => userId === actors[by].id || (leading.has(userId) && leading.has(actors[by].id))
  const rows = precheck(world, actors[by]).filter((row) => row.blocking && isOwn(row.userId ?? actors.leader.id))
  return [...new Set(rows.map((row) => row.unit))]
}

/** Anything at all: what is answered, half answered, commented, observed, with and without files; whoever is responsible. */
const worlds = fc
  .record({
    answered: fc.subarray(Object.keys(fullValues)),
    commented: fc.subarray(['name', 'essay', 'has', 'which', 'proof', 'person@r1', 'age@r9']),
    replied: fc.boolean(),
    observed: fc.subarray(['name', 'has', 'day']),
    file: fc.constantFrom('none', 'declined', 'ready', 'awaiting_blob'),
    rows: fc.subarray(['r1', 'r2', 'r3']),
    assignments: fc.dictionary(
      fc.constantFrom('d1', 'd2', 's11', 's12', 's21', 's22', 'name', 'essay', 'team', 'proof'),
      fc.constantFrom('dimension', 'capacity', 'professional', 'other'),
      { maxKeys: 6 },
    ),
  })
  .map(({ answered, commented, replied, observed, file, rows, assignments }) =>
    aWorld({
      assignments,
      answers: answered.map((unit) =>
        anAnswer(unit, unit === 'team' ? { rows } : (fullValues[unit] ?? null), {
          noAttachment: file === 'declined',
          changeAnswer: !observed.includes(unit),
        }),
      ),
      threads: commented.map((unit) => aThread(unit, replied ? { state: 'replied' } : {})),
      evaluations: observed.map((unit) => anEvaluation(unit, 'Observed', { comment: 'Falta el medio' })),
      attachments: file === 'ready' || file === 'awaiting_blob' ? [anAttachment('f1', 'proof', { state: file })] : [],
    }),
  )
const people = fc.constantFrom(...ofInstitution)

describe('the next of what waits', () => {
  test('[FL1] what waits is what the pre-check has of the person, in the order of the questionnaire', () => {
    assertProperty(
      fc.property(worlds, people, (world, by) => {
        const pending = pendingOf(world, by)
        expect(new Set(pending.map((each) => each.unit))).toEqual(new Set(ownOf(world, by)))
        const reading = world.index.subDimensions.flatMap(({ id }) => openUnits(world, id))
        const places = pending.map((each) => reading.indexOf(each.unit))
        expect(places).toEqual(places.toSorted((left, right) => left - right))
        expect(pending).toHaveLength(workOf(world, actors[by], noon).own)
      }),
      { runs: 200 },
    )
  })

  test('[FL1] going on from each leads to every one once before any twice, wherever one begins', () => {
    assertProperty(
      fc.property(worlds, people, fc.nat(), (world, by, start) => {
        const pending = pendingOf(world, by)
        const reading = world.index.subDimensions.flatMap(({ id }) => openUnits(world, id).map((unit) => ({ unit, subDimensionId: id })))
        let place: Whereabouts = reading[start % (reading.length + 1)] ?? nowhere
        const seen: Unit[] = []
        for (let step = 0; step < pending.length; step += 1) {
          const next = must(nextPending(world, pending, place), 'something waits')
          seen.push(next.unit)
          place = at(next)
        }
        expect(new Set(seen)).toEqual(new Set(pending.map((each) => each.unit)))
        if (pending.length === 0) expect(nextPending(world, pending, place)).toBeUndefined()
        else expect(nextPending(world, pending, place)?.unit).toBe(seen[0])
      }),
      { runs: 200 },
    )
  })

  test('[FL1] who does what each asks comes to none exactly when the pre-check has nothing of theirs', () => {
    assertProperty(
      fc.property(worlds, people, (world, by) => {
        let place: Whereabouts = nowhere
        for (let step = 0; step < 100; step += 1) {
          const pending = pendingOf(world, by)
          const next = nextPending(world, pending, place)
          expect(next === undefined).toBe(ownOf(world, by).length === 0)
          if (!next) return
          settle(world, next)
          expect(ownOf(world, by)).not.toContain(next.unit)
          place = at(next)
        }
        expect.fail('it does not come to an end')
      }),
      { runs: 200 },
    )
  })

  test('[FL1] from a question that is closed by now it goes on where that stood, and from a sub-dimension at its beginning', () => {
    const world = aWorld({ answers: [anAnswer('has', false), anAnswer('team', { rows: ['r2'] })] })
    const pending = pendingOf(world, 'leader')
    expect(nextPending(world, pending, { subDimensionId: 's12', unit: 'which' })?.unit).toBe('person@r2')
    expect(nextPending(world, pending, { subDimensionId: 's21', unit: 'person@r1' })?.unit).toBe('person@r2')
    expect(nextPending(world, pending, { subDimensionId: 's22', unit: null })?.unit).toBe('day')
    expect(nextPending(world, pending, { subDimensionId: 's22', unit: 'day' })?.unit).toBe(pending[0]?.unit)
    expect(nextPending(world, pending, { subDimensionId: 'survey', unit: 'joy' })?.unit).toBe(pending[0]?.unit)
  })

  test('[FL1] who acts for an institution is led through all that waits in it, who only looks and who evaluates through nothing', () => {
    const world = aWorld({ answers: [anAnswer('has', false)] })
    const work = workOf(world, actors.administrator, noon)
    expect(pendingUnits(world, actors.administrator, work)).toHaveLength(work.others)
    expect(pendingUnits(world, { ...actors.administrator, watching: true }, work)).toEqual([])
    expect(pendingUnits(world, actors.evaluator, workOf(world, actors.evaluator, noon))).toEqual([])
    expect(pendingOf(world, 'leader', noonIn('FirstRevision'))).toEqual([])
  })

  test('[FL2] a unit asks for its comment first, then for its answer, and for its file last', () => {
    expect(taskOf(['observed', 'comment', 'file'])).toBe('comment')
    expect(taskOf(['observed', 'file'])).toBe('observation')
    expect(taskOf(['empty'])).toBe('answer')
    expect(taskOf(['invalid', 'file'])).toBe('answer')
    expect(taskOf(['returned'])).toBe('answer')
    expect(taskOf(['appeal'])).toBe('appeal')
    expect(taskOf(['unappealed'])).toBe('appeal')
    expect(taskOf(['file'])).toBe('file')
    expect(taskOf(['blob'])).toBe('file')
  })
})

/** Does what a unit asks. */
function settle(world: World, { unit }: PendingUnit): void {
  for (const thread of waitingThreads(world, unit)) world.set('thread', thread.unit, { ...thread, state: 'resolved' })
  const row = unit.replace(/@.*/, '@r1')
  const before = world.answer(unit)
  const value = before?.value ?? fullValues[row] ?? null
  world.set('answer', unit, anAnswer(unit, value, { ...before, value, changeAnswer: true, noAttachment: true }))
  const file = world.attachment(unit)
  if (file) world.set('attachment', file.id, { ...file, state: 'ready' })
}

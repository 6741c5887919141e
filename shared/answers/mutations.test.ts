import { describe, expect, test } from 'vitest'
import type { Outcome } from '../contract/mutation.ts'
import {
  actors,
  aContext,
  aSend,
  aThread,
  aWorld,
  anAnswer,
  anEvaluation,
  fullAnswers,
  noon,
  noonIn,
  theStages,
} from '../forms/fixtures.ts'
import type { ActorName } from '../forms/fixtures.ts'
import { isOutdated } from '../evaluations/rules.ts'
import { must } from '../kernel/assert.ts'
import type { Unit } from '../kernel/ids.ts'
import { addDays, epochMs, instantOf } from '../kernel/instant.ts'
import { boundsOf } from '../stages/rules.ts'
import { apply } from '../world.ts'
import type { World } from '../world.ts'
import type { Answer, AnswerValue } from './model.ts'
import { clearAnswer, keepAnswer, setAnswer } from './mutations.ts'

interface Call {
  readonly by?: ActorName
  readonly base?: string | null
  readonly mid?: string
  readonly now?: string
  readonly occurredAt?: string
  readonly lease?: string | null
  readonly restore?: boolean
  readonly justification?: string
  readonly assigned?: number
}
const write = (
  world: World,
  unit: Unit,
  value: AnswerValue,
  { by = 'professional', restore, justification, assigned, ...context }: Call = {},
): Outcome => setAnswer.decide(world, { unit, value, restore, justification, assigned }, aContext({ actor: actors[by], ...context }))
const clear = (world: World, unit: Unit, { by = 'professional', base }: Call = {}): Outcome =>
  clearAnswer.decide(world, { unit }, aContext({ actor: actors[by], base: base ?? null }))
const said = (outcome: Outcome): string => `${outcome.disposition}:${outcome.code}`
const rowOf = (outcome: Outcome, unit: Unit): Answer | undefined => {
  const change = outcome.changes.find((each) => each.table === 'answer' && each.id === unit)
  return change?.table === 'answer' ? change.row : undefined
}
const cardsOf = (outcome: Outcome): string[] => outcome.cards.map((card) => `${card.ownerId} ${card.side} ${card.code}`)
const yes: AnswerValue = { choice: { value: 'y', extra: 'otra' } }

describe('writing an answer', () => {
  test('[AN1] the first save takes the level of the saver’s highest role over the question, and counts as a change', () => {
    const levels = (['professional', 'subdimensionLeader', 'dimensionLeader', 'leader', 'delegate'] as const).map(
      (by) => rowOf(write(aWorld(), 'name', 'A', { by }), 'name')?.level,
    )
    expect(levels).toEqual([4, 3, 2, 1, 1])
    expect(rowOf(write(aWorld(), 'name', 'A'), 'name')).toMatchObject({
      value: 'A',
      rev: 1,
      changeAnswer: true,
      sent: false,
      mid: 'mid-new',
      authorId: 'professional',
    })
  })

  test('[AN1] a later save keeps the level and counts one more revision', () => {
    const world = aWorld({ answers: [anAnswer('name', 'A', { rev: 3, changeAnswer: true })] })
    expect(rowOf(write(world, 'name', 'B', { by: 'leader', base: 'm-name' }), 'name')).toMatchObject({ level: 4, rev: 4 })
  })

  test('[AN12] who settles from above an answer that waited for its change holds it there', () => {
    const world = aWorld({ answers: [anAnswer('name', 'A', { rev: 3, changeAnswer: false })] })
    const settledBy = (by: 'leader' | 'professional') => rowOf(write(world, 'name', 'B', { by, base: 'm-name' }), 'name')
    expect(settledBy('leader')).toMatchObject({ level: 1, rev: 4, changeAnswer: true })
    expect(settledBy('professional')).toMatchObject({ level: 4, rev: 4, changeAnswer: true })
  })

  test('[AN2] saving an unassigned question assigns it to who saved it; an assigned one stays as it is', () => {
    const assigned = (outcome: Outcome) => outcome.changes.filter((change) => change.table === 'assignment').map((change) => change.row)
    expect(assigned(write(aWorld(), 'has', true, { by: 'dimensionLeader' }))).toEqual([
      { element: 'has', level: 'Question', userId: 'dimension', rev: 1, by: 'dimension', at: noon },
    ])
    expect(assigned(write(aWorld(), 'name', 'A', { by: 'leader' }))).toEqual([])
    const inside = aWorld({ answers: [anAnswer('team', { rows: ['r1'] })] })
    expect(assigned(write(inside, 'person@r1', 'Ana', { by: 'leader' }))).toMatchObject([{ element: 'team', userId: 'leader' }])
    expect(assigned(write(aWorld(), 'has', true, { by: 'administrator' }))).toEqual([])
  })

  test('[AN2] the assignment that a save makes is in the history as any other', () => {
    expect(write(aWorld(), 'has', true, { by: 'dimensionLeader' }).history).toMatchObject([
      { unit: 'has', action: 'Responde', role: 'DimensionLeader' },
      { unit: 'has', action: 'Asigna', text: '1.2.1: queda a cargo de quien responde', role: 'DimensionLeader' },
    ])
    expect(write(aWorld(), 'name', 'A', { by: 'leader' }).history.map(({ action }) => action)).toEqual(['Responde'])
  })

  test('[AS24] whose part a question is of is told behind the bell when somebody else’s save takes it, once and by whom', () => {
    const told = (outcome: Outcome) =>
      (outcome.notices ?? []).map(({ template, to, data }) => [template, to, data] satisfies readonly unknown[])
    expect(told(write(aWorld(), 'has', true, { by: 'leader' }))).toMatchObject([
      ['assignedNoMore', 'dimension', { by: 'Laura Líder', count: 1, items: [{ element: 'has', level: 'Question', name: '1.2.1' }] }],
    ])
    // What is their own, assigned to somebody, or nobody's but the leaders', is taken from nobody.
    expect(told(write(aWorld(), 'has', true, { by: 'dimensionLeader' }))).toEqual([])
    expect(told(write(aWorld(), 'name', 'A', { by: 'leader' }))).toEqual([])
    expect(told(write(aWorld({ assignments: {} }), 'has', true, { by: 'delegate' }))).toEqual([])
    // Who leads and was given the part itself is told like anybody else, but not by the delegate.
    const led = (): World => aWorld({ assignments: { d1: 'leader' } })
    expect(told(write(led(), 'name', 'A', { by: 'delegate' }))).toEqual([])
    const ofLeader = (): World => aWorld({ assignments: { d1: 'dimension', s11: 'leader', many: 'professional' } })
    expect(told(write(ofLeader(), 'name', 'A')).map(([, to]) => to)).toEqual(['leader'])
  })

  describe('a question that was taken from its responsible', () => {
    const later = instantOf(epochMs(noon) + 3_600_000)
    /** The leader took 1.1.1 from who goes on answering 1.1.3. */
    const taken = (parts: Parameters<typeof aWorld>[0] = {}): World => {
      const world = aWorld({ assignments: { d1: 'dimension', s11: null, many: 'professional' }, ...parts })
      world.set('assignment', 'name', { element: 'name', level: 'Question', userId: null, rev: 2, by: 'leader', at: later })
      return world
    }
    const assigns = (outcome: Outcome): boolean => outcome.changes.some(({ table }) => table === 'assignment')

    test('[AN16] what the former responsible saved without having seen it is a suggestion, and assigns nothing', () => {
      const outcome = write(taken(), 'name', 'A', { assigned: 1, now: later })
      expect([said(outcome), outcome.changes, cardsOf(outcome)]).toEqual([
        'lost:not_assignee',
        [],
        ['professional author not_assignee', 'dimension other suggested'],
      ])
      expect(
        said(
          clearAnswer.decide(
            taken({ answers: [anAnswer('name', 'A')] }),
            { unit: 'name', assigned: 1 },
            aContext({ base: 'm-name', now: later }),
          ),
        ),
      ).toBe('lost:not_assignee')
    })

    test('[AN16] who saw that nobody has it takes it by saving', () => {
      const outcome = write(taken(), 'name', 'A', { assigned: 2, now: later })
      expect([said(outcome), assigns(outcome)]).toEqual(['applied:ok', true])
    })

    test('[AN16] who answers for it from above saves, and is not assigned what was left to nobody since', () => {
      const outcome = write(taken(), 'name', 'A', { by: 'leader', assigned: 1, now: later })
      expect([said(outcome), assigns(outcome)]).toEqual(['applied:ok', false])
      const own = write(taken({ assignments: { d1: 'dimension' } }), 'name', 'A', { by: 'dimensionLeader', assigned: 0, now: later })
      expect([said(own), assigns(own)]).toEqual(['applied:ok', false])
    })

    test('[AN16] where the device does not say what it saw, what was taken after the save counts as not seen', () => {
      expect(said(write(taken(), 'name', 'A', { now: later, occurredAt: noon }))).toBe('lost:not_assignee')
      expect(said(write(taken(), 'name', 'A', { now: later }))).toBe('applied:ok')
    })

    test('[AN16] a save names the assignment that it saw, and one that replaces another before it left the device names the first', () => {
      const args = { unit: 'name', value: 'A' } as const
      expect(setAnswer.withSeen?.(taken(), args)).toMatchObject({ assigned: 2 })
      expect(setAnswer.withSeen?.(taken(), args, { ...args, assigned: 0 })).toMatchObject({ assigned: 0 })
      expect(setAnswer.withSeen?.(aWorld(), { unit: 'has', value: true })).toMatchObject({ assigned: 0 })
    })
  })

  test('[AN3] a dependency clears what it closes, keeps the value to offer it again, and writes it in the history', () => {
    const world = aWorld({ answers: [anAnswer('has', true), anAnswer('which', yes), anAnswer('count', 2)] })
    const outcome = write(world, 'has', false, { by: 'dimensionLeader', base: 'm-has' })
    expect(outcome.reply).toEqual({ dependentDelete: ['which', 'count'] })
    expect(rowOf(outcome, 'count')).toMatchObject({ value: null, clearedValue: 2, rev: 2 })
    expect(outcome.history.map((each) => [each.unit, each.action, each.value])).toEqual([
      ['has', 'Modifica', false],
      ['has', 'Asigna', undefined],
      ['which', 'Limpia por dependencia', yes],
      ['count', 'Limpia por dependencia', 2],
    ])
  })

  test('[AN4] what a dependency cleared can be restored once the parent opens it again', () => {
    const world = aWorld({ answers: [anAnswer('has', true), anAnswer('which', yes, { sent: true, level: 3 })] })
    apply(world, write(world, 'has', false, { by: 'dimensionLeader', base: 'm-has' }).changes)
    apply(world, write(world, 'has', true, { by: 'dimensionLeader', base: 'mid-new' }).changes)
    const cleared = must(world.answer('which')?.clearedValue, 'the value is offered')
    const outcome = write(world, 'which', cleared, { by: 'dimensionLeader', base: 'mid-new', restore: true })
    expect(said(outcome)).toBe('applied:ok')
    expect(outcome.history[0]?.action).toBe('Restaura')
    expect(rowOf(outcome, 'which')).toMatchObject({ value: yes, clearedValue: null, sent: false, level: 2 })
  })

  test('[AN13] a row that comes back brings its contents with it, as they were when it was removed', () => {
    const rows = (...ids: string[]) => ({ rows: ids })
    const world = aWorld({
      answers: [
        anAnswer('team', rows('r1', 'r2')),
        anAnswer('person@r2', 'Ana', { level: 2, sent: true }),
        anAnswer('does@r2', true),
        anAnswer('task@r2', 'Coordina'),
        anAnswer('age@r2', null),
      ],
    })
    apply(world, write(world, 'team', rows('r1'), { by: 'leader', base: 'm-team', mid: 'mid-less' }).changes)
    expect(world.answer('task@r2')).toMatchObject({ value: null, clearedValue: 'Coordina' })
    // Written on another device of the same person that had not heard of the removal.
    const back = write(world, 'team', rows('r1', 'r2', 'r3'), { by: 'leader', base: 'm-team', mid: 'mid-back' })
    expect(said(back)).toBe('applied_over:own_other_device')
    apply(world, back.changes)
    expect(['person@r2', 'does@r2', 'task@r2', 'age@r2'].map((unit) => world.answer(unit)?.value)).toEqual(['Ana', true, 'Coordina', null])
    expect(world.answer('person@r2')).toMatchObject({ level: 2, sent: true, clearedValue: null, rev: 3 })
    expect(back.history.map((each) => [each.unit, each.action])).toEqual([
      ['team', 'Modifica'],
      ['person@r2', 'Restaura'],
      ['does@r2', 'Restaura'],
      ['task@r2', 'Restaura'],
    ])
  })

  test('[AN13] what a dependency had closed before the row went stays closed when it comes back', () => {
    const world = aWorld({ answers: [anAnswer('team', { rows: ['r2'] }), anAnswer('does@r2', true), anAnswer('task@r2', 'Coordina')] })
    const by = 'leader'
    const step = (unit: string, value: AnswerValue, mid: string): void =>
      apply(world, write(world, unit, value, { by, base: world.answer(unit)?.mid ?? null, mid }).changes)
    step('does@r2', false, 'mid-1')
    step('does@r2', true, 'mid-2')
    step('team', { rows: [] }, 'mid-3')
    step('team', { rows: ['r2'] }, 'mid-4')
    expect([world.answer('does@r2')?.value, world.answer('task@r2')?.value]).toEqual([true, null])
    expect(world.answer('task@r2')?.clearedValue).toBe('Coordina')
  })

  test('[AN5] an answer to a closed question is kept, and so is one to a row that is gone', () => {
    const world = aWorld({ answers: [anAnswer('has', false), anAnswer('team', { rows: ['r1'] })] })
    const closed = write(world, 'which', yes, { by: 'dimensionLeader' })
    const gone = write(world, 'person@r9', 'Ana', { by: 'leader' })
    expect([said(closed), said(gone)]).toEqual(['lost:dependent_closed', 'lost:row_missing'])
    expect([closed, gone].map((outcome) => outcome.cards[0]?.mine?.value)).toEqual([yes, 'Ana'])
  })

  test('[AN6] writing what stands already changes nothing, by whomever and on whatever base', () => {
    const world = aWorld({ answers: [anAnswer('name', 'A')] })
    expect(said(write(world, 'name', 'A', { base: 'm-name' }))).toBe('noop:ok')
    expect(said(write(world, 'name', 'A', { by: 'leader', base: 'old' }))).toBe('noop:ok')
    expect(said(clear(aWorld(), 'name'))).toBe('noop:ok')
  })

  test('[AN6] nobody learns what stands by guessing it', () => {
    const world = aWorld({ answers: [anAnswer('name', 'A')] })
    expect((['outsider', 'evaluator', 'idle'] as const).map((by) => said(write(world, 'name', 'A', { by })))).toEqual([
      'refused:no_role',
      'refused:no_role',
      'lost:not_assignee',
    ])
  })

  test('[AN7] emptying keeps the row, and is a value against which a later one stands like any other', () => {
    const world = aWorld({ answers: [anAnswer('name', 'A')] })
    const emptied = clear(world, 'name', { base: 'm-name' })
    expect(rowOf(emptied, 'name')).toMatchObject({ value: null, clearedValue: null, rev: 2 })
    apply(world, emptied.changes)
    expect(said(write(world, 'name', 'B', { by: 'leader', base: 'm-name' }))).toBe('lost:not_assignee')
    expect(said(write(world, 'name', 'B', { by: 'leader', base: 'mid-new' }))).toBe('applied:ok')
  })

  test('[AN8] an observed answer can be kept with a reason, which counts as its change', () => {
    const now = noonIn('CorrectionInput')
    const keep = (world: World, justification: string): Outcome =>
      keepAnswer.decide(world, { unit: 'name', justification }, aContext({ now }))
    const world = aWorld({
      phase: 'CorrectionInput',
      answers: [anAnswer('name', 'A', { changeAnswer: false })],
      evaluations: [anEvaluation('name', 'Observed')],
    })
    const outcome = keep(world, 'Es correcta')
    expect(rowOf(outcome, 'name')).toMatchObject({ value: 'A', rev: 1, changeAnswer: true, justification: 'Es correcta' })
    expect(outcome.history[0]?.action).toBe('Mantiene respuesta')
    apply(world, outcome.changes)
    expect(said(keep(world, 'Es correcta'))).toBe('noop:ok')
    expect(said(keep(world, ''))).toBe('refused:justification_missing')
    expect(said(keep(aWorld({ phase: 'CorrectionInput' }), 'x'))).toBe('refused:answer_missing')
  })

  describe('[AN15] a reason for keeping an answer', () => {
    const now = noonIn('CorrectionInput')
    const observed = (overrides: Partial<Answer> = {}) =>
      aWorld({
        phase: 'CorrectionInput',
        answers: [anAnswer('name', 'A', { changeAnswer: false, ...overrides })],
        evaluations: [anEvaluation('name', 'Observed')],
      })
    const keep = (world: World, justification: string, by: ActorName, { base = 'm-name', answerRev = 1, mid = 'mid-keep' } = {}) =>
      keepAnswer.decide(world, { unit: 'name', justification, answerRev }, aContext({ actor: actors[by], now, base, mid }))

    test('meets a value that was not seen: of the responsible person it stands, and the value goes to its author with the reason', () => {
      const world = observed()
      apply(world, keep(world, 'Consta en el acta', 'professional').changes)
      const theirs = write(world, 'name', 'B', { by: 'leader', base: 'm-name', now })
      expect(said(theirs)).toBe('lost:not_assignee')
      expect(theirs.cards[0]).toMatchObject({ ownerId: 'leader', theirs: { value: 'A', text: 'Consta en el acta' } })
      expect(world.answer('name')).toMatchObject({ value: 'A', rev: 1, authorId: 'professional' })
    })

    test('meets another reason: the responsible person’s stands, and the other one is in a card', () => {
      const world = observed({ level: 4 })
      apply(world, keep(world, 'Así lo decidimos', 'leader').changes)
      const over = keep(world, 'Consta en el acta', 'professional', { mid: 'mid-2' })
      expect(said(over)).toBe('applied_over:replaced_other')
      expect(over.cards).toMatchObject([
        { ownerId: 'professional', theirs: { text: 'Así lo decidimos' } },
        { ownerId: 'leader', code: 'replaced_by_responsible', mine: { text: 'Así lo decidimos' }, theirs: { text: 'Consta en el acta' } },
      ])
      const seen = observed()
      apply(seen, keep(seen, 'Consta en el acta', 'professional').changes)
      expect(said(keep(seen, 'Así lo decidimos', 'leader', { mid: 'mid-2' }))).toBe('lost:not_assignee')
      expect(said(keep(seen, 'Así lo decidimos', 'leader', { mid: 'mid-2', base: 'mid-keep' }))).toBe('applied:ok')
    })

    test('is not put to a value that its author did not see', () => {
      const world = observed()
      apply(world, write(world, 'name', 'B', { by: 'leader', base: 'm-name', now }).changes)
      const late = keep(world, 'Consta en el acta', 'professional')
      expect(said(late)).toBe('lost:concurrent')
      expect(cardsOf(late)).toEqual(['professional author concurrent', 'leader other suggested'])
      expect(late.cards[0]).toMatchObject({ mine: { text: 'Consta en el acta' }, theirs: { value: 'B' } })
    })
  })

  test('[AN8] keeping what is not observed is told to its author', () => {
    const world = aWorld({ answers: [anAnswer('name', 'A')] })
    const outcome = keepAnswer.decide(world, { unit: 'name', justification: 'x' }, aContext())
    expect(said(outcome)).toBe('lost:not_observed')
    expect(cardsOf(outcome)).toEqual(['professional author not_observed'])
  })

  test('[AN9] an administrator acting for the institution writes across stages and locks, and never where the value does not fit', () => {
    const now = noonIn('SecondRevision')
    const world = aWorld({
      phase: 'SecondRevision',
      participant: { locked: true, lockReason: 'sent' },
      answers: [anAnswer('name', 'A', { level: 0, sent: true })],
    })
    const outcome = write(world, 'name', 'B', { by: 'administrator', base: 'm-name', now })
    expect(said(outcome)).toBe('applied:ok')
    expect(outcome.history[0]?.role).toBe('Administrator')
    expect(said(write(world, 'name', 'x'.repeat(21), { by: 'administrator', base: 'm-name', now }))).toBe('refused:text_too_long')
  })

  test('[AN10] history says who did it in which role at that time', () => {
    const roleOf = (by: ActorName) => write(aWorld(), 'name', 'A', { by }).history[0]?.role
    expect((['leader', 'delegate', 'dimensionLeader', 'subdimensionLeader', 'professional', 'administrator'] as const).map(roleOf)).toEqual(
      ['InstitutionalLeader', 'Delegate', 'DimensionLeader', 'SubdimensionLeader', 'Professional', 'Administrator'],
    )
  })
})

describe('grace after an input stage', () => {
  const { endMs } = boundsOf(must(theStages[0], 'first stage'))
  const late: Call = { now: instantOf(endMs + 3_600_000), occurredAt: instantOf(endMs - 60_000), lease: instantOf(endMs - 3_600_000) }
  const locked = { participant: { locked: true, lockReason: 'stageEnd', incomplete: true } } as const

  test('[TM6] work done in time and received within the day is applied as late', () => {
    const outcome = write(aWorld(locked), 'name', 'A', late)
    expect(said(outcome)).toBe('applied:ok')
    expect(rowOf(outcome, 'name')?.late).toBe(true)
  })

  test('[TM6] what comes back with late work is late like it', () => {
    const answers = [
      { ...anAnswer('team', { rows: [] }), mid: 'm-team' },
      { ...anAnswer('person@r1', 'Ana'), value: null, clearedValue: 'Ana' },
    ]
    const outcome = write(aWorld({ ...locked, answers }), 'team', { rows: ['r1'] }, { ...late, by: 'leader', base: 'm-team' })
    expect(said(outcome)).toBe('applied:ok')
    expect(rowOf(outcome, 'person@r1')).toMatchObject({ value: 'Ana', late: true })
  })

  test('[TM6] late work on an answer that is being decided: an acceptance stands, an observation is decided again', () => {
    const [first, second] = theStages
    const stages = [must(first, 'first stage'), { ...must(second, 'second stage'), start: addDays(must(first, 'first stage').end, 1) }]
    const deciding = (decision: 'Accepted' | 'Observed'): World =>
      aWorld({
        ...locked,
        phase: 'FirstRevision',
        header: { stages },
        answers: [anAnswer('name', 'A')],
        drafts: [anEvaluation('name', decision)],
      })
    expect(said(write(deciding('Accepted'), 'name', 'B', { ...late, base: 'm-name' }))).toBe('lost:answer_already_accepted')
    const world = deciding('Observed')
    apply(world, write(world, 'name', 'B', { ...late, base: 'm-name' }).changes)
    expect([world.answer('name')?.late, isOutdated(world, anEvaluation('name', 'Observed'))]).toEqual([true, true])
  })

  test('[TM6] a leader’s send ends the grace, and work done after the end has none', () => {
    expect(said(write(aWorld({ participant: { locked: true, lockReason: 'sent' } }), 'name', 'A', late))).toBe('lost:form_sent')
    expect(said(write(aWorld(locked), 'name', 'A', { ...late, occurredAt: late.now ?? '' }))).toBe('lost:stage_closed')
  })
})

describe('conflicts of answers', () => {
  const standing = (overrides: Partial<Answer> = {}): World => aWorld({ answers: [anAnswer('name', 'A', { mid: 'newer', ...overrides })] })

  test('[CF1] an answer against one’s own from another device: the later arrival stands, with nothing but a line in the history', () => {
    const outcome = write(standing(), 'name', 'B', { base: 'older' })
    expect(said(outcome)).toBe('applied_over:own_other_device')
    expect(outcome.cards).toEqual([])
    expect(outcome.history).toMatchObject([{ action: 'Modifica', value: 'B' }])
  })

  test('[CF2] the responsible person’s answer stands against another’s, who keeps theirs in a card', () => {
    const outcome = write(standing({ authorId: 'capacity', level: 3 }), 'name', 'B', { base: 'older' })
    expect(said(outcome)).toBe('applied_over:replaced_other')
    expect(cardsOf(outcome)).toEqual(['professional notice replaced_other', 'capacity author replaced_by_responsible'])
    expect(outcome.cards[1]).toMatchObject({ mine: { value: 'A' }, theirs: { value: 'B' } })
    expect(rowOf(outcome, 'name')?.level).toBe(4)
  })

  test('[CF3] an answer of who is not responsible loses against the responsible’s, and becomes a suggestion', () => {
    const outcome = write(standing(), 'name', 'B', { by: 'subdimensionLeader', base: 'older' })
    expect(said(outcome)).toBe('lost:not_assignee')
    expect(cardsOf(outcome)).toEqual(['capacity author not_assignee', 'professional other suggested'])
    expect(outcome.cards[1]).toMatchObject({ mine: { value: 'A' }, theirs: { value: 'B' } })
    expect(outcome.changes).toEqual([])
  })

  test('[CF3] somebody who was never responsible proposes too, and is not shown what they may not see', () => {
    const outcome = write(standing(), 'name', 'B', { by: 'idle' })
    expect(cardsOf(outcome)).toEqual(['idle author not_assignee', 'professional other suggested'])
    expect(outcome.cards[0]).toMatchObject({ mine: { value: 'B' }, theirs: null })
  })

  test('[CF4] of two who share the responsibility the first stays, and both see both', () => {
    const world = aWorld({ answers: [anAnswer('day', '2025-01-01', { mid: 'newer', authorId: 'leader', level: 1 })] })
    const outcome = write(world, 'day', '2025-01-02', { by: 'delegate', base: 'older' })
    expect(said(outcome)).toBe('lost:concurrent')
    expect(cardsOf(outcome)).toEqual(['delegate author concurrent', 'leader other suggested'])
    expect(said(write(world, 'day', '2025-01-01', { by: 'delegate', base: 'older' }))).toBe('noop:ok')
  })

  test('[CF6] an answer against an accepted one is lost and kept, and the evaluator is told', () => {
    const now = noonIn('CorrectionInput')
    const world = aWorld({ phase: 'CorrectionInput', answers: [anAnswer('name', 'A')], evaluations: [anEvaluation('name', 'Accepted')] })
    const outcome = write(world, 'name', 'B', { base: 'm-name', now })
    expect(said(outcome)).toBe('lost:answer_already_accepted')
    expect(cardsOf(outcome)).toEqual(['professional author answer_already_accepted', 'evaluator notice late_answer_already_accepted'])
    expect(outcome.cards[0]?.mine?.value).toBe('B')
    expect(outcome.changes.map((change) => [change.table, change.table === 'participant' && change.row.lateChanges])).toEqual([
      ['participant', 1],
    ])
    expect(outcome.history[0]).toMatchObject({ action: 'No aplicado', value: 'B' })
  })

  test('[CF7] an answer against an observation is an open correction: it is applied', () => {
    const now = noonIn('CorrectionInput')
    const world = aWorld({
      phase: 'CorrectionInput',
      answers: [anAnswer('name', 'A', { changeAnswer: false })],
      evaluations: [anEvaluation('name', 'Observed')],
    })
    const outcome = write(world, 'name', 'B', { base: 'm-name', now })
    expect(said(outcome)).toBe('applied:ok')
    expect(rowOf(outcome, 'name')?.changeAnswer).toBe(true)
  })

  test('[CF11] an answer of who was responsible before a reassignment is proposed to the new one, and overwrites nothing', () => {
    const world = aWorld({
      assignments: { d1: 'dimension', s11: 'capacity', name: 'other' },
      answers: [anAnswer('name', 'A', { mid: 'newer', authorId: 'other' })],
    })
    const outcome = write(world, 'name', 'B', { base: 'older' })
    expect(said(outcome)).toBe('lost:not_assignee')
    expect(cardsOf(outcome)).toEqual(['professional author not_assignee', 'other other suggested'])
    const untouched = aWorld({ assignments: { d1: 'dimension', s11: 'capacity', name: 'other' } })
    expect(said(write(untouched, 'name', 'B'))).toBe('lost:not_assignee')
  })

  test('[CF11] with nobody responsible left, the suggestion goes to the leader', () => {
    expect(cardsOf(write(aWorld({ assignments: {} }), 'name', 'B'))).toEqual(['professional author not_assignee', 'leader other suggested'])
  })

  test('[CF13] an answer that arrives after the send is kept, counted and told to the leader', () => {
    const world = aWorld({
      participant: { locked: true, lockReason: 'sent', lateChanges: 2 },
      answers: [anAnswer('name', 'A', { level: 0, sent: true })],
    })
    const outcome = write(world, 'name', 'B', { base: 'm-name' })
    expect(said(outcome)).toBe('lost:form_sent')
    expect(cardsOf(outcome)).toEqual(['professional author form_sent', 'leader notice late_form_sent'])
    expect(outcome.changes).toMatchObject([{ table: 'participant', row: { lateChanges: 3 } }])
  })

  test('[CF13] whoever sent is told as the leader is, and nobody of their own answer', () => {
    const participant = { locked: true, lockReason: 'sent', receipt: 'IIP-1' } as const
    const sends = [aSend('one', { number: 'IIP-1', toLevel: 0, authorId: 'delegate' })]
    const world = aWorld({ participant, sends, answers: [anAnswer('name', 'A', { level: 0, sent: true })] })
    const cardsOfWrite = (by: ActorName): string[] => cardsOf(write(world, 'name', 'B', { base: 'm-name', by }))
    expect(cardsOfWrite('leader')).toEqual(['leader author form_sent', 'delegate notice late_form_sent'])
    expect(cardsOfWrite('delegate')).toEqual(['delegate author form_sent', 'leader notice late_form_sent'])
    expect(cardsOfWrite('professional')).toEqual([
      'professional author form_sent',
      'leader notice late_form_sent',
      'delegate notice late_form_sent',
    ])
    const byLab = aWorld({ participant, sends: [aSend('one', { number: 'IIP-1', toLevel: 0, authorId: 'administrator' })] })
    expect(cardsOf(write(byLab, 'name', 'B'))).toEqual(['professional author form_sent', 'leader notice late_form_sent'])
    const back = aWorld({ participant, sends: [aSend('one', { number: 'IIP-1', toLevel: 0, authorId: 'delegate', recalledAt: noon })] })
    expect(cardsOf(write(back, 'name', 'B'))).toEqual(['professional author form_sent', 'leader notice late_form_sent'])
  })

  test('[CF17] an answer written on an older wording of its question is applied by the question’s id', () => {
    expect(rowOf(write(aWorld({ header: { versionId: 'version-2' } }), 'name', 'A'), 'name')?.formVersion).toBe('version-2')
  })

  test('[CF18] a value that its question no longer takes is refused, never made to fit', () => {
    expect(said(write(aWorld(), 'name', 7))).toBe('refused:needs_review')
    expect(said(write(aWorld(), 'many', { choices: [{ value: 'z' }] }))).toBe('refused:option_unknown')
  })

  test('[CF19] an answer to a question that left the form is refused as retired', () => {
    expect(said(write(aWorld(), 'nada', 'A'))).toBe('refused:question_retired')
    expect(said(clear(aWorld(), 'nada'))).toBe('refused:question_retired')
  })

  test('[CF20] an answer of somebody who left the institution is refused: no role', () => {
    expect(said(write(aWorld(), 'name', 'A', { by: 'outsider' }))).toBe('refused:no_role')
  })

  test('[CF25] what the platform’s staff wrote gives way to the responsible, and does not stand against them', () => {
    const over = write(standing({ authorId: 'administrator' }), 'name', 'B', { base: 'older' })
    expect(said(over)).toBe('applied_over:replaced_other')
    expect(said(write(standing(), 'name', 'B', { by: 'administrator', base: 'older' }))).toBe('lost:not_assignee')
  })

  test('[CF26] a chain of own edits after a lost one loses as a whole, each naming itself for the one card', () => {
    const first = write(standing({ authorId: 'capacity' }), 'name', 'B', { by: 'leader', base: 'older' })
    const second = setAnswer.decide(
      standing({ authorId: 'capacity' }),
      { unit: 'name', value: 'C' },
      aContext({ actor: actors.leader, base: 'mid-new', mid: 'mid-2' }),
    )
    expect([said(first), said(second)]).toEqual(['lost:concurrent', 'lost:concurrent'])
    expect([first.cards[0]?.mine?.mid, second.cards[0]?.mine?.mid]).toEqual(['mid-new', 'mid-2'])
  })

  test('[CF26] a chain of own edits with nobody in between makes no conflict', () => {
    const world = aWorld()
    let base: string | null = null
    for (const value of ['A', 'B', 'C', 'D']) {
      const outcome = setAnswer.decide(world, { unit: 'name', value }, aContext({ base, mid: `mid-${value}` }))
      expect(said(outcome)).toBe('applied:ok')
      apply(world, outcome.changes)
      base = `mid-${value}`
    }
  })

  test('[CF27] after a reopening the same answer is applied', () => {
    const world = aWorld({ participant: { sendCount: 1 }, answers: [anAnswer('name', 'A')] })
    expect(said(write(world, 'name', 'B', { base: 'm-name' }))).toBe('applied:ok')
  })

  test('[CF5] file, comment and value of one unit do not meet: each is an entity of its own', () => {
    expect([
      setAnswer.entityOf({ unit: 'name', value: 'A' }),
      clearAnswer.entityOf({ unit: 'name' }),
      keepAnswer.entityOf({ unit: 'name', justification: '' }),
    ]).toEqual(['name', 'name', 'name'])
    const world = aWorld({ answers: [anAnswer('proof', { choice: { value: 'si' } }, { noAttachment: true })] })
    expect(rowOf(write(world, 'proof', { choice: { value: 'no' } }, { by: 'leader', base: 'm-proof' }), 'proof')?.noAttachment).toBe(true)
  })
})

test('[LV3] an answer written while a comment waits for somebody else is kept', () => {
  const world = aWorld({ answers: [anAnswer('name', 'A')], threads: [aThread('name')] })
  expect(said(write(world, 'name', 'B', { by: 'leader', base: 'm-name' }))).toBe('lost:comment_pending')
  expect(said(write(world, 'name', 'B', { base: 'm-name' }))).toBe('applied:ok')
})

test('[AN11] an overlay shows what was written, and nothing else', () => {
  const world = aWorld({ answers: fullAnswers() })
  const shown = must(setAnswer.overlay, 'answer.set has one')(world, { unit: 'name', value: 'Z' }, aContext())
  expect(shown).toMatchObject([{ table: 'answer', id: 'name', row: { value: 'Z', level: 4 } }])
  expect(must(clearAnswer.overlay, 'answer.clear has one')(world, { unit: 'nada' }, aContext())).toEqual([])
})

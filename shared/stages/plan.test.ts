import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Context, Outcome } from '../contract/mutation.ts'
import { aContext, actors, aHeader, noonIn, theStages } from '../forms/fixtures.ts'
import { must } from '../kernel/assert.ts'
import { addDays, dayAt } from '../kernel/instant.ts'
import { headerChange, Questionnaire } from '../questionnaire.ts'
import { assertProperty } from '../testing/properties.ts'
import { stageKinds } from './model.ts'
import type { FormHeader, Stage } from './model.ts'
import { editStages } from './plan-mutations.ts'
import {
  daysApart,
  daysOf,
  daysWithout,
  endLimits,
  extendedStage,
  freedomOf,
  inOrder,
  mergeStages,
  nextFreeDay,
  plannedFields,
  plannedOf,
  stageProblems,
  stageWarnings,
  withLaterMoved,
} from './plan.ts'
import type { DraftStage, PlannedStage } from './plan.ts'

const stage = (id: string, start: string, end: string, part: Partial<Stage> = {}): Stage => ({
  id,
  kind: 'NormalInput',
  name: `Etapa ${id}`,
  start,
  end,
  ...part,
})
const early = '2026-01-05T15:00:00.000Z'
const notBegun = { stages: [], enabled: false } as const
const codes = (wanted: readonly DraftStage[], form: Pick<FormHeader, 'stages' | 'enabled' | 'initialized'> = notBegun, now = early) =>
  stageProblems(wanted, form, now).map(({ stageId, field, code }) => `${stageId}.${field} ${code}`)

const days = fc.integer({ min: 0, max: 30 }).map((day) => addDays('2026-03-01', day))
const planned = fc.uniqueArray(
  fc.record<PlannedStage>({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    kind: fc.constantFrom(...stageKinds),
    name: fc.constantFrom('Ingreso', 'Ajuste', 'Réplica'),
    start: days,
    end: days,
  }),
  { selector: ({ id }) => id, maxLength: 4 },
)

describe('a plan', () => {
  test('[TM16] each stage has a kind, a name of 3 to 20 characters and two days in order', () => {
    const bad: DraftStage = { id: 'x', kind: '', name: ' ab ', start: '', end: '2026-02-30' }
    expect(codes([bad])).toEqual([
      'x.kind stage_kind_missing',
      'x.name stage_name_length',
      'x.start stage_day_missing',
      'x.end stage_day_missing',
    ])
    expect(codes([stage('x', '2026-03-02', '2026-03-01', { name: 'a'.repeat(21) })])).toEqual([
      'x.name stage_name_length',
      'x.start stage_days_reversed',
    ])
    expect(codes([stage('x', '2026-03-01', '2026-03-01', { name: 'á'.repeat(20) })])).toEqual([])
    const long = stage('x', '2026-03-01', '2026-03-02', { name: 'Comentarios de evaluación al ingreso de datos' })
    expect(codes([{ ...long, end: '2026-03-05' }], { ...notBegun, stages: [long] })).toEqual([])
    expect(codes([{ ...long, name: `${long.name}.` }], { ...notBegun, stages: [long] })).toEqual(['x.name stage_name_length'])
  })

  test('[TM16] a year that was typed by half, or by too much, is told at its day, and what stands already is left alone', () => {
    expect(codes([stage('x', '0026-03-01', '2026-03-20')])).toEqual(['x.start stage_day_far'])
    expect(codes([stage('x', '2026-03-01', '9999-12-31')])).toEqual(['x.end stage_day_far'])
    expect(codes([stage('x', '2000-01-01', '2999-12-31')])).toEqual([])
    const stands = stage('x', '0026-03-01', '2026-03-20')
    expect(codes([{ ...stands, end: '2026-03-21' }], { ...notBegun, stages: [stands] })).toEqual([])
  })

  test('[TM16] stages that share a day are told at both, also where they are no neighbours', () => {
    const [long, short, last] = [
      stage('long', '2026-03-01', '2026-03-20'),
      stage('short', '2026-03-02', '2026-03-03'),
      stage('last', '2026-03-20', '2026-03-25'),
    ]
    expect(codes([last, long, short])).toEqual([
      'last.start stage_overlap',
      'long.end stage_overlap',
      'short.start stage_overlap',
      'long.end stage_overlap',
    ])
    expect(codes([long, stage('apart', '2026-04-01', '2026-04-02'), last])).toEqual(['last.start stage_overlap', 'long.end stage_overlap'])
    expect(codes([long, stage('next', '2026-03-21', '2026-03-21')])).toEqual([])
    expect(codes([long, { ...last, name: 'Otra' }], { ...notBegun, stages: [long, last] })).toEqual([])
  })

  test('[TM16] a plan without problems shares no day, whatever was planned', () => {
    assertProperty(
      fc.property(planned, (stages) => {
        const whole = stageProblems(stages, notBegun, early).length === 0
        const taken = stages.flatMap((each) => Array.from({ length: daysOf(each) }, (_, at) => addDays(each.start, at)))
        const free = new Set(taken).size === taken.length && stages.every((each) => each.start <= each.end)
        expect(whole).toBe(free)
      }),
    )
  })

  test('[TM18] kinds out of order and kinds that come twice are warned of, and nothing else', () => {
    expect(stageWarnings(theStages)).toEqual([])
    const turned = [
      stage('a', '2026-03-01', '2026-03-02', { kind: 'CorrectionInput' }),
      stage('c', '2026-03-05', '2026-03-06', { kind: 'CorrectionInput' }),
      stage('b', '2026-03-03', '2026-03-04', { kind: 'FirstRevision' }),
    ]
    expect(stageWarnings(turned)).toEqual([
      { stageId: 'b', about: 'order', other: 'a' },
      { stageId: 'c', about: 'repeated', other: 'a' },
    ])
    expect(codes(turned)).toEqual([])
  })

  test('days are counted with both ends, and those between two stages without them', () => {
    expect(daysOf(stage('a', '2026-03-01', '2026-04-10'))).toBe(41)
    expect(daysOf({ start: '', end: '2026-04-10' })).toBe(0)
    expect(daysWithout({ end: '2026-03-01' }, { start: '2026-03-05' })).toBe(3)
    expect(daysWithout({ end: '2026-03-01' }, { start: '2026-03-02' })).toBe(0)
    expect([nextFreeDay([], early), nextFreeDay([stage('a', '2026-03-01', '2026-04-10')], early)]).toEqual(['2026-01-05', '2026-04-11'])
    const untold: DraftStage = { id: 'z', kind: '', name: '', start: '', end: '' }
    expect(inOrder([untold, stage('b', '2026-03-02', '2026-03-02'), stage('a', '2026-03-01', '2026-03-01')]).map(({ id }) => id)).toEqual([
      'a',
      'b',
      'z',
    ])
  })
})

describe('a form that has begun', () => {
  const now = noonIn('FirstRevision')
  const today = dayAt(now)
  const change = (kind: Stage['kind'], part: Partial<Stage>) => theStages.map((each) => (each.kind === kind ? { ...each, ...part } : each))
  const running = { stages: theStages, enabled: true }

  test('[TM17] what is over does not change, of what runs only the end moves and not behind today, what is to come is free', () => {
    const current = must(theStages[1], 'the second stage')
    const next = must(theStages[2], 'the third stage')
    const at = (wanted: readonly DraftStage[]) => codes(wanted, running, now)
    expect(at(theStages)).toEqual([])
    expect(at(change('NormalInput', { end: addDays(current.start, -1) }))).toEqual(['stage-NormalInput.end stage_past'])
    expect(at(theStages.slice(1))).toEqual(['stage-NormalInput.kind stage_past'])
    expect(at(theStages.filter((each) => each !== current))).toEqual(['stage-FirstRevision.kind stage_running'])
    expect(at(change('FirstRevision', { name: 'Otra' }))).toEqual(['stage-FirstRevision.name stage_running'])
    expect(at(change('FirstRevision', { start: addDays(current.start, 1) }))).toEqual(['stage-FirstRevision.start stage_running'])
    expect(at(change('FirstRevision', { end: addDays(next.start, -1) }))).toEqual([])
    expect(at(change('FirstRevision', { end: today }))).toEqual([])
    expect(at(change('FirstRevision', { end: addDays(today, -1) }))).toEqual(['stage-FirstRevision.end stage_end_passed'])
    expect(at(change('CorrectionInput', { start: addDays(next.start, 1), name: 'Ajuste', kind: 'NormalInput' }))).toEqual([])
    expect(at(theStages.filter((each) => each !== next))).toEqual([])
    expect(at([...theStages, stage('new', '2020-01-01', '2020-01-02')])).toEqual(['new.start stage_start_passed'])
    expect(at(change('ShowResults', { start: '2020-01-01', end: '2020-01-02' }))).toEqual(['stage-ShowResults.start stage_start_passed'])
  })

  test('[TM17] one that has not begun is free in everything, also in days that went by', () => {
    const hidden = { stages: theStages, enabled: false }
    expect(codes([], hidden, now)).toEqual([])
    expect(codes(change('NormalInput', { start: '2025-01-01', name: 'Otra' }), hidden, now)).toEqual([])
    expect(codes([], { ...hidden, initialized: true }, now)).toHaveLength(2)
  })

  test('[TM17] a stage that a rehearsal ended is over, whatever its days say', () => {
    const cut = change('FirstRevision', { cutAt: noonIn('Gap') })
    const wanted = cut.map((each) => (each.kind === 'FirstRevision' ? { ...each, end: addDays(each.end, 1) } : each))
    expect(codes(wanted, { ...running, stages: cut }, now)).toEqual(['stage-FirstRevision.end stage_past'])
  })

  test('[TM21] only a later end of the stage that runs is an extension', () => {
    const end = must(theStages[1], 'the second stage').end
    expect(extendedStage(theStages, change('FirstRevision', { end: addDays(end, 1) }), now)?.id).toBe('stage-FirstRevision')
    expect(extendedStage(theStages, change('FirstRevision', { end: today }), now)).toBeUndefined()
    expect(extendedStage(theStages, change('CorrectionInput', { end: '2027-01-01' }), now)).toBeUndefined()
  })
})

describe('moving those that follow', () => {
  const running = { stages: theStages, enabled: true }
  const now = noonIn('FirstRevision')

  test('[TM22] those that begin later move by as many days: lengths, order and distances stay, and nothing else changes', () => {
    assertProperty(
      fc.property(planned, fc.nat(), fc.integer({ min: -200, max: 200 }), fc.boolean(), (stages, pick, days, begun) => {
        const moved = stages[pick % Math.max(stages.length, 1)]
        if (!moved) return
        const form = begun ? { ...running, stages } : { ...notBegun, stages }
        const end = addDays(moved.end, days)
        const after = withLaterMoved(stages, moved.id, end, form, now)
        expect(after.map(({ id }) => id)).toEqual(stages.map(({ id }) => id))
        for (const [at, was] of stages.entries()) {
          const is = must(after[at], 'one stage less')
          const follows = was.start > moved.start && freedomOf(was.id, form, now) === 'all'
          if (was.id === moved.id) expect(is).toEqual({ ...was, end })
          else if (!follows) expect(is).toEqual(was)
          else {
            expect({ ...is, start: was.start, end: was.end }).toEqual(was)
            expect([daysApart(was.start, is.start), daysApart(was.end, is.end)]).toEqual([days, days])
          }
        }
        const movable = new Set(
          stages.filter(({ id, start }) => start > moved.start && freedomOf(id, form, now) === 'all').map(({ id }) => id),
        )
        const among = (list: readonly PlannedStage[]) => inOrder(list.filter(({ id }) => movable.has(id))).map(({ id }) => id)
        expect(among(after)).toEqual(among(stages))
        // Back again, unless what followed was moved before what it followed.
        if (days >= 0) expect(withLaterMoved(after, moved.id, moved.end, form, now)).toEqual(stages)
      }),
    )
  })

  test('[TM22] of a form that runs, what is over and what runs stay where they are, whatever moves before them', () => {
    const [first, current, next] = theStages
    const after = withLaterMoved(theStages, must(first, 'one').id, addDays(must(first, 'one').end, 3), running, now)
    expect(after[1]).toBe(current)
    expect(after[2]).toEqual({ ...next, start: addDays(must(next, 'three').start, 3), end: addDays(must(next, 'three').end, 3) })
    expect([first, current, next].map((each) => freedomOf(must(each, 'three').id, running, now))).toEqual(['none', 'end', 'all'])
    expect(freedomOf('new', running, now)).toBe('all')
  })

  test('[TM22] a day that is none, or is out of reach, moves nobody', () => {
    for (const end of ['', '0026-01-01', '9999-12-31'])
      expect(withLaterMoved(theStages, 'stage-FirstRevision', end, running, now).slice(2)).toEqual(theStages.slice(2))
  })

  test('[TM16] [TM17] between its limits no end meets a neighbour, the past or the day before its own', () => {
    const stages = [stage('a', '2026-03-01', '2026-03-10'), stage('b', '2026-03-15', '2026-03-20'), stage('c', '2026-04-01', '2026-04-02')]
    const of = (id: string, form: Pick<FormHeader, 'stages' | 'enabled' | 'initialized'> = notBegun, laterMove = false) =>
      endLimits(
        stages,
        must(
          stages.find((each) => each.id === id),
          'no such stage',
        ),
        form,
        '2026-03-17T15:00:00.000Z',
        laterMove,
      )
    expect(of('b')).toEqual({ start: { from: '2026-03-11', to: '2026-03-20' }, end: { from: '2026-03-15', to: '2026-03-31' } })
    expect(of('b', { stages, enabled: true }).end).toEqual({ from: '2026-03-17', to: '2026-03-31' })
    expect(of('c', { stages, enabled: true }).start.from).toBe('2026-03-21')
    expect(of('b', notBegun, true).end.to).toBe('2999-12-31')
    expect(of('a').start.from).toBe('2000-01-01')
    assertProperty(
      fc.property(planned, fc.nat(), fc.nat({ max: 400 }), (plan, pick, days) => {
        const one = plan[pick % Math.max(plan.length, 1)]
        if (!one || stageProblems(plan, notBegun, early).length > 0) return
        const { from, to } = endLimits(plan, one, notBegun, early, false).end
        const end = [addDays(from, days), to].toSorted()[0] ?? to
        expect(codes(plan.map((each) => (each === one ? { ...each, end } : each)))).toEqual([])
      }),
    )
  })
})

describe('two who plan', () => {
  test('[TM19] bringing together is what each changed: alone the wanted plan, untouched what stands, and the same from both sides', () => {
    const asMap = (stages: readonly PlannedStage[]) => new Map(stages.map((each) => [each.id, plannedOf(each)]))
    assertProperty(
      fc.property(planned, planned, planned, (base, mine, theirs) => {
        const alone = mergeStages(base, base, mine)
        expect(alone.kind === 'merged' && asMap(alone.stages)).toEqual(asMap(mine))
        const untouched = mergeStages(theirs, base, base)
        expect(untouched.kind === 'merged' && asMap(untouched.stages)).toEqual(asMap(theirs))
        const [one, other] = [mergeStages(theirs, base, mine), mergeStages(mine, base, theirs)]
        expect(one.kind).toBe(other.kind)
        if (one.kind === 'merged' && other.kind === 'merged') expect(asMap(one.stages)).toEqual(asMap(other.stages))
        const was = asMap(base)
        for (const { id } of one.kind === 'merged' ? mine : []) {
          const [before, wanted, became] = [was.get(id), asMap(mine).get(id), one.kind === 'merged' ? asMap(one.stages).get(id) : undefined]
          if (before && wanted && became)
            for (const field of plannedFields) if (wanted[field] !== before[field]) expect(became[field]).toBe(wanted[field])
        }
      }),
    )
  })
})

describe('planning by mutation', () => {
  const admin = { ...actors.administrator, id: 'ana' }
  const running = noonIn('FirstRevision')
  const of = (stages: readonly Stage[], part: Partial<FormHeader> = {}): Questionnaire => {
    const state = new Questionnaire('form', { participants: 0, answered: false })
    const change = headerChange({ ...aHeader, stages, ...part })
    state.set(change.table, change.id, change.row)
    return state
  }
  const ask = (
    state: Questionnaire,
    from: readonly PlannedStage[],
    to: readonly PlannedStage[],
    context: Partial<Context> = {},
  ): Outcome => {
    const args = { from: from.map((each) => plannedOf(each)), to: to.map((each) => plannedOf(each)) }
    const outcome = editStages.decide(state, args, aContext({ actor: admin, now: running, ...context }))
    for (const { table, id, row } of outcome.changes) state.set(table, id, row)
    return outcome
  }
  const said = ({ disposition, code }: Outcome): string => `${disposition}:${code}`
  const withEnd = (kind: Stage['kind'], days: number) =>
    theStages.map((each) => (each.kind === kind ? { ...each, end: addDays(each.end, days) } : each))

  test('[TM17] only administrators plan, each change stands in the history, and that the form has begun stays on record', () => {
    const state = of(theStages)
    expect(said(ask(state, theStages, withEnd('FirstRevision', 1), { actor: actors.leader }))).toBe('refused:administrators_only')
    expect(said(ask(state, theStages, theStages))).toBe('noop:ok')
    const plan = [...withEnd('FirstRevision', 1).filter(({ kind }) => kind !== 'ReplicaInput'), stage('new', '2027-01-01', '2027-01-31')]
    const outcome = ask(state, theStages, plan)
    const end = must(theStages[1], 'the second stage').end
    expect(outcome.history).toMatchObject([
      { action: 'Cambia etapa', element: 'stage-FirstRevision', changed: [{ field: 'end', from: end, to: addDays(end, 1) }] },
      { action: 'Elimina etapa', element: 'stage-ReplicaInput', text: 'ReplicaInput' },
      { action: 'Agrega etapa', element: 'new', text: 'Etapa new' },
    ])
    expect(state.form).toMatchObject({ initialized: true, marks: { 'stage:new': { by: 'ana', at: running } } })
    expect(state.form?.stages.at(-1)?.id).toBe('new')
    expect(said(ask(state, theStages, withEnd('NormalInput', 1)))).toBe('refused:stage_past')
    const overlap = ask(state, plan, [...plan, stage('two', '2027-01-31', '2027-02-01')])
    expect(overlap).toMatchObject({ code: 'stage_overlap', params: { stage: 'Etapa two', other: 'Etapa new' }, changes: [] })
  })

  test('[TM19] the second one’s other stage stands beside the first one’s; the same is theirs to choose, and names the stage, who and when', () => {
    const state = of(theStages)
    expect(said(ask(state, theStages, withEnd('FirstRevision', 1)))).toBe('applied:ok')
    const other = { actor: { ...admin, id: 'luis' } }
    expect(said(ask(state, theStages, withEnd('ShowResults', 5), other))).toBe('applied:ok')
    expect(said(ask(state, theStages, withEnd('FirstRevision', 1), other))).toBe('noop:ok')
    expect(ask(state, theStages, withEnd('FirstRevision', 2), other)).toMatchObject({
      disposition: 'lost',
      code: 'changed_meanwhile',
      params: { field: 'stages', by: 'ana', at: running, stage: 'FirstRevision', stageField: 'end' },
      changes: [],
    })
    const gone = theStages.filter(({ kind }) => kind !== 'ShowResults')
    expect(ask(state, theStages, gone)).toMatchObject({ code: 'changed_meanwhile', params: { by: 'luis', stage: 'ShowResults' } })
  })

  test('[TM19] what a rehearsal moved stays where it moved it, and is nothing that somebody changed meanwhile', () => {
    const moved = theStages.map((each) => (each.kind === 'NormalInput' ? { ...each, cutAt: noonIn('NormalInput') } : each))
    const state = of(moved)
    expect(said(ask(state, theStages, withEnd('ShowResults', 5)))).toBe('applied:ok')
    expect(state.form?.stages[0]).toEqual(moved[0])
  })
})

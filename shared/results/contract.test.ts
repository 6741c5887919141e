import { beforeEach, describe, expect, test } from 'vitest'
import { aContext, actors, aDefinition, aHeader, anAnswer, anEvaluation, aQuestion, aWorld, noonIn, theStages } from '../forms/fixtures.ts'
import { formIndexOf } from '../forms/form-index.ts'
import { formReportId } from '../forms/model.ts'
import { must } from '../kernel/assert.ts'
import type { Instant } from '../kernel/instant.ts'
import { Results } from '../results.ts'
import { World } from '../world.ts'
import { appealable, computeResult, differencesOf } from './engine.ts'
import { resultGaps } from './decisions.ts'
import { levelOf, maturityOf } from './levels.ts'
import { usualThresholds } from './model.ts'
import { calculateResult, closedFor, digestText, editInform, publishResult } from './mutations.ts'
import { isVisibleAt } from './reading.ts'
import { broughtPoints, kindsOpen, textsOf, textsOfForm } from './rules.ts'

/** s11: kind, worth up to 6, and reason, worth 4 · s21: share, a rate of people, worth 10 · s31: note, worth nothing. */
const index = formIndexOf(
  aDefinition(
    [
      aQuestion('kind', 'Single', {
        options: [{ value: 'a' }, { value: 'b' }],
        points: [
          { key: 'a', value: 6 },
          { key: 'b', value: 1.5 },
        ],
      }),
      aQuestion('reason', 'SimpleText', { points: [{ key: 'value', value: 4 }] }),
      aQuestion('people', 'Number', { dimensionId: 's21' }),
      aQuestion('share', 'Number', { dimensionId: 's21', points: [{ key: 'value', value: 10, divisor: 'people' }] }),
      aQuestion('note', 'SimpleText', { dimensionId: 's31' }),
    ],
    { tree: { d1: ['s11'], d2: ['s21'], d3: ['s31'] } },
  ),
)
const units = ['kind', 'reason', 'people', 'share'] as const
const replica = { points: 1, excludedSubDimensionIds: ['s31'] }

const north = (header: Partial<typeof aHeader> = {}): World => {
  const base = aWorld({ phase: 'CalculateResults' })
  const world = new World(index, 'north', 'form')
  for (const table of ['institution', 'participant', 'person'] as const) {
    for (const [id, row] of base.entries(table)) world.set(table, id, row)
  }
  world.set('form', 'form', { ...aHeader, replica, ...header })
  const values = { kind: { choice: { value: 'b' } }, reason: 'Porque sí', people: 30, share: 10 }
  for (const unit of units) {
    world.set('answer', unit, anAnswer(unit, values[unit]))
    world.set('draft', unit, anEvaluation(unit, 'Accepted', { round: 'SecondRevision' }))
  }
  return world
}
const texts = new Map([
  [formReportId, { preliminaryIntroduction: '<p>Inicio</p>', finalConclusion: '<p>Fin</p>' }],
  ['d1', { good: '<p>Bueno</p>', med: '<p>Regular</p>', bad: '<p>Malo</p>' }],
])
const resultsOf = (world: World, manual: Results['facts']['manual'] = { sheet: undefined, points: undefined }): Results =>
  new Results(world, { categoryName: 'Servicios', manual, texts })
const counting = { kind: 'preliminary', thresholds: usualThresholds } as const
const as = (who: 'administrator' | 'evaluator' | 'otherEvaluator', now: Instant = noonIn('CalculateResults')) =>
  aContext({ actor: actors[who], now })
const takeIn = (results: Results, { changes }: ReturnType<typeof calculateResult.decide>): void => {
  for (const { table, id, row } of changes) results.set(table, id, row)
}

let world: World
let results: Results
beforeEach(() => {
  world = north()
  results = resultsOf(world)
})
const calculate = (reason: string | null = null) => calculateResult.decide(results, { kind: 'preliminary', reason }, as('administrator'))
const publish = (snapshotId: string, now?: Instant) =>
  publishResult.decide(results, { kind: 'preliminary', snapshotId }, as('administrator', now))

describe('what is obtained', () => {
  test('[RS1] a question earns what its accepted answer is worth; a rate its part, at four decimals', () => {
    const { questions } = computeResult(world, counting)
    expect(questions.map(({ id, points, max }) => [id, points, max])).toEqual([
      ['kind', 1.5, 6],
      ['reason', 4, 4],
      ['share', 3.3333, 10],
    ])
    world.set('draft', 'reason', anEvaluation('reason', 'Rejected', { round: 'SecondRevision' }))
    expect(computeResult(world, counting).questions[1]).toMatchObject({ points: 0, max: 4, units: [{ why: 'not_accepted' }] })
  })

  test('[RS2] dimensions and the whole are the sums of what is below, and what is not answered stays in the most there is', () => {
    world.set('answer', 'share', null)
    const { points, max, dimensions } = computeResult(world, counting)
    expect([points, max]).toEqual([5.5, 20])
    expect(dimensions.map((each) => [each.id, each.points, each.max])).toEqual([
      ['d1', 5.5, 10],
      ['s11', 5.5, 10],
      ['d2', 0, 10],
      ['s21', 0, 10],
      ['d3', 0, 0],
      ['s31', 0, 0],
    ])
  })

  test('[RS3] the decision of the second revision counts, and of what was appealed that of the replica', () => {
    const rejected = anEvaluation('reason', 'Rejected', { round: 'SecondRevision' })
    world.set('evaluation', 'reason', rejected)
    world.set('draft', 'reason', anEvaluation('reason', 'Accepted', { round: 'ReplicaRevision' }))
    expect(computeResult(world, counting).questions[1]?.points).toBe(0)
    world.set('participant', 'north', {
      ...world.participant,
      replicaSubDimensionIds: ['s11'],
      replicaSentAt: noonIn('ReplicaInput'),
    })
    const appeal = { text: 'Consta', mid: 'a-1', authorId: 'professional', at: noonIn('ReplicaInput') }
    world.set('answer', 'reason', { ...must(world.answer('reason'), 'reason'), appeal })
    expect(computeResult(world, { ...counting, kind: 'final' }).questions[1]?.points).toBe(4)
    expect(computeResult(world, counting).questions[1]?.points).toBe(0)
  })

  test('[RS4] one answer without a decision, or decided before it changed, keeps the whole from being worked out', () => {
    world.set('draft', 'reason', null)
    world.set('answer', 'share', { ...must(world.answer('share'), 'share'), rev: 2 })
    expect(resultGaps(world, 'preliminary')).toEqual([
      { unit: 'reason', code: 'undecided' },
      { unit: 'share', code: 'outdated' },
    ])
    expect(calculate()).toMatchObject({ code: 'results_undecided', params: { n: 2 } })
  })

  test('[RS5] what is worth nothing has no level: it is there for reference', () => {
    expect(computeResult(world, counting).dimensions.at(-1)).toMatchObject({ id: 's31', level: null })
  })

  test('[RS6] a threshold belongs to the better level, and is the form’s', () => {
    expect([3.9999, 4, 7.9999, 8].map((points) => levelOf(points, 12, usualThresholds))).toEqual(['bad', 'med', 'med', 'good'])
    expect(levelOf(5, 10, { med: 0.5, good: 0.9 })).toBe('med')
  })

  test('[RS7] an institution is called by its points of a hundred', () => {
    expect([24.9999, 25, 49.9999, 50, 75, 75.0001].map(maturityOf)).toEqual([
      'Inicial',
      'Creciente',
      'Creciente',
      'Madura',
      'Madura',
      'Modelo',
    ])
  })

  test('[RS9] where points are brought, those of the table in force stand, and none are worked out', () => {
    const brought = north({ calculatedBy: 2 })
    const sheet = { id: 'p1' } as never
    expect(broughtPoints(resultsOf(brought), 'preliminary')).toEqual({ problem: 'none' })
    const points = { sheetId: 'p1', points: { kind: 6, reason: 2, share: 1.25 } }
    const manual = resultsOf(brought, { sheet, points })
    const outcome = calculateResult.decide(manual, { kind: 'preliminary', reason: null }, as('administrator'))
    expect(outcome.changes[0]?.row).toMatchObject({ result: { calculatedBy: 2, sheetId: 'p1', points: 9.25 } })
    expect(calculateResult.decide(resultsOf(brought), { kind: 'preliminary', reason: null }, as('administrator')).code).toBe(
      'results_points_missing',
    )
  })

  test('[RS9] a final result takes no table from before the end of the replica', () => {
    const brought = north({ calculatedBy: 2 })
    const points = { sheetId: 'p1', points: { kind: 6, reason: 2, share: 1.25 } }
    const by = (at: Instant): Results => resultsOf(brought, { sheet: { id: 'p1', at } as never, points })
    expect(broughtPoints(by(noonIn('CalculateResults')), 'preliminary')).toMatchObject({ brought: { sheetId: 'p1' } })
    expect(broughtPoints(by(noonIn('ReplicaRevision')), 'final')).toEqual({ problem: 'stale' })
    expect(broughtPoints(by(noonIn('ShowResults')), 'final')).toMatchObject({ brought: { sheetId: 'p1' } })
    brought.set('form', 'form', { ...brought.form, stages: theStages.filter(({ kind }) => !kind.startsWith('Replica')) })
    expect(broughtPoints(by(noonIn('CalculateResults')), 'final')).toMatchObject({ brought: { sheetId: 'p1' } })
  })

  test('[RS15] what a replica could bring is what was rejected in sub-dimensions that may be appealed', () => {
    for (const unit of ['reason', 'share'] as const) world.set('draft', unit, anEvaluation(unit, 'Rejected', { round: 'SecondRevision' }))
    world.set('form', 'form', { ...world.form, replica: { points: 1, excludedSubDimensionIds: ['s21'] } })
    expect(appealable(world, 'preliminary')).toEqual(['reason'])
    const asAccepted = new Set(appealable(world, 'preliminary'))
    expect(computeResult(world, { ...counting, asAccepted }).points).toBe(5.5)
  })
})

describe('what is kept and shown', () => {
  test('[RS8] preliminary results are made from the end of the second revision to the replica, final ones once it is decided', () => {
    const open = (phase: Parameters<typeof noonIn>[0]) => kindsOpen(aHeader, noonIn(phase))
    expect(open('SecondRevision')).toEqual([])
    expect(open('CalculateResults')).toEqual(['preliminary'])
    expect(open('ReplicaInput')).toEqual([])
    expect(open('ReplicaRevision')).toEqual([])
    expect(open('ShowResults')).toEqual(['final'])
    expect(open('Closed')).toEqual(['final'])
    const without = theStages.filter(({ kind }) => !kind.startsWith('Replica'))
    expect(kindsOpen({ stages: without }, noonIn('CalculateResults'))).toEqual(['preliminary', 'final'])
  })

  test('[RS12] snapshots are numbered; the same again is none; after a publication it takes a reason and another version', () => {
    takeIn(results, calculate())
    expect(calculate()).toMatchObject({ disposition: 'noop', reply: { snapshotId: 'preliminary-1' } })
    takeIn(results, publish('preliminary-1'))
    expect(calculate()).toMatchObject({ disposition: 'noop', reply: { snapshotId: 'preliminary-1' } })
    world.set('draft', 'reason', anEvaluation('reason', 'Rejected', { round: 'SecondRevision' }))
    expect(calculate().code).toBe('results_reason_missing')
    takeIn(results, calculate('Se corrigió una decisión'))
    // What was published once asks for a reason ever after, also over one that nobody saw.
    world.set('draft', 'share', anEvaluation('share', 'Rejected', { round: 'SecondRevision' }))
    expect(calculate().code).toBe('results_reason_missing')
    takeIn(results, calculate('Y otra'))
    expect(results.snapshots('preliminary').map(({ number, version, reason }) => [number, version, reason])).toEqual([
      [3, 2, 'Y otra'],
      [2, 2, 'Se corrigió una decisión'],
      [1, 1, null],
    ])
    takeIn(results, publish('preliminary-3'))
    takeIn(results, calculate('Otros textos'))
    expect(results.snapshots('preliminary')[0]).toMatchObject({ number: 4, version: 3, reason: 'Otros textos' })
  })

  test('[RS13] what is published comes to the same once more, or its difference is told; its digest is of all of it', () => {
    takeIn(results, calculate())
    const snapshot = must(results.snapshots('preliminary')[0], 'no snapshot')
    const { digest, ...rest } = snapshot
    expect(digest).toBe(`digest-${digestText(rest).length}`)
    world.set('draft', 'reason', anEvaluation('reason', 'Rejected', { round: 'SecondRevision' }))
    expect(differencesOf(snapshot.result, computeResult(world, counting))).toEqual([
      { questionId: 'reason', unit: 'reason', before: 4, after: 0 },
    ])
    expect(publish('preliminary-1')).toMatchObject({ disposition: 'refused', code: 'results_differ', params: { number: '1.1.2', n: 1 } })
    expect(publish('preliminary-2').code).toBe('results_moved')
  })

  test('[RS12] who leads and their delegate hear of it by letter, with the day on which they find it', () => {
    takeIn(results, calculate())
    const { letters, history } = publish('preliminary-1')
    const from = must(
      theStages.find(({ kind }) => kind === 'ReplicaInput'),
      'no replica',
    ).start
    const data = { institution: 'Servicio del Norte', form: 'Índice 2025', kind: 'preliminary', version: 1, from, reason: '' }
    expect(letters).toEqual(['leader', 'delegate'].map((to) => ({ template: 'resultsPublished', to, data })))
    expect(history).toMatchObject([{ action: 'Publica resultados', element: 'north', form: 'form', text: 'Servicio del Norte' }])
    expect(isVisibleAt(aHeader, 'preliminary', noonIn('CalculateResults'))).toBe(false)
    expect(isVisibleAt(aHeader, 'preliminary', noonIn('ReplicaInput'))).toBe(true)
    expect(isVisibleAt(aHeader, 'final', noonIn('ReplicaRevision'))).toBe(false)
  })

  test('[RS16] a report says what was written for its institution, else the form’s text of its level', () => {
    const { dimensions } = computeResult(world, counting)
    const ofForm = textsOfForm('preliminary', { dimensions }, texts)
    expect([ofForm.introduction, ofForm.conclusion, ofForm.dimensions['d1'], ofForm.dimensions['d2']]).toEqual([
      '<p>Inicio</p>',
      '',
      '<p>Regular</p>',
      '',
    ])
    const own = { kind: 'preliminary', texts: { 'dimension:d1': '<p>Propio</p>', conclusion: '' }, marks: {} } as const
    expect(textsOf(own, ofForm)).toMatchObject({ introduction: '<p>Inicio</p>', conclusion: '', dimensions: { d1: '<p>Propio</p>' } })
  })

  test('[RS17] texts are written by who evaluates the institution, in the stages of its report, and by administrators', () => {
    const closed = (who: Parameters<typeof as>[0], kind: 'preliminary' | 'final', phase: Parameters<typeof noonIn>[0]) =>
      closedFor(results, kind, as(who, noonIn(phase)))
    expect(closed('evaluator', 'preliminary', 'CalculateResults')).toBeUndefined()
    expect(closed('otherEvaluator', 'preliminary', 'CalculateResults')).toBe('not_assigned_evaluator')
    expect(closed('evaluator', 'preliminary', 'ReplicaInput')).toBe('inform_closed')
    expect(closed('evaluator', 'final', 'CalculateResults')).toBe('inform_closed')
    expect(closed('evaluator', 'final', 'ReplicaRevision')).toBeUndefined()
    expect(closed('administrator', 'final', 'NormalInput')).toBe('inform_closed')
    const edit = (from: string | null, to: string, who: Parameters<typeof as>[0] = 'evaluator') =>
      editInform.decide(results, { kind: 'preliminary', from: { introduction: from }, to: { introduction: to } }, as(who))
    takeIn(results, edit(null, '<p>Uno</p>'))
    expect(edit(null, '<p>Dos</p>', 'administrator')).toMatchObject({
      disposition: 'lost',
      code: 'changed_meanwhile',
      params: { field: 'introduction', by: 'evaluator' },
    })
    takeIn(results, edit('<p>Uno</p>', '<p>Dos</p>', 'administrator'))
    expect(results.inform('preliminary')?.texts).toEqual({ introduction: '<p>Dos</p>' })
  })
})

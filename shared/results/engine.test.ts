import { describe, expect, test } from 'vitest'
import type { AnswerValue } from '../answers/model.ts'
import type { Decision } from '../evaluations/model.ts'
import { aDefinition, anAnswer, anAppeal, anAttachment, anEvaluation, aQuestion } from '../forms/fixtures.ts'
import { formIndexOf } from '../forms/form-index.ts'
import { surveyDimensionId } from '../forms/model.ts'
import type { FormDefinition, Option, PointsEntry, Question } from '../forms/model.ts'
import { must } from '../kernel/assert.ts'
import { questionIdOf } from '../kernel/ids.ts'
import type { Unit } from '../kernel/ids.ts'
import { decisionOn, worldWith } from '../testing/random-world.ts'
import type { World } from '../world.ts'
import { appealable, computeResult, differencesOf, summedUp } from './engine.ts'
import type { Counting } from './engine.ts'
import { usualThresholds } from './model.ts'
import type { Computed, QuestionResult, ResultKind, UnitResult } from './model.ts'

const worth = (...values: readonly (readonly [string, number])[]): { readonly points: readonly PointsEntry[] } => ({
  points: values.map(([key, value]) => ({ key, value })),
})
const options = (...values: readonly string[]): { readonly options: readonly Option[] } => ({ options: values.map((value) => ({ value })) })
const picked = (...values: readonly string[]): AnswerValue => ({ choices: values.map((value) => ({ value })) })
const one = (value: string): AnswerValue => ({ choice: { value } })

interface Case {
  readonly answers: Readonly<Record<Unit, AnswerValue>>
  /** All accepted unless said otherwise; null is undecided. */
  readonly decisions?: Readonly<Record<Unit, Decision | null>>
}

const asked = (questions: readonly Question[] | FormDefinition): FormDefinition =>
  'questions' in questions ? questions : aDefinition(questions)

function worldOf(form: readonly Question[] | FormDefinition, { answers, decisions = {} }: Case): World {
  const definition = asked(form)
  const index = formIndexOf(definition)
  const units = Object.keys(answers)
  return worldWith(definition, {
    answers: units.map((unit) => anAnswer(unit, must(answers[unit], unit))),
    decided: units.flatMap((unit) => {
      const decision = unit in decisions ? decisions[unit] : 'Accepted'
      const isOwn = index.question(questionIdOf(unit))?.administrative
      return decision && !isOwn ? [decisionOn(unit, decision, 'SecondRevision')] : []
    }),
  })
}

const computed = (world: World, kind: ResultKind = 'preliminary', more: Partial<Counting> = {}): Computed =>
  computeResult(world, { kind, thresholds: usualThresholds, ...more })
const of = (form: readonly Question[] | FormDefinition, all: Case): Computed => computed(worldOf(form, all))
const questionIn = (result: Computed, id: string): QuestionResult =>
  must(
    result.questions.find((each) => each.id === id),
    `${id} is not in the result`,
  )
const units = (result: Computed, id: string): [string, number, string][] =>
  questionIn(result, id).units.map(({ unit, own, why }) => [unit, own, why])
const unitIn = (result: Computed, unit: Unit): UnitResult =>
  must(
    result.questions.flatMap((each) => each.units).find((each) => each.unit === unit),
    `${unit} is not in the result`,
  )

describe('what a unit earns', () => {
  test('[RS1] one choice, and yes or no, earn what was chosen; nothing unless it was accepted', () => {
    const form = [
      aQuestion('a', 'Single', { ...options('x', 'y'), ...worth(['x', 2], ['y', 0.5]) }),
      aQuestion('b', 'Boolean', worth(['true', 1], ['false', 0.25])),
    ]
    const all = of(form, { answers: { a: one('y'), b: false } })
    expect([all.points, all.max, units(all, 'a'), units(all, 'b')]).toEqual([0.75, 3, [['a', 0.5, 'earned']], [['b', 0.25, 'earned']]])
    const none = of(form, { answers: { a: one('x'), b: true }, decisions: { a: 'Rejected', b: null } })
    expect([none.points, units(none, 'a'), units(none, 'b')]).toEqual([0, [['a', 0, 'not_accepted']], [['b', 0, 'undecided']]])
    expect(units(of(form, { answers: {} }), 'a')).toEqual([['a', 0, 'unanswered']])
    expect(of(form, { answers: { a: one('x') }, decisions: { a: 'Observed' } }).points).toBe(0)
  })

  test('[RS1] several choices earn their sum, each once, with what they open at most what the question can earn', () => {
    const form = [
      aQuestion('m', 'Multiple', { ...options('a', 'b', 'c'), max: 2, ...worth(['a', 1], ['b', 2], ['c', 3]) }),
      aQuestion('why', 'SimpleText', { parentId: 'm', visibleIf: 'c', ...worth(['value', 0.5]) }),
    ]
    // The best two: c with what it opens, and b.
    const over = questionIn(of(form, { answers: { m: picked('a', 'b', 'c'), why: 'sí' } }), 'm')
    expect([over.max, over.points, over.cut, over.units.map(({ own }) => own)]).toEqual([5.5, 5.5, 1, [6, 0.5]])
    expect(questionIn(of(form, { answers: { m: picked('a', 'a') } }), 'm').points).toBe(1)
    const none = of(form, { answers: { m: { choices: [], none: true } } })
    expect(units(none, 'm')).toEqual([['m', 0, 'worthless']])
  })

  test('[RS1] several choices above their most are cut where they stand, also below another question that could earn more', () => {
    const form = [
      aQuestion('has', 'Boolean', worth(['true', 0])),
      aQuestion('m', 'Multiple', {
        parentId: 'has',
        visibleIf: true,
        ...options('a', 'b', 'c'),
        max: 2,
        ...worth(['a', 1], ['b', 1], ['c', 1]),
      }),
      aQuestion('other', 'SimpleText', { parentId: 'has', visibleIf: true, ...worth(['value', 5]) }),
    ]
    const { points, max, cut } = questionIn(of(form, { answers: { has: true, m: picked('a', 'b', 'c') } }), 'has')
    expect([points, max, cut]).toEqual([2, 7, 1])
  })

  test('[RS1] what only takes away earns nothing and takes nothing of what it opens; beside other choices it takes', () => {
    const form = [
      aQuestion('has', 'Boolean', worth(['true', -1], ['false', 3])),
      aQuestion('text', 'SimpleText', { parentId: 'has', visibleIf: true, ...worth(['value', 2]) }),
      aQuestion('m', 'Multiple', { ...options('a', 'b'), ...worth(['a', 2], ['b', -0.5]) }),
    ]
    const result = of(form, { answers: { has: true, text: 'sí', m: picked('a', 'b') } })
    expect([units(result, 'has'), units(result, 'm')]).toEqual([
      [
        ['has', 0, 'worthless'],
        ['text', 2, 'earned'],
      ],
      [['m', 1.5, 'earned']],
    ])
    expect(of(form, { answers: { m: picked('b') } }).points).toBe(0)
    expect(of(form, { answers: {} }).max).toBe(5)
  })

  test('[RS1] a text, a rich text and a day earn their points when they say something, and tell how they begin', () => {
    const form = [
      aQuestion('t', 'SimpleText', worth(['value', 1])),
      aQuestion('r', 'Text', worth(['value', 2])),
      aQuestion('d', 'Date', worth(['value', 4])),
    ]
    const all = of(form, { answers: { t: '<b>uno</b>', r: '<p>dos <em>tres</em></p>', d: '2025-02-03' } })
    expect([all.points, unitIn(all, 't').excerpt, unitIn(all, 'r').excerpt, unitIn(all, 'd').excerpt]).toEqual([
      7,
      '<b>uno</b>',
      'dos tres',
      '2025-02-03',
    ])
    const blank = of(form, { answers: { t: ' ', r: '<p> </p>', d: '' } })
    expect([blank.points, unitIn(blank, 't').why, unitIn(blank, 'r').why, unitIn(blank, 'd').why]).toEqual([
      0,
      'unanswered',
      'unanswered',
      'unanswered',
    ])
    const long = unitIn(of(form, { answers: { t: `a${'😀'.repeat(200)}` } }), 't').excerpt ?? ''
    expect([long.length, long.endsWith('😀')]).toEqual([279, true])
  })

  test('[RS1] a number earns its points above zero; as a rate the part that it is of its divisor, between none and all of them', () => {
    const plain = [aQuestion('n', 'Number', worth(['value', 2]))]
    const ofNumber = (value: number): [number, string] => {
      const { own, why } = unitIn(of(plain, { answers: { n: value } }), 'n')
      return [own, why]
    }
    expect([ofNumber(0.5), ofNumber(0), ofNumber(-1)]).toEqual([
      [2, 'earned'],
      [0, 'worthless'],
      [0, 'worthless'],
    ])
    const rated = [aQuestion('n', 'Number', { points: [{ key: 'value', value: 2, divisor: 'by' }] }), aQuestion('by', 'Number')]
    const ofRate = (n: number, by?: number): unknown => {
      const { own, why, divisor } = unitIn(of(rated, { answers: by === undefined ? { n } : { n, by }, decisions: { by: null } }), 'n')
      return [own, why, divisor?.value]
    }
    expect([ofRate(1, 3), ofRate(5, 4), ofRate(-5, 4), ofRate(0, 4)]).toEqual([
      [0.6667, 'earned', 3],
      [2, 'earned', 4],
      [0, 'worthless', 4],
      [0, 'worthless', 4],
    ])
    expect([ofRate(1, 0), ofRate(1), ofRate(-1, -2)]).toEqual([
      [0, 'divisor', 0],
      [0, 'divisor', null],
      [1, 'earned', -2],
    ])
  })

  test('[RS1] dependents count with what opens them, three deep, each by its own decision; what is closed is not there', () => {
    const form = [
      aQuestion('q1', 'Boolean', worth(['true', 1], ['false', 0])),
      aQuestion('q2', 'Single', { parentId: 'q1', visibleIf: true, ...options('x', 'y'), ...worth(['x', 1], ['y', 0.5]) }),
      aQuestion('q3', 'Boolean', { parentId: 'q2', visibleIf: 'y', ...worth(['true', 1]) }),
      aQuestion('q4', 'SimpleText', { parentId: 'q3', visibleIf: true, ...worth(['value', 4]) }),
    ]
    const deep = { q1: true, q2: one('y'), q3: true, q4: 'fin' }
    expect([of(form, { answers: deep }).points, of(form, { answers: deep }).max]).toEqual([6.5, 6.5])
    const middle = of(form, { answers: deep, decisions: { q2: 'Rejected' } })
    expect([middle.points, units(middle, 'q1').map(([, own]) => own)]).toEqual([6, [1, 0, 1, 4]])
    const closed = of(form, { answers: { ...deep, q2: one('x') } })
    expect([closed.points, closed.max, units(closed, 'q1').map(([unit]) => unit)]).toEqual([2, 6.5, ['q1', 'q2']])
  })

  test('[RS1] an administrative answer earns without a decision, by being there', () => {
    const form = [aQuestion('adm', 'Number', { administrative: true, ...worth(['value', 3]) })]
    expect(unitIn(of(form, { answers: { adm: 7 } }), 'adm')).toMatchObject({ own: 3, why: 'earned', decision: null })
    expect(unitIn(of(form, { answers: {} }), 'adm')).toMatchObject({ own: 0, why: 'unanswered' })
  })

  test('[RS1] a value from before its question was of another kind earns nothing, whatever was decided', () => {
    const form = [
      aQuestion('m', 'Multiple', { ...options('a'), ...worth(['a', 1]) }),
      aQuestion('n', 'Number', worth(['value', 1])),
      aQuestion('s', 'Single', { ...options('a'), ...worth(['a', 1]) }),
    ]
    const result = of(form, { answers: { m: one('a'), n: 'siete', s: picked('a') } })
    expect(result.questions.map(({ units: [unit] }) => [unit?.own, unit?.why])).toEqual(Array.from({ length: 3 }, () => [0, 'worthless']))
  })
})

describe('blocks', () => {
  const team = [
    aQuestion('team', 'Block', worth(['value', 2])),
    aQuestion('person', 'SimpleText', { blockId: 'team' }),
    aQuestion('does', 'Boolean', { blockId: 'team', ...worth(['true', 1]) }),
    aQuestion('task', 'SimpleText', { blockId: 'team', parentId: 'does', visibleIf: true, ...worth(['value', 0.5]) }),
    aQuestion('age', 'Number', { blockId: 'team', ...worth(['value', 3]) }),
  ]
  const rows = (...names: readonly string[]): AnswerValue => ({ rows: [...names] })
  const two = { team: rows('r1', 'r2'), 'person@r1': 'Uno', 'person@r2': 'Dos' }

  test('[RS1] a block earns its points once, as soon as a row is accepted by what names it', () => {
    const answers = two
    expect(units(of(team, { answers }), 'team')[0]).toEqual(['team', 2, 'earned'])
    expect(of(team, { answers }).max).toBe(6.5)
    expect(units(of(team, { answers, decisions: { 'person@r1': 'Rejected' } }), 'team')[0]).toEqual(['team', 2, 'earned'])
    const neither = of(team, { answers, decisions: { 'person@r1': 'Rejected', 'person@r2': null } })
    expect(units(neither, 'team')).toEqual([
      ['team', 0, 'not_accepted'],
      ['person@r1', 0, 'not_accepted'],
      ['does@r1', 0, 'unanswered'],
      ['age@r1', 0, 'unanswered'],
      ['person@r2', 0, 'undecided'],
      ['does@r2', 0, 'unanswered'],
      ['age@r2', 0, 'unanswered'],
    ])
    const undecided = of(team, { answers, decisions: { team: 'Accepted', 'person@r1': null, 'person@r2': null } })
    expect(units(undecided, 'team')[0]).toEqual(['team', 0, 'undecided'])
  })

  test('[RS1] «Ninguna», and a block that nobody answered, earn nothing', () => {
    expect(units(of(team, { answers: { team: rows() } }), 'team')).toEqual([['team', 0, 'worthless']])
    expect(units(of(team, { answers: {} }), 'team')).toEqual([['team', 0, 'unanswered']])
  })

  test('[RS1] of each inner question, with what it opens, the row counts that earns most, and the first of equals', () => {
    const answers = {
      ...two,
      'does@r1': true,
      'task@r1': '',
      'age@r1': 40,
      'does@r2': true,
      'task@r2': 'Coordina',
      'age@r2': 50,
    }
    const result = questionIn(of(team, { answers }), 'team')
    expect([result.points, result.cut]).toEqual([6.5, 0])
    expect(result.units.map(({ unit, own, counts, why }) => [unit, own, counts, why])).toEqual([
      ['team', 2, true, 'earned'],
      ['person@r1', 0, true, 'worthless'],
      ['does@r1', 1, false, 'other_row'],
      ['task@r1', 0, false, 'unanswered'],
      ['age@r1', 3, true, 'earned'],
      ['person@r2', 0, false, 'worthless'],
      ['does@r2', 1, true, 'earned'],
      ['task@r2', 0.5, true, 'earned'],
      ['age@r2', 3, false, 'other_row'],
    ])
    expect(of(team, { answers, decisions: { 'age@r1': 'Rejected', 'age@r2': 'Rejected' } }).points).toBe(3.5)
  })

  test('[RS1] a rate inside a block is divided by the number of its own row', () => {
    const form = [
      aQuestion('team', 'Block'),
      aQuestion('person', 'SimpleText', { blockId: 'team' }),
      aQuestion('part', 'Number', { blockId: 'team', points: [{ key: 'value', value: 2, divisor: 'whole' }] }),
      aQuestion('whole', 'Number', { blockId: 'team' }),
    ]
    const answers = { ...two, 'part@r1': 1, 'whole@r1': 4, 'part@r2': 1, 'whole@r2': 2 }
    const result = of(form, { answers })
    expect([result.points, unitIn(result, 'part@r1').own, unitIn(result, 'part@r2').divisor]).toEqual([
      1,
      0.5,
      { questionId: 'whole', value: 2 },
    ])
  })
})

describe('sums', () => {
  const form = aDefinition(
    [
      aQuestion('a', 'SimpleText', { dimensionId: 's1', ...worth(['value', 1.0001]) }),
      aQuestion('b', 'Number', { dimensionId: 's1', points: [{ key: 'value', value: 1, divisor: 'by' }] }),
      aQuestion('by', 'Number', { dimensionId: 's1' }),
      aQuestion('c', 'SimpleText', { dimensionId: 's2', ...worth(['value', 2]) }),
      aQuestion('free', 'SimpleText', { dimensionId: 's3' }),
      aQuestion('joy', 'SimpleText', { dimensionId: surveyDimensionId }),
    ],
    { tree: { d1: ['s1', 's2'], d2: ['s3'] } },
  )

  test('[RS2] questions add up to their sub-dimension, those to their dimension and those to the whole, of units that were rounded once', () => {
    const result = of(form, { answers: { a: 'x', b: 1, by: 3, c: 'y', free: 'z', joy: 'w' }, decisions: { c: 'Rejected' } })
    expect(result.dimensions.map(({ id, parentId, points, max }) => [id, parentId, points, max])).toEqual([
      ['d1', null, 1.3334, 4.0001],
      ['s1', 'd1', 1.3334, 2.0001],
      ['s2', 'd1', 0, 2],
      ['d2', null, 0, 0],
      ['s3', 'd2', 0, 0],
    ])
    expect([result.points, result.max, result.maturity, result.questions.map(({ id }) => id)]).toEqual([
      1.3334,
      4.0001,
      'Inicial',
      ['a', 'b', 'c'],
    ])
  })

  test('[RS5] a dimension in which nothing can be earned is there without a level, and counts for nothing', () => {
    const levels = of(form, { answers: { a: 'x', free: 'z' } }).dimensions.map(({ id, level }) => [id, level])
    expect(levels).toEqual([
      ['d1', 'bad'],
      ['s1', 'med'],
      ['s2', 'bad'],
      ['d2', null],
      ['s3', null],
    ])
  })

  test('[RS2] questions that stand directly under a dimension count in it', () => {
    const directly = formIndexOf({
      ...form,
      dimensions: form.dimensions.map((each) => (each.id === 'd1' ? { ...each, questionIds: ['own'] } : each)),
      questions: [...form.questions, aQuestion('own', 'SimpleText', { dimensionId: 'd1' })],
    })
    const question = (id: string, points: number): QuestionResult => ({ id, points, max: 4, cut: 0, units: [] })
    const { points, dimensions } = summedUp(directly, [question('own', 3), question('a', 1)], usualThresholds)
    expect([points, dimensions[0]]).toEqual([4, { id: 'd1', parentId: null, points: 4, max: 8, level: 'med' }])
  })

  test('[RS2] what was answered to a question that left the form, or to the survey, is no part of the result', () => {
    const world = worldOf(form, { answers: { a: 'x' } })
    world.set('answer', 'gone', anAnswer('gone', 'x'))
    world.set('draft', 'gone', decisionOn('gone', 'Accepted', 'SecondRevision'))
    expect(computed(world)).toEqual(of(form, { answers: { a: 'x' } }))
  })

  test('[RS9] points that were brought count as they are, and nothing is worked out from answers', () => {
    const world = worldOf(form, { answers: { a: 'x', c: 'y' } })
    const result = computed(world, 'final', { brought: { sheetId: 'p1', points: { a: 0.5, b: 1, c: 0 } } })
    expect([result.calculatedBy, result.sheetId, result.points]).toEqual([2, 'p1', 1.5])
    expect(result.questions.every((each) => each.units.length === 0 && each.cut === 0)).toBe(true)
  })
})

describe('what a unit was counted by', () => {
  const form = [aQuestion('a', 'SimpleText', { allowFile: true, ...worth(['value', 1]) })]

  test('[RS13] a unit tells the version of its answer, the decision with who gave it where, and the evidence beside it', () => {
    const world = worldOf(form, { answers: { a: 'x' } })
    world.set('attachment', 'f1', anAttachment('f1', 'a'))
    expect(unitIn(computed(world), 'a')).toEqual({
      unit: 'a',
      own: 1,
      counts: true,
      why: 'earned',
      value: null,
      excerpt: 'x',
      answer: 'm-a',
      decision: { decision: 'Accepted', round: 'SecondRevision', authorId: 'evaluator', at: '2025-03-08T15:00:00.000Z', comment: null },
      evidence: { id: 'f1', name: 'prueba.pdf', sha256: 'a'.repeat(64) },
      divisor: null,
    })
  })

  test('[RS3] an acceptance of another version of the answer earns nothing', () => {
    const world = worldOf(form, { answers: { a: 'x' } })
    world.set('answer', 'a', anAnswer('a', 'y', { rev: 2 }))
    expect(unitIn(computed(world), 'a')).toMatchObject({ own: 0, why: 'undecided', decision: null })
  })

  test('[RS13] two results differ at the units whose answer, decision, evidence, divisor or points do, and name no other', () => {
    const rated = [
      ...form,
      aQuestion('n', 'Number', { points: [{ key: 'value', value: 2, divisor: 'by' }] }),
      aQuestion('by', 'Number'),
      aQuestion('c', 'SimpleText', worth(['value', 1])),
    ]
    const world = (): World => worldOf(rated, { answers: { a: 'x', n: 9, by: 3, c: 'z' } })
    const before = computed(world())
    const after = (change: (of: World) => void): unknown => {
      const changed = world()
      change(changed)
      return differencesOf(before, computed(changed)).map(({ unit, before: was, after: is }) => [unit, was, is])
    }
    expect(after(() => undefined)).toEqual([])
    expect(after((of) => of.set('answer', 'a', anAnswer('a', 'y', { mid: 'm-2' })))).toEqual([['a', 1, 1]])
    expect(after((of) => of.set('draft', 'a', decisionOn('a', 'Rejected', 'SecondRevision')))).toEqual([['a', 1, 0]])
    expect(after((of) => of.set('draft', 'a', anEvaluation('a', 'Accepted', { round: 'SecondRevision', comment: 'Bien' })))).toEqual([
      ['a', 1, 1],
    ])
    expect(after((of) => of.set('attachment', 'f1', anAttachment('f1', 'a')))).toEqual([['a', 1, 1]])
    expect(after((of) => of.set('answer', 'by', anAnswer('by', 4)))).toEqual([['n', 2, 2]])
    const same = anEvaluation('a', 'Accepted', { round: 'SecondRevision', comment: null, authorId: 'evaluator-2', mid: 'e-9' })
    expect(after((of) => of.set('draft', 'a', same))).toEqual([])
  })

  test('[RS13] brought points, a question that is worth something else, and one that is gone differ as questions', () => {
    const world = worldOf(form, { answers: { a: 'x' } })
    const brought = (points: number): Computed => computed(world, 'final', { brought: { sheetId: 'p', points: { a: points } } })
    expect(differencesOf(brought(1), brought(0.5))).toEqual([{ questionId: 'a', unit: null, before: 1, after: 0.5 }])
    expect(differencesOf(brought(1), brought(1))).toEqual([])
    const dearer = of([aQuestion('a', 'SimpleText', { allowFile: true, ...worth(['value', 2]) })], { answers: {} })
    expect(differencesOf(of(form, { answers: {} }), dearer)).toEqual([{ questionId: 'a', unit: null, before: 0, after: 0 }])
    const gone = of([aQuestion('b', 'SimpleText', worth(['value', 1]))], { answers: { b: 'x' } })
    expect(differencesOf(of(form, { answers: { a: 'x' } }), gone)).toEqual([
      { questionId: 'b', unit: 'b', before: 0, after: 1 },
      { questionId: 'a', unit: 'a', before: 1, after: 0 },
    ])
  })
})

describe('replica', () => {
  const form = aDefinition(
    [
      aQuestion('a', 'SimpleText', { dimensionId: 's1', ...worth(['value', 1]) }),
      aQuestion('b', 'Boolean', { dimensionId: 's1', ...worth(['true', 2], ['false', 0.5]) }),
      aQuestion('why', 'SimpleText', { dimensionId: 's1', parentId: 'b', visibleIf: true, ...worth(['value', 4]) }),
      aQuestion('n', 'Number', { dimensionId: 's2', points: [{ key: 'value', value: 8, divisor: 'by' }] }),
      aQuestion('by', 'Number', { dimensionId: 's1' }),
      aQuestion('c', 'SimpleText', { dimensionId: 's2', ...worth(['value', 16]) }),
      aQuestion('x', 'SimpleText', { dimensionId: 's3', ...worth(['value', 32]) }),
    ],
    { tree: { d1: ['s1', 's2', 's3'] } },
  )
  const rejected = new Set(['a', 'b', 'by', 'c', 'x'])
  interface Appeals {
    readonly sent?: boolean
    /** What each appealed answer was changed to; undefined leaves it. */
    readonly appeals?: Readonly<Record<Unit, AnswerValue | undefined>>
    readonly decided?: Readonly<Record<Unit, Decision>>
    /** Whether what was decided is the institution's by now. */
    readonly released?: boolean
  }
  /** All answered; a, b, by, c and x were rejected, n accepted; s1 was opened, s3 may not be. */
  function replicated({ sent = true, appeals = {}, decided = {}, released = false }: Appeals = {}): World {
    const values: Readonly<Record<Unit, AnswerValue>> = { a: 'x', b: false, n: 5, by: 10, c: 'y', x: 'z' }
    const world = worldWith(
      form,
      { answers: [], decided: [] },
      { replicaSubDimensionIds: ['s1'], ...(sent && { replicaSentAt: '2025-05-20T15:00:00.000Z' }) },
    )
    world.set('form', 'form', { ...world.form, replica: { points: 1, excludedSubDimensionIds: ['s3'] } })
    for (const [unit, value] of Object.entries(values)) {
      const changed = appeals[unit]
      const isAppealed = unit in appeals
      const answer = anAnswer(unit, changed ?? value, {
        ...(isAppealed && { appeal: anAppeal() }),
        ...(changed !== undefined && { rejectedValue: value, rev: 2, mid: `m-${unit}-2` }),
      })
      const second = decisionOn(unit, rejected.has(unit) ? 'Rejected' : 'Accepted', 'SecondRevision')
      world.set('answer', unit, answer)
      world.set('evaluation', unit, second)
      const decision = decided[unit]
      const own = decision && decisionOn(unit, decision, 'ReplicaRevision', answer.rev)
      world.set('draft', unit, own ?? second)
      if (own && released) world.set('evaluation', unit, own)
    }
    return world
  }
  const points = (world: World, kind: ResultKind = 'final'): number => computed(world, kind).points

  test('[RS3] an appealed answer counts as its replica was decided, whether or not that was told; what was not appealed stays rejected', () => {
    for (const released of [false, true]) {
      const accepted = replicated({ appeals: { a: undefined, b: true }, decided: { a: 'Accepted', b: 'Rejected' }, released })
      expect([points(accepted), unitIn(computed(accepted, 'final'), 'a').decision?.round]).toEqual([5, 'ReplicaRevision'])
      expect(unitIn(computed(accepted, 'final'), 'b')).toMatchObject({
        own: 0,
        why: 'not_accepted',
        decision: { round: 'ReplicaRevision' },
      })
      expect(unitIn(computed(accepted, 'final'), 'c')).toMatchObject({ why: 'not_accepted', decision: { round: 'SecondRevision' } })
    }
    const changed = replicated({ appeals: { b: true }, decided: { b: 'Accepted' } })
    // What the new answer opens nobody has answered.
    expect([points(changed), unitIn(computed(changed, 'final'), 'why').why]).toEqual([6, 'unanswered'])
  })

  test('[RS3] a replica that was not sent changes nothing, and one that was not decided brings nothing', () => {
    const unsent = replicated({ sent: false, appeals: { a: 'mejor', by: 5 } })
    expect([points(unsent), points(unsent, 'preliminary')]).toEqual([4, 4])
    expect(unitIn(computed(unsent, 'final'), 'n').divisor).toEqual({ questionId: 'by', value: 10 })
    expect(unitIn(computed(replicated({ appeals: { a: undefined } }), 'final'), 'a')).toMatchObject({ own: 0, why: 'undecided' })
  })

  test('[RS3] a preliminary result knows nothing of a replica', () => {
    const world = replicated({ appeals: { a: undefined, c: undefined }, decided: { a: 'Accepted' } })
    expect(points(world, 'preliminary')).toBe(4)
    expect(unitIn(computed(world, 'preliminary'), 'a')).toMatchObject({ why: 'not_accepted', decision: { round: 'SecondRevision' } })
    const told = replicated({ appeals: { a: undefined }, decided: { a: 'Accepted' }, released: true })
    expect(points(told, 'preliminary')).toBe(4)
  })

  test('[RS3] what a replica made of a divisor counts once it was accepted, and never takes anything away', () => {
    const by = (value: number, decision: Decision): unknown => {
      const result = computed(replicated({ appeals: { by: value }, decided: { by: decision } }), 'final')
      return [unitIn(result, 'n').own, unitIn(result, 'n').divisor?.value]
    }
    expect([by(5, 'Accepted'), by(5, 'Rejected'), by(20, 'Accepted'), by(20, 'Rejected')]).toEqual([
      [8, 5],
      [4, 10],
      [4, 10],
      [4, 10],
    ])
  })

  test('[RS15] what if rejected answers were accepted: those of sub-dimensions that may be appealed, and nothing is changed', () => {
    const world = replicated({ sent: false })
    const before = computed(world, 'preliminary')
    expect(appealable(world, 'preliminary')).toEqual(['a', 'b', 'by', 'c'])
    const would = computed(world, 'preliminary', { asAccepted: new Set(appealable(world, 'preliminary')) })
    expect([before.points, would.points]).toEqual([4, 21.5])
    expect(computed(world, 'preliminary', { asAccepted: new Set(['c']) }).points).toBe(20)
    expect(computed(world, 'preliminary')).toEqual(before)
    const { replica: _none, ...plain } = world.form
    world.set('form', 'form', plain)
    expect(appealable(world, 'preliminary')).toEqual([])
  })

  test('[RS15] a block would earn by its rows: that the block alone were accepted brings nothing', () => {
    const block = [aQuestion('team', 'Block', worth(['value', 2])), aQuestion('person', 'SimpleText', { blockId: 'team' })]
    const answers = { team: { rows: ['r1'] }, 'person@r1': 'Uno' }
    const world = worldOf(block, { answers, decisions: { team: 'Rejected', 'person@r1': 'Rejected' } })
    const would = (...accepted: readonly Unit[]): number => computed(world, 'preliminary', { asAccepted: new Set(accepted) }).points
    expect([would('team'), would('person@r1'), would('team', 'person@r1')]).toEqual([0, 2, 2])
  })
})

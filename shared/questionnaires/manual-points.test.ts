import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aContext, actors, aDefinition, aHeader, aQuestion, noonIn } from '../forms/fixtures.ts'
import { formIndexOf, type FormIndex } from '../forms/form-index.ts'
import { maxPointsOfForm } from '../forms/points.ts'
import { calculateForm } from '../forms/mutations.ts'
import { must } from '../kernel/assert.ts'
import { cellShown } from '../kernel/number-format.ts'
import type { ReadCell } from '../kernel/read-cell.ts'
import { Problems, type RowProblems } from '../kernel/table.ts'
import { Questionnaire, headerChange, rowsOfDefinition } from '../questionnaire.ts'
import { carriedForms } from '../testing/random-definition.ts'
import { assertProperty } from '../testing/properties.ts'
import type { Outcome } from '../contract/mutation.ts'
import { uploadPoints } from './manual-points-mutations.ts'
import {
  manualPointsColumns,
  manualPointsRows,
  manualStanding,
  readManualPoints,
  scoredQuestions,
  type GivenPoints,
} from './manual-points.ts'
import type { ManualPoints, PointsSheet } from './model.ts'

const options = ['a', 'b'].map((value) => ({ value }))
/** Two questions that count: one with what it opens, one of the lab's; one that is worth nothing, and the survey's. */
const theDefinition = aDefinition([
  aQuestion('s', 'Single', { options, points: [{ key: 'a', value: 2 }] }),
  aQuestion('opened', 'Number', { parentId: 's', visibleIf: 'b', points: [{ key: 'value', value: 2.5 }] }),
  aQuestion('plain'),
  aQuestion('office', 'Number', { administrative: true, points: [{ key: 'value', value: 1.2345 }] }),
  aQuestion('joy', 'Number', { dimensionId: 'survey' }),
])
const theIndex = formIndexOf(theDefinition)
const institutions = [
  { id: 'norte', code: 'NORTE' },
  { id: 'sur', code: 'SUR' },
]
const heading = manualPointsColumns.map(({ name }) => name)

function read(rows: readonly (readonly ReadCell[])[], index: FormIndex = theIndex): { given: GivenPoints; told: RowProblems } {
  const problems = new Problems()
  const sheet = { name: '', merged: [], rows: [heading, ...rows].map((cells, at) => ({ row: at + 1, cells })) }
  return { given: readManualPoints(sheet, index, institutions, problems), told: problems.found }
}
const right: readonly (readonly ReadCell[])[] = [
  ['NORTE', '', 's', '', 2.5],
  ['norte', '', 'office', 1.2345, '1,2345'],
  ['SUR', '', 's', 2.5, '0'],
  ['SUR', '', 'office', '', '0.5'],
]

describe('a table of obtained points', () => {
  test('[MP1] asks for the top-level questions that are worth points, with what they open, and their maxima add up to the form’s', () => {
    expect(scoredQuestions(theIndex)).toEqual([
      { id: 's', number: '1.1.1', max: 2.5 },
      { id: 'office', number: '1.1.2a', max: 1.2345 },
    ])
    expect(maxPointsOfForm(theIndex)).toBe(3.7345)
  })

  test('[MP1] says points with either mark for decimals, and rounds them to four', () => {
    const { given, told } = read(right)
    expect(told).toEqual({ problems: [], more: 0 })
    expect(given).toEqual({ questionIds: ['s', 'office'], points: { norte: [2.5, 1.2345], sur: [0, 0.5] } })
    const third = read(right.map((row, at) => (at === 3 ? ['SUR', '', 'office', '', 1 / 3] : row)))
    expect(third.given.points['sur']).toEqual([0, 0.3333])
  })

  test('[MP2] names each wrong row with its column, and the institutions of which rows are missing', () => {
    const { told } = read([
      ['NORTE', '', 's', 2, 2.6],
      ['NORTE', '', 'office', 1.2345, 'uno'],
      ['NORTE', '', 'office', '', 1],
      ['OESTE', '', 's', '', 1],
      ['SUR', '', 'opened', '', 1],
      ['SUR', '', 'nada', '', 1],
      ['SUR', '', 's', '', -0.1],
      ['SUR', '', 'office', '', ''],
    ])
    expect(told.problems.map(({ row, column, code, params }) => [row, column, code, ...Object.values(params ?? {})])).toEqual([
      [2, 'points', 'points_out_of_bounds', 2.5],
      [2, 'max', 'points_max_moved', 2.5],
      [3, 'points', 'number_unread'],
      [4, null, 'table_row_again', 3],
      [5, 'institutionCode', 'table_institution_unknown'],
      [6, 'questionId', 'table_question_unscored'],
      [7, 'questionId', 'table_question_unknown'],
      [8, 'points', 'points_out_of_bounds', 2.5],
      [9, 'points', 'table_cell_empty'],
    ])
    const half = read(right.slice(0, 2)).told.problems
    expect(half).toEqual([
      { row: 0, column: null, code: 'points_rows_missing', params: { institution: 'SUR', numbers: '1.1.1, 1.1.2a', n: 0 } },
    ])
  })

  test('[MP1] points are what their cell shows; a percentage of nothing, a day, and what is not what the cell holds are refused', () => {
    const points = (cell: ReadCell): unknown => {
      const { given, told } = read([['norte ', '', 'S', '', cell], ...right.slice(1)])
      return told.problems[0]?.code ?? given.points['norte']?.[0]
    }
    const shown = (value: number, format: string): unknown => points(cellShown(value, format, false))
    expect([shown(2.5, '0.00'), shown(4 / 3, '0.0000'), shown(1, '0000')]).toEqual([2.5, 1.3333, 1])
    expect([shown(0.45, '0%'), points('45%'), shown(1, 'h:mm')]).toEqual(['number_unread', 'number_unread', 'number_unread'])
    expect([shown(4 / 3, '0.00'), shown(2, 'd-mmm')]).toEqual(['number_rounded', 'table_cell_day'])
  })

  test('[TI11] a code and an id that are nearly one name it', () => {
    const { told } = read([['NROTE', '', 's', '', 1], ['NORTE', '', 'ofice', '', 1], ...right])
    expect(told.problems.map(({ row, code, params }) => [row, code, params])).toEqual([
      [2, 'table_near', { value: 'NROTE', nearest: 'NORTE' }],
      [3, 'table_near', { value: 'ofice', nearest: 'office' }],
    ])
  })

  test('[MP2] a mark that could stand between thousands is one for decimals: no question is worth a thousand', () => {
    expect(read(right.map((row, at) => (at === 1 ? ['NORTE', '', 'office', '', '1.234'] : row))).given.points['norte']).toEqual([
      2.5, 1.234,
    ])
    for (const points of ['1.234,5', '1e0', '0x1', 'Infinity', '--1', '1,2,3', ' '])
      expect(read(right.map((row, at) => (at === 1 ? ['NORTE', '', 'office', '', points] : row))).told.problems, points).not.toEqual([])
  })

  test('[MP6] the template, filled in and read back, says what was filled in, of any questionnaire', () =>
    assertProperty(
      fc.property(carriedForms, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), ({ definition }, shares) => {
        const index = formIndexOf(definition)
        const scored = scoredQuestions(index)
        const filled = new Map(
          institutions.map(({ id }) => [
            id,
            Object.fromEntries(scored.map(({ id: question, max }) => [question, Math.floor(max * shares.next().value * 10_000) / 10_000])),
          ]),
        )
        const { given, told } = read(
          manualPointsRows(index, institutions, (id) => filled.get(id)),
          index,
        )
        expect(told.problems.filter(({ code }) => code !== 'table_empty')).toEqual([])
        expect(given.questionIds).toEqual(scored.map(({ id }) => id))
        for (const { id } of institutions)
          expect(Object.fromEntries(given.questionIds.map((question, at) => [question, given.points[id]?.[at]]))).toEqual(filled.get(id))
      }),
    ))
})

const aSheet = (part: Partial<PointsSheet> = {}): PointsSheet => ({
  id: 'p1',
  turn: 1,
  name: 'puntos.csv',
  sha256: 'a'.repeat(64),
  sizeBytes: 10,
  rows: 4,
  institutions: 2,
  by: 'administrator',
  at: '2026-03-10T12:00:00.000Z',
  ...part,
})

describe('what an institution obtained by hand', () => {
  const own: ManualPoints = { sheetId: 'p1', points: { s: 1.5, office: 1 } }

  test('[MP5] is the sum of its points by the table in force, and nothing without one', () => {
    expect(manualStanding(theIndex, aSheet(), own)).toEqual({ kind: 'points', points: 2.5 })
    expect(manualStanding(theIndex, undefined, own)).toEqual({ kind: 'none' })
    expect(manualStanding(theIndex, aSheet(), undefined)).toEqual({ kind: 'none' })
    expect(manualStanding(theIndex, aSheet({ id: 'p2', turn: 2 }), own)).toEqual({ kind: 'none' })
  })

  test('[MP5] is no sum once the form’s points moved: the questions that do not fit are told', () => {
    const moved = formIndexOf(
      aDefinition([
        aQuestion('s', 'Single', { options, points: [{ key: 'a', value: 1 }] }),
        aQuestion('plain', 'SimpleText', { points: [{ key: 'value', value: 3 }] }),
        aQuestion('office', 'Number', { administrative: true }),
      ]),
    )
    expect(manualStanding(moved, aSheet(), own)).toEqual({ kind: 'stale', numbers: ['1.1.1', '1.1.2', '1.1.2a'] })
    expect(manualStanding(moved, aSheet(), { sheetId: 'p1', points: { s: 1, plain: 0, office: 0 } })).toEqual({ kind: 'points', points: 1 })
  })
})

describe('bringing a table', () => {
  const before = '2024-01-10T12:00:00.000Z'
  const upload = (sheet?: PointsSheet, taking = ['norte', 'sur'], points = new Map<string, ManualPoints>()): Questionnaire => {
    const manual = { institutions: new Set(taking), sheet, points }
    const state = new Questionnaire('form', { participants: taking.length, answered: false, manual })
    for (const change of [headerChange(aHeader), ...rowsOfDefinition(theDefinition)]) state.set(change.table, change.id, change.row)
    return state
  }
  const args = {
    id: 'p2',
    from: null as string | null,
    file: { name: 'puntos.csv', sha256: 'b'.repeat(64), sizeBytes: 20 },
    ...read(right).given,
  }
  const ask = (state: Questionnaire, part: Partial<typeof args> = {}, actor = actors.administrator): Outcome =>
    uploadPoints.decide(state, { ...args, ...part }, aContext({ actor, now: before }))
  const said = ({ disposition, code }: Outcome): string => `${disposition}:${code}`

  test('[MP3] it takes the place of the one in force, with a row for each institution', () => {
    const { changes, reply } = ask(upload(aSheet({ turn: 7 })), { from: 'p1' })
    expect(reply).toEqual({ sheetId: 'p2' })
    expect(changes).toEqual([
      {
        scope: 'points:form',
        part: '',
        table: 'pointsSheet',
        id: 'p2',
        row: { id: 'p2', turn: 8, ...args.file, rows: 4, institutions: 2, by: actors.administrator.id, at: before },
      },
      { scope: 'points:form', part: '', table: 'manualPoints', id: 'norte', row: { sheetId: 'p2', points: { s: 2.5, office: 1.2345 } } },
      { scope: 'points:form', part: '', table: 'manualPoints', id: 'sur', row: { sheetId: 'p2', points: { s: 0, office: 0.5 } } },
    ])
  })

  test('[MP3] who saw another one in force is told whose it is, and the same file again changes nothing', () => {
    const other = aSheet({ by: 'colleague', at: '2026-03-11T12:00:00.000Z' })
    const beaten = ask(upload(other))
    expect([said(beaten), beaten.params]).toEqual(['lost:changed_meanwhile', { field: 'manualPoints', by: 'colleague', at: other.at }])
    expect(said(ask(upload(other), { from: 'p0' }))).toBe('lost:changed_meanwhile')
    const same = ask(upload(aSheet({ sha256: args.file.sha256 })))
    expect([said(same), same.changes, same.reply]).toEqual(['noop:ok', [], { sheetId: 'p1' }])
  })

  test('[MP3] a table that says what stands changes nothing, whoever saw what; one that says anything else does', () => {
    const both = ['norte', 'sur']
    const standing = (part: Record<string, Partial<ManualPoints>> = {}) =>
      new Map(
        both.map((id, at): [string, ManualPoints] => [
          id,
          { sheetId: 'p1', points: { s: at === 0 ? 2.5 : 0, office: at === 0 ? 1.2345 : 0.5 }, ...part[id] },
        ]),
      )
    const same = ask(upload(aSheet(), both, standing()))
    expect([said(same), same.changes, same.reply]).toEqual(['noop:ok', [], { sheetId: 'p1' }])
    const others = [
      standing({ sur: { points: { s: 0, office: 0.5001 } } }),
      standing({ sur: { points: { s: 0 } } }),
      standing({ sur: { points: { s: 0, office: 0.5, gone: 1 } } }),
      standing({ sur: { sheetId: 'p0' } }),
    ]
    for (const points of others) expect(said(ask(upload(aSheet(), both, points), { from: 'p1' }))).toBe('applied:ok')
    expect(said(ask(upload(aSheet({ institutions: 3 }), both, standing()), { from: 'p1' }))).toBe('applied:ok')
    expect(said(ask(upload(undefined, both, standing())))).toBe('applied:ok')
  })

  test('[MP3] once a replica is over the same table is brought for what stands in the end, once', () => {
    const old = aSheet({ sha256: args.file.sha256, at: noonIn('CalculateResults') })
    const at = (now: string, sheet: PointsSheet) =>
      uploadPoints.decide(upload(sheet), { ...args, from: 'p1' }, aContext({ actor: actors.administrator, now })).disposition
    expect([at(noonIn('ReplicaRevision'), old), at(noonIn('ShowResults'), old)]).toEqual(['noop', 'applied'])
    expect(at(noonIn('ShowResults'), { ...old, at: noonIn('ShowResults') })).toBe('noop')
  })

  test('[MP4] the form’s history tells which file took the place of which, and how points come about touches none', () => {
    const outcome = ask(upload(aSheet({ name: 'antes.xlsx' })), { from: 'p1' })
    expect(outcome.history).toMatchObject([
      {
        action: 'Carga puntos',
        element: 'form',
        text: 'puntos.csv',
        changed: [{ field: 'manualPoints', from: 'antes.xlsx', to: 'puntos.csv' }],
      },
    ])
    const calculated = calculateForm.decide(upload(aSheet()), { from: null, to: 1 }, aContext({ actor: actors.administrator, now: before }))
    expect(calculated.changes.map(({ table }) => table)).toEqual(['form'])
  })

  test('[MP1] it is of every institution that takes part and every scored question when it is decided, in bounds, whoever read it', () => {
    expect(said(ask(upload(undefined, ['norte'])))).toBe('refused:points_form_moved')
    expect(said(ask(upload(undefined, ['norte', 'sur', 'este'])))).toBe('refused:points_form_moved')
    expect(said(ask(upload(undefined, [])))).toBe('refused:points_nothing')
    expect(said(ask(upload(), { questionIds: ['office', 's'] }))).toBe('refused:points_form_moved')
    expect(said(ask(upload(), { points: { norte: [1], sur: [1, 1] } }))).toBe('refused:points_form_moved')
    for (const wrong of [2.6, -1, Number.NaN, Infinity])
      expect(said(ask(upload(), { points: { norte: [wrong, 1], sur: [1, 1] } }))).toBe('refused:points_out_of_bounds')
  })

  test('[MP7] only administrators bring it, and of a form that is there', () => {
    for (const actor of [must(actors.leader, 'leader'), must(actors.evaluator, 'evaluator')])
      expect(said(ask(upload(), {}, actor))).toBe('refused:administrators_only')
    expect(said(ask(new Questionnaire('form')))).toBe('refused:not_found')
  })
})

import { describe, expect, test } from 'vitest'
import { failureSentence } from '../failure-sentence.ts'
import { dayIn, headingKey, Problems, problemsMost, readTable } from './table.ts'
import type { Column, ReadSheet } from './table.ts'
import { cellShown } from './number-format.ts'
import type { ReadCell } from './read-cell.ts'

const columns: readonly Column<'institutionCode' | 'points' | 'note'>[] = [
  { name: 'institutionCode', also: ['Código de institución'], filled: true },
  { name: 'points', filled: true },
  { name: 'note', optional: true },
]

const sheetOf = (rows: readonly (readonly ReadCell[])[], merged: readonly string[] = []): ReadSheet => ({
  name: 'Datos',
  merged,
  rows: rows.map((cells, at) => ({ row: at + 1, cells })).filter(({ cells }) => cells.length > 0),
})

/** Rows that were read, and what is wrong as one reads it: row, column, code, params. */
function readOf(rows: readonly (readonly ReadCell[])[], merged: readonly string[] = []) {
  const problems = new Problems()
  const read = readTable(sheetOf(rows, merged), columns, problems)
  return {
    rows: read,
    problems: problems.found.problems.map(({ row, column, code, params }) => [row, column, code, ...Object.values(params ?? {})]),
  }
}

describe('[TI8] headings', () => {
  test('[TI8] are matched whatever their case, accents, blanks and order, and by their other names', () => {
    const { rows, problems } = readOf([
      [' POINTS ', 'codigo_de  Institución'],
      [3, 'N-1'],
    ])
    expect(problems).toEqual([])
    expect(rows).toEqual([{ row: 2, cells: { institutionCode: 'N-1', points: 3, note: '' } }])
    expect(headingKey('Código (N.º)')).toBe('codigonº')
  })

  test('[TI8] that are missing, unknown, there twice or nowhere are each named, and no row is read', () => {
    expect(
      readOf([
        ['institutionCode', 'Institution Code', 'extra', '', 'note'],
        ['a', 'b', 'c', 'd'],
      ]),
    ).toEqual({
      rows: [],
      problems: [
        [1, 'institutionCode', 'table_column_again'],
        [1, 'extra', 'table_column_unknown', 'institutionCode, points, note'],
        [1, 'points', 'table_column_missing'],
        [1, null, 'table_column_unnamed', 'D1'],
      ],
    })
  })

  test('[TI8] below the first row or in none are told of, as is a table of nothing', () => {
    expect(readOf([['Puntajes 2026'], [], ['institutionCode', 'points'], ['a', 1]]).problems).toEqual([[1, null, 'table_heading_below', 3]])
    expect(readOf([['a', 1]]).problems).toEqual([[1, null, 'table_heading_unknown', 'institutionCode, points, note', 'a · 1']])
    expect(readOf([]).problems).toEqual([[1, null, 'table_empty']])
  })

  test('[TI8] that mean something to a program are unknown columns like others', () => {
    expect(
      readOf([
        ['institutionCode', 'points', '__proto__'],
        ['a', 1, 'x'],
      ]).problems,
    ).toEqual([[1, '__proto__', 'table_column_unknown', 'institutionCode, points, note']])
  })
})

describe('[TI9] rows', () => {
  test('[TI9] each wrong one is named as its person sees it, and the others are read', () => {
    const { rows, problems } = readOf([
      ['institutionCode', 'points'],
      ['a', ''],
      [],
      ['código de institución', 'points'],
      ['', 2],
      ['b', '#DIV/0!'],
      ['c', 4],
    ])
    expect(problems).toEqual([
      [2, 'points', 'table_cell_empty'],
      [4, null, 'table_heading_again'],
      [5, 'institutionCode', 'table_cell_empty'],
      [6, 'points', 'table_cell_error', '#DIV/0!'],
    ])
    expect(rows.map(({ row }) => row)).toEqual([2, 5, 6, 7])
  })

  test('[TI9] merged cells are named where they touch the table', () => {
    const rows = [
      ['institutionCode', 'points'],
      ['a', 1],
      ['', 2],
    ]
    expect(readOf(rows, ['A2:A3', 'F1:G9']).problems).toEqual([
      [2, null, 'table_cells_merged', 'A2:A3'],
      [3, 'institutionCode', 'table_cell_empty'],
    ])
  })

  test('[TI9] of thousands of problems the first are told, and how many more there are', () => {
    const problems = new Problems()
    readTable(sheetOf([['institutionCode', 'points'], ...Array.from({ length: 2000 }, () => ['', 1])]), columns, problems)
    expect(problems.found.problems).toHaveLength(problemsMost)
    expect(problems.found.more).toBe(2000 - problemsMost)
    expect(problems.none).toBe(false)
  })
})

test('[TI11] a heading that is nearly one names it', () => {
  expect(
    readOf([
      ['institucionCode', 'point', 'notas internas de la oficina'],
      ['a', 1],
    ]).problems,
  ).toEqual([
    [1, 'institucionCode', 'table_near', 'institucionCode', 'institutionCode'],
    [1, 'point', 'table_near', 'point', 'points'],
    [1, 'notas internas de la oficina', 'table_column_unknown', 'institutionCode, points, note'],
    [1, 'institutionCode', 'table_column_missing'],
    [1, 'points', 'table_column_missing'],
  ])
})

test('[TI10] a cell whose letters are lost, or were read twice, is told with its row', () => {
  const { problems } = readOf([
    ['institutionCode', 'points', 'note'],
    ['a', 1, 'Direcci\ufffdn'],
    ['b', 2, 'NiÃ±ez'],
    ['c', 3, 'Niñez'],
  ])
  expect(problems).toEqual([
    [2, 'note', 'table_letters_lost', 'Direcci\ufffdn'],
    [3, 'note', 'table_letters_twice', 'NiÃ±ez', 'Niñez'],
  ])
})

test('[TI3] a day where none belongs is told: a spreadsheet makes one of "1-5"; what shows nothing says nothing', () => {
  const mayFirst = cellShown(46_143, 'd-mmm', false)
  const { problems, rows } = readOf([
    ['institutionCode', 'points', 'note'],
    [mayFirst, 1],
    ['b', cellShown(0, '0;-0;', false), cellShown(0.5, '0%', false)],
  ])
  expect(problems).toEqual([
    [2, 'institutionCode', 'table_cell_day', '1-may', '2026-05-01'],
    [3, 'points', 'table_cell_empty'],
  ])
  expect(rows[1]?.cells.note).toEqual({ kind: 'number', held: 50, says: 50, shown: '50%' })
  const days = [{ name: 'institutionCode', days: true }] as const
  const none = new Problems()
  expect(readTable(sheetOf([['institutionCode'], [mayFirst]]), days, none).map(({ cells }) => dayIn(cells.institutionCode))).toEqual([
    '2026-05-01',
  ])
  expect(none.none).toBe(true)
})

test('[TI3] a day is read as people and machines write it, and no number is one', () => {
  expect(['2026-03-15', '2026-03-15 18:00', '15-03-2026', '15/3/2026', ' 5.3.2026 '].map(dayIn)).toEqual([
    ...Array.from({ length: 4 }, () => '2026-03-15'),
    '2026-03-05',
  ])
  expect([46_348, '46348', '2026-02-30', '31/02/2026', '03/2026', 'ayer', ''].map(dayIn)).toEqual(Array.from({ length: 7 }))
})

test('[TI9] each problem has its sentence in both languages', () => {
  const { problems } = new Problems().found
  expect(problems).toEqual([])
  const failure = { code: 'table_cells_merged', params: { range: 'A2:A3' } }
  expect(failureSentence(failure, 'es')).toBe('Las celdas A2:A3 están combinadas: sepárelas y escriba el valor en cada una.')
  expect(failureSentence(failure, 'en')).toBe('Cells A2:A3 are merged: split them and write the value in each.')
})

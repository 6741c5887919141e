import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isErrorCode } from '../errors.ts'
import type { Cell, NamedSheet } from '../kernel/sheet.ts'
import type { ReadSheet } from '../kernel/table.ts'
import { assertProperty } from '../testing/properties.ts'
import { openDatasets } from '../testing/random-open-data.ts'
import { failureSentence } from '../failure-sentence.ts'
import { openReportLimits } from './model.ts'
import { openSetNames } from './model.ts'
import { exampleCode, isExcel, openSheets, openTemplate, readOpenWorkbook, writeOpenWorkbook, type OpenProblem } from './workbook.ts'

/** Sheets as a reader finds them: rows from 1, cells up to the last that holds something, nothing of empty rows. */
const found = (sheets: readonly NamedSheet[]): ReadSheet[] =>
  sheets.map(({ name, rows }) => ({
    name,
    merged: [],
    rows: rows.flatMap((cells, at) => {
      const kept = [...cells]
      while (kept.at(-1) === '') kept.pop()
      return kept.length === 0 ? [] : [{ row: at + 1, cells: kept }]
    }),
  }))

const [institutionHead, partnerHead, initiativeHead] = writeOpenWorkbook({ institutions: [], initiatives: [] }).map(
  ({ rows }) => rows[0] ?? [],
)
const ten = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
const aRow = (code: Cell = 'A1', ...rest: readonly Cell[]): readonly Cell[] => [
  2024,
  code,
  'Pilares',
  'Institucional',
  'Salud',
  ...(rest.length > 0 ? rest : ten),
]
const anInitiativeRow = (...over: readonly Cell[]): readonly Cell[] =>
  [2024, 'A1', 'Procesos', 'Servicio', 'Autoridad; Otro', 'Otro grupo', 'Sí', 'No', 'No', 'No', 'No', 'No'].map(
    (each, at) => over[at] ?? each,
  )

interface Rows {
  readonly institutions?: readonly (readonly Cell[])[]
  readonly partners?: readonly (readonly Cell[])[]
  readonly initiatives?: readonly (readonly Cell[])[]
}
const aBook = ({ institutions = [aRow()], partners = [], initiatives = [] }: Rows): ReadSheet[] =>
  found([
    { name: openSheets.institutions, rows: [institutionHead ?? [], ...institutions] },
    { name: openSheets.collaboration, rows: [partnerHead ?? [], ...partners] },
    { name: openSheets.initiatives, rows: [initiativeHead ?? [], ...initiatives] },
  ])
const problemsOf = (rows: Rows): readonly OpenProblem[] => readOpenWorkbook(aBook(rows)).problems
const places = (problems: readonly OpenProblem[]): string[] => problems.map(({ sheet, cell, code }) => `${sheet} ${cell} ${code}`)

test('[OD5] whatever a dataset holds, its workbook says it again and nothing else', () =>
  assertProperty(
    fc.property(openDatasets, (dataset) => {
      expect(readOpenWorkbook(found(writeOpenWorkbook(dataset, ['Datos de demostración, inventados'])))).toEqual({
        dataset,
        problems: [],
        more: 0,
      })
    }),
  ))

test('[OD5] the template is a workbook without a problem but that nobody filled it, and its example is read by nobody', () => {
  const { dataset, problems } = readOpenWorkbook(found(openTemplate()))
  expect([dataset, places(problems)]).toEqual([{ institutions: [], initiatives: [] }, ['Instituciones A2 open_nothing']])
  const filled = found(openTemplate()).map((sheet) =>
    sheet.name === openSheets.institutions ? { ...sheet, rows: [...sheet.rows, { row: 3, cells: aRow() }] } : sheet,
  )
  expect(readOpenWorkbook(filled)).toMatchObject({ dataset: { institutions: [{ code: 'A1' }], initiatives: [] }, problems: [] })
  expect(openTemplate().map(({ name }) => name)).toEqual(['Instituciones', 'Colaboración', 'Iniciativas', 'Quiebres', 'Léame'])
  expect(JSON.stringify(openTemplate().at(-1))).toContain(exampleCode)
})

test('[OD5] columns stand in any order, with other case and accents; points have a comma or a point; years and codes are texts or numbers', () => {
  const turned = aBook({ institutions: [aRow(7)] }).map((sheet) => ({
    name: sheet.name.toUpperCase(),
    merged: [],
    rows: sheet.rows.map(({ row, cells }) => ({
      row,
      cells: [...cells].reverse().map((each) => (row === 1 && typeof each === 'string' ? each.toLowerCase() : each)),
    })),
  }))
  expect(readOpenWorkbook(turned)).toMatchObject({ dataset: { institutions: [{ year: 2024, code: '7', sector: 'health' }] }, problems: [] })
  const texts = readOpenWorkbook(
    aBook({ institutions: [['2024', ' ab-1 ', 'PILARES', 'ciudadana con foco economico', '', '0,5', '1.25', '0', ...ten.slice(3)]] }),
  )
  expect(texts).toMatchObject({
    problems: [],
    dataset: {
      institutions: [
        {
          year: 2024,
          code: 'AB-1',
          category: 'Pilares',
          orientation: 'Ciudadana con Foco Económico',
          sector: null,
          points: { humanTalent: 0.5, institucionalFramework: 1.25 },
        },
      ],
    },
  })
})

test('[OD5] each wrong cell is told by its sheet and place', () => {
  const wrong = problemsOf({
    institutions: [aRow(), ['24', '=A1', 'Grandes', 'Social', 'Minería', '7', '-1', 'mucho', ...ten.slice(3, 9), ''], aRow('a1')],
    partners: [
      [2024, 'A1', 'Diseño', 'Sí', 'No', 'quizás'],
      [2024, 'A1', 'diseno', 'Sí', 'No', 'No'],
      [2024, 'B9', 'Sueño', 'Sí', 'No', 'No'],
    ],
    initiatives: [anInitiativeRow(2023, 'A1', 'Otro tipo', 'Local', 'Autoridad; Nadie; Azar', '', 'x', '', 'Sí', 'No', '#¡REF!')],
  })
  expect(places(wrong)).toEqual([
    'Instituciones O3 table_cell_empty',
    'Instituciones A3 open_year_wrong',
    'Instituciones B3 open_code_wrong',
    'Instituciones C3 open_value_unknown',
    'Instituciones D3 open_value_unknown',
    'Instituciones E3 open_value_unknown',
    'Instituciones F3 open_points_wrong',
    'Instituciones G3 open_points_wrong',
    'Instituciones H3 open_points_wrong',
    'Instituciones B4 open_row_again',
    'Colaboración F2 open_answer_wrong',
    'Colaboración C3 open_row_again',
    'Colaboración C4 open_value_unknown',
    'Colaboración B4 open_institution_missing',
    'Iniciativas H2 table_cell_empty',
    'Iniciativas K2 table_cell_error',
    'Iniciativas C2 open_value_unknown',
    'Iniciativas D2 open_value_unknown',
    'Iniciativas E2 open_value_unknown',
    'Iniciativas E2 open_value_unknown',
    'Iniciativas K2 open_answer_wrong',
    'Iniciativas B2 open_institution_missing',
  ])
  for (const { code, params } of wrong) {
    expect(isErrorCode(code), code).toBe(true)
    for (const language of ['es', 'en'] as const) expect(failureSentence({ code, ...(params && { params }) }, language)).not.toMatch(/[{}]/)
  }
})

test('[OD5] what is wrong with an institution is told there, and not again in each row that names it', () => {
  const wrong = problemsOf({
    institutions: [aRow('A1', 99, ...ten.slice(1)), ['2024', 'B2', 'Nadie', 'Institucional', '', ...ten]],
    initiatives: [anInitiativeRow(2024, 'B2')],
  })
  expect(places(wrong)).toEqual(['Instituciones F2 open_points_wrong', 'Instituciones C3 open_value_unknown'])
})

test('[OD5] a missing sheet, a missing column, an unknown one, merged cells and headings elsewhere are told, and a workbook of something else is told by its sheets', () => {
  const other: ReadSheet[] = [{ name: 'Hoja1', merged: [], rows: [{ row: 1, cells: ['Ventas', 'Mes'] }] }]
  const { problems, dataset } = readOpenWorkbook(other)
  expect([dataset.institutions, problems.map(({ sheet, code, params }) => [sheet, code, params])]).toEqual([
    [],
    ['Instituciones', 'Colaboración', 'Iniciativas'].map((sheet) => [sheet, 'open_sheet_missing', { sheets: 'Hoja1' }]),
  ])
  const [ofInstitutions, ofPartners, ofInitiatives] = aBook({})
  if (!ofInstitutions || !ofPartners || !ofInitiatives) throw new Error('three sheets')
  const without = { ...ofPartners, rows: [{ row: 1, cells: ['Año', 'Código', 'PU', 'CI', 'GE', 'Nombre'] }] }
  const merged = { ...ofInstitutions, merged: ['B2:B3'] }
  const below = {
    ...ofInitiatives,
    rows: [
      { row: 1, cells: ['Índice 2024'] },
      { row: 3, cells: initiativeHead ?? [] },
    ],
  }
  expect(readOpenWorkbook([merged, without, below]).problems.map(({ sheet, cell, code, params }) => [sheet, cell, code, params])).toEqual([
    ['Instituciones', 'B2', 'table_cells_merged', { range: 'B2:B3' }],
    ['Colaboración', 'F1', 'table_column_unknown', { columns: 'Año, Código, Fase, PU, CI, GE' }],
    ['Colaboración', 'A1', 'open_column_missing', { column: 'Fase' }],
    ['Iniciativas', 'A1', 'table_heading_below', { row: 3 }],
  ])
  expect(readOpenWorkbook([]).problems).toHaveLength(3)
})

test('[OD5] of a workbook with a problem in each of its rows the first are told, and how many more there are; too many rows are one problem', () => {
  const rows = Array.from({ length: 1000 }, (_, at) => aRow(`C${at}`, 'x', ...ten.slice(1)))
  const many = readOpenWorkbook(aBook({ institutions: rows }))
  expect([many.problems.length, many.problems.length + many.more]).toEqual([openReportLimits.problems, 1000])
  const beyond = Array.from({ length: openReportLimits.institutions + 1 }, (_, at) => aRow(`C${at}`))
  expect(places(problemsOf({ institutions: beyond, initiatives: [anInitiativeRow()] }))).toEqual([
    `Instituciones A${openReportLimits.institutions + 2} open_rows_many`,
  ])
})

test('[OD6] an Excel file is known by how its bytes begin', () => {
  const text = (said: string): Uint8Array => new TextEncoder().encode(said)
  expect([
    isExcel(new Uint8Array([0x50, 0x4b, 3, 4, 9])),
    isExcel(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])),
  ]).toEqual([true, true])
  expect([isExcel(text('Año,Código')), isExcel(text('%PDF-1.7')), isExcel(text('PK')), isExcel(new Uint8Array())]).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('[OD14] breaks stand in a sheet of their own, which may be missing; each wrong cell of it is told by its place', () => {
  const breaks = [
    { year: 2024, sets: openSetNames, reason: { es: 'Se renovaron las preguntas.', en: 'The questions were renewed.' } },
    { year: 2024, sets: ['averageIndex' as const, 'initiativeOrigin' as const], reason: { es: 'Otra regla.', en: 'Otra regla.' } },
  ]
  const { dataset } = readOpenWorkbook(aBook({}))
  expect(Object.keys(dataset)).toEqual(['institutions', 'initiatives'])
  expect(readOpenWorkbook(found(writeOpenWorkbook({ ...dataset, breaks })))).toEqual({
    dataset: { ...dataset, breaks },
    problems: [],
    more: 0,
  })
  const read = (...rows: readonly (readonly Cell[])[]) =>
    readOpenWorkbook([...aBook({}), ...found([{ name: 'QUIEBRES', rows: [['Año', 'Conjunto', 'Motivo', 'Motivo en inglés'], ...rows] }])])
  expect(read([2024, 'Todos', 'Otra regla.']).dataset.breaks).toEqual([{ ...breaks[1], sets: openSetNames }])
  const wrong = read(
    [2023, '', 'Otra regla.'],
    [2024, 'Índices', 'Otra regla.'],
    [2024, '', ''],
    ['24', '', 'x'.repeat(openReportLimits.reason + 1)],
  ).problems
  expect(places(wrong)).toEqual([
    'Quiebres A2 open_break_year',
    'Quiebres B3 open_value_unknown',
    'Quiebres C4 table_cell_empty',
    'Quiebres A5 open_year_wrong',
    'Quiebres C5 open_reason_long',
  ])
  for (const { code, params } of wrong)
    for (const language of ['es', 'en'] as const) expect(failureSentence({ code, ...(params && { params }) }, language)).not.toMatch(/[{}]/)
})

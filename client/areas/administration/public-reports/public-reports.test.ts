import { zipSync, strToU8 } from 'fflate'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { workbookParts } from '#shared/kernel/sheet.ts'
import type { NamedSheet } from '#shared/kernel/sheet.ts'
import { capacities, openReportLimits } from '#shared/open-data/model.ts'
import type { OpenDataset } from '#shared/open-data/model.ts'
import { readOpenWorkbook, writeOpenWorkbook } from '#shared/open-data/workbook.ts'
import { labErrorsEs } from '#shared/errors.lab.es.ts'
import { fieldProblems } from './field-problems.ts'
import { reportFileOf } from './file-rules.ts'
import { sheetsOf } from './sheets-of.ts'
import { summaryOf } from './summary.ts'

const points = Object.fromEntries(capacities.map((each) => [each, 1.5])) as OpenDataset['institutions'][number]['points']
const partners = { design: ['pu'], prototype: [], adjustment: [], pilot: [], implementation: ['ci', 'ge'], evaluation: [] } as const
const dataset: OpenDataset = {
  institutions: [
    { year: 2023, code: 'A1', category: 'Pilares', orientation: 'Institucional', sector: 'health', points, partners },
    { year: 2023, code: 'B2', category: 'Nuevas', orientation: 'Institucional', sector: null, points, partners },
    { year: 2024, code: 'A1', category: 'Pilares', orientation: 'Institucional', sector: 'health', points, partners },
  ],
  initiatives: [
    {
      year: 2024,
      code: 'A1',
      type: 'technology',
      scope: 'operation',
      origins: ['People'],
      directedTo: ['entityUsers'],
      phases: ['design'],
    },
  ],
}
const bytesOf = (sheets: readonly NamedSheet[]): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(workbookParts(sheets)).map(([path, text]) => [path, strToU8(text)])))
const found = async (sheets: readonly NamedSheet[]) => readOpenWorkbook(sheetsOf((await readXlsx(bytesOf(sheets))).sheets))

describe('the workbook of a report', () => {
  test('[PU2] what the worker reads of a workbook is what was written into it', async () => {
    const read = await found(writeOpenWorkbook(dataset))
    expect([read.problems, read.more]).toEqual([[], 0])
    expect(read.dataset).toEqual(dataset)
    expect(summaryOf(read.dataset)).toEqual([
      { year: 2023, institutions: 2, byCategory: { Pilares: 1, Centralizadas: 0, Nuevas: 1 }, initiatives: 0 },
      { year: 2024, institutions: 1, byCategory: { Pilares: 1, Centralizadas: 0, Nuevas: 0 }, initiatives: 1 },
    ])
  })

  test('[PU2] a wrong cell is told by its sheet and its place, and in words', async () => {
    const sheets = writeOpenWorkbook(dataset).map(({ name, rows }): NamedSheet => {
      if (name !== 'Instituciones') return { name, rows }
      return { name, rows: rows.map((row, at) => (at === 2 ? row.map((cell, column) => (column === 2 ? 'Gigantes' : cell)) : row)) }
    })
    const { problems } = await found(sheets)
    expect(problems.map(({ sheet, cell, code }) => [sheet, cell, code])).toEqual([['Instituciones', 'C3', 'open_value_unknown']])
    for (const { code } of problems) expect(Object.keys(labErrorsEs)).toContain(code)
  })

  test('[PU2] rows keep the numbers that their person sees, merged cells their names, and sheets that nobody reads their name alone', () => {
    const sheets = sheetsOf([
      { name: 'Colaboración', rows: [[null, '  ']] },
      { name: 'Tabla dinámica', rows: [Array.from({ length: 41 }, () => 1)] },
      {
        name: ' INICIATIVAS',
        rows: [[], ['a', null, true, ''], undefined, [0.1 + 0.2, new Date('2025-03-01T00:00:00Z'), Number.NaN]],
        merges: [{ startRow: 1, startCol: 0, endRow: 2, endCol: 1 }],
      },
    ])
    expect(sheets).toEqual([
      { name: 'Colaboración', rows: [], merged: [] },
      { name: 'Tabla dinámica', rows: [], merged: [] },
      {
        name: ' INICIATIVAS',
        rows: [
          { row: 2, cells: ['a', '', 'VERDADERO'] },
          { row: 4, cells: [0.3, { kind: 'day', written: '2025-03-01', shown: '01-03-2025' }] },
        ],
        merged: ['A2:B3'],
      },
    ])
    // What the server refuses is not called fine here.
    expect(() => sheetsOf([{ name: 'Iniciativas', rows: [Array.from({ length: 41 }, () => 1)] }])).toThrow('more columns')
  })
})

describe('what is chosen as the file of a report', () => {
  const excel = new Uint8Array([0x50, 0x4b, 0x03, 0x04, 1, 2, 3])
  const older = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  const file = (name: string, bytes: Uint8Array<ArrayBuffer> = excel): File => new File([bytes], name)

  test('[PU2] it is one Excel file by its name and its bytes', async () => {
    for (const chosen of [file('libro.xlsx'), file('LIBRO.XLSX'), file('viejo.xls', older)])
      expect(await reportFileOf([chosen], null)).toEqual({ file: chosen })
    for (const wrong of [
      file('libro.csv'),
      file('libro.xlsx.exe'),
      file('libro.xlsx', new Uint8Array([0x25, 0x50])),
      file('nada.xlsx', new Uint8Array()),
    ])
      expect([wrong.name, await reportFileOf([wrong], null)]).toEqual([wrong.name, { trouble: 'open_file_format' }])
    const large = new File([new Uint8Array(openReportLimits.fileBytes + 1)], 'grande.xlsx')
    expect(await reportFileOf([large], null)).toEqual({ trouble: 'too_large' })
  })

  test('[PU2] two at once, or one beside one that is there, are not taken', async () => {
    expect(await reportFileOf([file('a.xlsx'), file('b.xlsx')], null)).toEqual({ trouble: 'open_file_many' })
    expect(await reportFileOf([file('a.xlsx')], file('b.xlsx'))).toEqual({ trouble: 'open_file_many' })
  })
})

test('[PU1] the words of a report are there and not too long, and their messages are those of the specification', () => {
  expect(fieldProblems({ title: ' ', description: '' })).toEqual({ title: 'open_title_missing', description: 'open_about_missing' })
  expect(fieldProblems({ title: 'a'.repeat(41), description: 'b'.repeat(501) })).toEqual({
    title: 'open_title_long',
    description: 'open_about_long',
  })
  expect(fieldProblems({ title: 'a'.repeat(40), description: 'b'.repeat(500) })).toEqual({ title: null, description: null })
  expect(labErrorsEs).toMatchObject({
    open_title_missing: 'El título es requerido',
    open_title_long: 'El título no debe contener más de 40 caracteres',
    open_about_missing: 'La descripción es requerida',
    open_about_long: 'La descripción no debe contener más de 500 caracteres',
    open_file_missing: 'Elija un archivo',
    open_file_many: 'Sólo puede seleccionar 1 archivo',
    open_file_format: 'Sólo se aceptan archivos excel',
    open_report_active: 'Ya existe un reporte activo. Sólo un reporte puede estar activo a la vez.',
  })
})

import { describe, expect, test } from 'vitest'
import type { Outcome } from '../contract/mutation.ts'
import { actors, aContext, aQuestion, aWorld, anAnswer, noonIn } from '../forms/fixtures.ts'
import { valueCell } from '../forms/kinds.ts'
import { must } from '../kernel/assert.ts'
import { cellShown } from '../kernel/number-format.ts'
import type { ReadCell } from '../kernel/read-cell.ts'
import { administrativePart, apply, type World } from '../world.ts'
import { valueInCell } from './administrative-table.ts'
import type { AnswerValue } from './model.ts'
import { setAdministrative } from './mutations.ts'

const said = ({ disposition, code }: Outcome): string => `${disposition}:${code}`
const administrator = aContext({ actor: actors.administrator })
const set = (world: World, unit: string, value: AnswerValue, context = administrator): Outcome =>
  setAdministrative.decide(world, { unit, value, file: 'gasto.xlsx' }, context)

describe('administrative answers by file', () => {
  test('[AQ1] only administrators answer, only administrative questions, only what fits, while points may be changed', () => {
    const world = aWorld()
    expect(said(set(world, 'code', 7))).toBe('applied:ok')
    for (const actor of [actors.leader, actors.evaluator, { ...actors.administrator, id: 'system' }])
      expect(said(set(world, 'code', 7, { ...administrator, actor }))).toBe('refused:administrators_only')
    expect(said(set(world, 'name', 'x'))).toBe('refused:question_not_administrative')
    expect(said(set(world, 'code@r1', 7))).toBe('refused:question_not_administrative')
    expect(said(set(world, 'none', 7))).toBe('refused:question_retired')
    expect(said(set(world, 'code', -1))).toBe('refused:number_range')
    expect(said(set(world, 'code', 'x'))).toBe('refused:needs_review')
    expect(said(set(world, 'code', 7, { ...administrator, now: noonIn('ReplicaInput') }))).toBe('refused:form_points_closed')
  })

  test('[AQ2] what stands changes nothing; what changes is in the history with its file, and nobody is put in charge', () => {
    const world = aWorld()
    const outcome = set(world, 'code', 7)
    expect(outcome.history).toMatchObject([
      { unit: 'code', action: 'Responde', value: 7, text: 'administración · gasto.xlsx', role: 'Administrator' },
    ])
    expect(outcome.changes).toMatchObject([{ table: 'answer', part: administrativePart, row: { value: 7, rev: 1 } }])
    apply(world, outcome.changes)
    expect(said(set(world, 'code', 7))).toBe('noop:ok')
    expect(set(world, 'code', 8).history).toMatchObject([{ action: 'Modifica', value: 8 }])
    expect(said(set(aWorld({ answers: [anAnswer('code', 7)] }), 'code', 7))).toBe('noop:ok')
  })

  const options = [{ value: 'A' }, { value: 'B; con coma' }, { value: 'Otra', allowExtra: true }]
  const questions = {
    Number: aQuestion('n', 'Number', { administrative: true }),
    Boolean: aQuestion('b', 'Boolean', { administrative: true }),
    Date: aQuestion('d', 'Date', { administrative: true }),
    Single: aQuestion('s', 'Single', { administrative: true, options }),
    Multiple: aQuestion('m', 'Multiple', { administrative: true, options, allowNoneOption: true }),
    SimpleText: aQuestion('t', 'SimpleText', { administrative: true }),
    Text: aQuestion('r', 'Text', { administrative: true }),
  } as const
  const read = (kind: keyof typeof questions, cell: ReadCell): unknown => {
    const value = valueInCell(questions[kind], cell)
    return value.ok ? value.value : value.failure.code
  }
  test('[AQ3] a cell says what its kind takes, as the template writes it and as people do; what nothing reads is not made to', () => {
    expect(['1,5', '1.5', 3, '1.234,5', '1.234', '1,234', 'doce'].map((cell) => read('Number', cell))).toEqual([
      1.5,
      1.5,
      3,
      1234.5,
      'number_ambiguous',
      'number_ambiguous',
      'number_unread',
    ])
    expect(['Sí', 'SI', 'no', 'FALSO', 'quizás'].map((cell) => read('Boolean', cell))).toEqual([true, true, false, false, 'needs_review'])
    expect(['05-03-2025', '2025-03-05', 45_000, '31-02-2025'].map((cell) => read('Date', cell))).toEqual([
      '2025-03-05',
      '2025-03-05',
      'date_unread',
      'date_unread',
    ])
    expect(['A', 'Otra: cual', 'Otra', 'C'].map((cell) => read('Single', cell))).toEqual([
      { choice: { value: 'A' } },
      { choice: { value: 'Otra', extra: 'cual' } },
      'extra_missing',
      'option_unknown',
    ])
    expect(['A; B; con coma', 'Ninguna', 'A;A', 'A; Z'].map((cell) => read('Multiple', cell))).toEqual([
      { choices: [{ value: 'A' }, { value: 'B; con coma' }] },
      { choices: [], none: true },
      'option_unknown',
      'option_unknown',
    ])
    expect(read('SimpleText', 12)).toBe('12')
    expect(read('Text', 'uno <b>\ndos')).toBe('<p>uno &lt;b&gt;</p><p>dos</p>')
  })

  test('[AQ3] a number is what its cell shows; where that is not what it holds, it is asked about', () => {
    const cells: readonly (readonly [number, string])[] = [
      [0.45, '0%'],
      [1234, '"$"#,##0'],
      [1500, '0.00E+00'],
      [0.25, '# ?/?'],
      [12, '0000'],
      [2.345, '0.0'],
      [0.4567, '0%'],
      [1_200_000, '0.0,,"M"'],
      [1, '"Sí";;"No"'],
      [46_143, 'd-mmm'],
    ]
    expect(cells.map(([value, format]) => read('Number', cellShown(value, format, false)))).toEqual([
      45,
      1234,
      1500,
      0.25,
      12,
      ...Array.from({ length: 3 }, () => 'number_rounded'),
      'number_unread',
      'table_cell_day',
    ])
    expect(['45%', '12,5 %', '%'].map((cell) => read('Number', cell))).toEqual([45, 12.5, 'number_unread'])
    const part = aQuestion('p', 'Number', { administrative: true, max: 1 })
    for (const cell of ['0,5%', cellShown(0.005, '0.0%', false)])
      expect(valueInCell(part, cell)).toMatchObject({ failure: { code: 'number_ambiguous', params: { one: '0,5', other: '0,005' } } })
  })

  test('[AQ3] a text is what its cell shows, and a day among texts is told', () => {
    const percent = cellShown(0.25, '0%', false)
    const mayFirst = cellShown(46_143, 'd-mmm', false)
    expect([read('SimpleText', percent), read('SimpleText', cellShown(1234, '"$"#,##0', false))]).toEqual(['25%', '$1.234'])
    const parts = aQuestion('p', 'Single', { administrative: true, options: [{ value: '25%' }, { value: '1-5' }] })
    expect(valueInCell(parts, percent)).toEqual({ ok: true, value: { choice: { value: '25%' } } })
    expect(valueInCell(parts, mayFirst)).toMatchObject({
      failure: { code: 'table_cell_day', params: { shown: '1-may', day: '2026-05-01' } },
    })
    expect([read('SimpleText', mayFirst), read('Date', mayFirst)]).toEqual(['table_cell_day', '2026-05-01'])
  })

  test('[TI11] an option is known however it is composed, spaced and cased, unless it reads like two', () => {
    const clouds = aQuestion('c', 'Multiple', {
      administrative: true,
      allowNoneOption: true,
      options: [
        { value: 'Nube pública' },
        { value: '“Sala” propia' },
        { value: 'Otra', allowExtra: true },
        { value: 'Gb' },
        { value: 'GB' },
      ],
    })
    const values = (cell: string): unknown => {
      const found = valueInCell(clouds, cell)
      return found.ok ? found.value : found.failure.code
    }
    expect(values('NUBE pu\u0301blica;"sala"\u00a0propia')).toEqual({ choices: [{ value: 'Nube pública' }, { value: '“Sala” propia' }] })
    expect(values('otra: en casa: de noche')).toEqual({ choices: [{ value: 'Otra', extra: 'en casa: de noche' }] })
    expect(values(' ninguna\u200b')).toEqual({ choices: [], none: true })
    expect([values('GB'), values('gb'), values('Nube publica')]).toEqual([
      { choices: [{ value: 'GB' }] },
      'option_unknown',
      'option_unknown',
    ])
  })

  test('[AQ3] what the template writes is read back as the same value', () => {
    const values: Partial<Record<keyof typeof questions, AnswerValue[]>> = {
      Number: [0, 3.5, 9999],
      Boolean: [true, false],
      Date: ['2025-03-05'],
      Single: [{ choice: { value: 'B; con coma' } }, { choice: { value: 'Otra', extra: 'a: b' } }],
      Multiple: [{ choices: [{ value: 'B; con coma' }, { value: 'Otra', extra: 'x' }] }, { choices: [], none: true }],
      SimpleText: ['=1+1', 'uno'],
    }
    const words = { yes: 'Sí', no: 'No', none: 'Ninguna' }
    for (const kind of Object.keys(values) as (keyof typeof questions)[])
      for (const value of must(values[kind], kind)) expect(read(kind, valueCell(questions[kind], value, words))).toEqual(value)
  })
})

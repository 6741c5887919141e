import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aDefinition, aHeader, aQuestion } from '../forms/fixtures.ts'
import type { FormDefinition } from '../forms/model.ts'
import { csvSheet } from '../kernel/one-column.ts'
import type { ReadCell } from '../kernel/read-cell.ts'
import type { Result } from '../kernel/result.ts'
import { csvOf } from '../kernel/sheet.ts'
import type { Sheet } from '../kernel/sheet.ts'
import type { ReadSheet } from '../kernel/table.ts'
import { headerChange, Questionnaire, rowsOfDefinition } from '../questionnaire.ts'
import { assertProperty } from '../testing/properties.ts'
import { carriedForms } from '../testing/random-definition.ts'
import { readTableLimits } from './table-limits.ts'
import { readTranslations, translationSheet } from './translation-table.ts'
import type { TranslationPlan } from './translation-table.ts'
import { translationsOf } from './translations.ts'

/** A value that has to be there. */
function must<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.failure.code)
  return result.value
}

function working(definition: FormDefinition): Questionnaire {
  const state = new Questionnaire('form', { participants: 0, answered: false })
  for (const change of [headerChange({ ...aHeader, name: definition.name }), ...rowsOfDefinition({ ...definition, formId: 'form' })])
    state.set(change.table, change.id, change.row)
  return state
}

const form = working(
  aDefinition([
    aQuestion('which', 'Single', {
      hint: '=Una, "sola"',
      options: [{ value: 'Sí; o no' }, { value: 'No', en: 'No' }],
      en: { text: 'Which?' },
    }),
    aQuestion('office', 'Number', { administrative: true }),
  ]),
)

function planOf(sheet: readonly (readonly ReadCell[])[], state = form): TranslationPlan {
  const read = readTranslations({ name: '', rows: sheet.map((cells, at) => ({ row: at + 1, cells })), merged: [] }, state)
  if (!('plan' in read)) throw new Error(JSON.stringify(read.wrong))
  return read.plan
}
/** As a CSV file that goes out is read. */
const asCsv = (sheet: Sheet): ReadSheet => must(csvSheet(csvOf(sheet), readTableLimits))
const counts = ({ added, changed, same, empty, refused }: TranslationPlan) => ({
  added: added.map(({ text, to }) => `${text.id}.${text.key}=${to}`),
  changed: changed.map(({ text, to }) => `${text.id}.${text.key}=${to}`),
  same,
  empty,
  refused: refused.map(({ row, id, why }) => `${row} ${id} ${typeof why === 'string' ? why : why.code}`),
})

test('[TT1] a table of texts says row by row what it adds, changes and leaves, and a row that is refused keeps no other back', () => {
  const plan = planOf([
    ['id', 'Español', 'Inglés'],
    ['which.text', 'Pregunta which', 'Which one?'],
    ['which.hint', '=Una, "sola"', 'Just one'],
    ['which.option:Sí; o no', '', 'Yes; or no'],
    ['which.option:No', '', 'No'],
    ['d1.name', '', ''],
    ['s11.name', 'Otro nombre', 'People'],
    ['s11.nombre', '', 'People'],
    ['office.text', '', 'Budget'],
    ['which.text', '', 'Again'],
    ['form.name', '', 'x'.repeat(201)],
    ['y'.repeat(30_000), '', 'Endless'],
  ])
  expect(counts(plan)).toEqual({
    added: ['which.hint=Just one', 'which.option:Sí; o no=Yes; or no'],
    changed: ['which.text=Which one?'],
    same: 1,
    empty: 1,
    refused: [
      '7 s11.name moved',
      '8 s11.nombre unknown',
      '9 office.text unknown',
      '10 which.text again',
      '11 form.name long',
      `12 ${'y'.repeat(80)} unknown`,
    ],
  })
})

test('[TT1] the table that goes out comes back as what stands, of any questionnaire', () => {
  assertProperty(
    fc.property(carriedForms, ({ definition }) => {
      const state = working(definition)
      const all = translationsOf(state)
      const sheet = translationSheet(state)
      const read = readTranslations(asCsv(sheet), state)
      const plan = planOf(sheet, state)
      expect(read).toEqual({ plan })
      expect([plan.added, plan.changed]).toEqual([[], []])
      // Two options may be called the same but for the blanks around them: then the second is told of, and not taken.
      expect(plan.same + plan.empty + plan.refused.length).toBe(all.length)
    }),
    { runs: 30 },
  )
})

test('[TT1] a cell that is not what its person wrote keeps its row back with what is wrong, and ids and Spanish are known as they read', () => {
  const day: ReadCell = { kind: 'day', written: '2026-05-01', shown: '01-may' }
  const plan = planOf([
    ['id', 'number', 'es', 'en'],
    ['which.text', day, 'Pregunta\u00a0which ', { kind: 'number', held: 25, says: 25, shown: '25%' }],
    ['which.hint', '', '', day],
    ['WHICH.option:Si\u0301; o no', '', '', 'Yes; or no'],
    ['which.option:No', '', 'No', '#N/A'],
    ['s11.name', '', '', 'DirecciÃ³n'],
    ['id', 'number', 'es', 'en'],
    ['', '', '', 'Nobody'],
  ])
  expect(counts(plan)).toEqual({
    added: ['which.option:Sí; o no=Yes; or no'],
    changed: ['which.text=25%'],
    same: 0,
    empty: 0,
    refused: [
      '3 which.hint table_cell_day',
      '5 which.option:No table_cell_error',
      '6 s11.name table_letters_twice',
      '7  table_heading_again',
      '8  table_cell_empty',
    ],
  })
})

test('[TT2] what is no such table is refused as a whole, with its place: headings, sizes, quotes that do not end', () => {
  const read = (text: string) => {
    const sheet = csvSheet(text, readTableLimits)
    return sheet.ok ? readTranslations(sheet.value, form) : sheet.failure
  }
  expect(read('')).toMatchObject({ wrong: { problems: [{ code: 'table_empty' }] } })
  expect(read('a,b\r\n1,2\r\n')).toMatchObject({ wrong: { problems: [{ code: 'table_heading_unknown' }] } })
  expect(read('id,es\r\nwhich.text,x\r\n')).toMatchObject({ wrong: { problems: [{ code: 'table_column_missing' }] } })
  expect(read('id,en\r\n"which.text,x\r\n')).toMatchObject({ code: 'csv_quote_open' })
  expect(read(`id,en\r\nwhich.text,${'x'.repeat(40_000)}\r\n`)).toMatchObject({ code: 'workbook_cell_long' })
  expect(read(`id,en${',x'.repeat(300)}\r\n`)).toMatchObject({ code: 'workbook_columns' })
  // As a spreadsheet that splits at semicolons saves what it opened in one column.
  expect(read('"id,""en"""\r\n"which.text,""Which one?"""\r\n')).toMatchObject({ plan: { changed: [{ to: 'Which one?' }] } })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aDefinition, aHeader, aQuestion } from '../forms/fixtures.ts'
import type { FormDefinition } from '../forms/model.ts'
import { csvOf } from '../kernel/sheet.ts'
import type { Sheet } from '../kernel/sheet.ts'
import { headerChange, Questionnaire, rowsOfDefinition } from '../questionnaire.ts'
import { assertProperty } from '../testing/properties.ts'
import { carriedForms } from '../testing/random-definition.ts'
import { readTranslations, translationSheet } from './translation-table.ts'
import type { TranslationPlan } from './translation-table.ts'
import { translationsOf } from './translations.ts'

const latin = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
/** The alphabets that these tests write: as a browser and the server decode them, without either. */
const decode = (bytes: Uint8Array, alphabet: string, fatal: boolean): string => {
  if (alphabet !== 'utf-8') return latin(bytes)
  try {
    return decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''))
  } catch (error) {
    if (fatal) throw error
    return latin(bytes)
  }
}
const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(
    [...encodeURIComponent(text).matchAll(/%([0-9A-F]{2})|./gs)].map(([whole, hex]) =>
      hex === undefined ? whole.charCodeAt(0) : Number.parseInt(hex, 16),
    ),
  )

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

function planOf(sheet: Sheet, state = form): TranslationPlan {
  const read = readTranslations(bytesOf(csvOf(sheet)), decode, state)
  if (!read.ok) throw new Error(read.failure.code)
  if (!('plan' in read.value)) throw new Error(JSON.stringify(read.value.wrong))
  return read.value.plan
}
const counts = ({ added, changed, same, empty, refused }: TranslationPlan) => ({
  added: added.map(({ text, to }) => `${text.id}.${text.key}=${to}`),
  changed: changed.map(({ text, to }) => `${text.id}.${text.key}=${to}`),
  same,
  empty,
  refused: refused.map(({ row, id, why }) => `${row} ${id} ${why}`),
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
      const plan = planOf(translationSheet(state), state)
      expect([plan.added, plan.changed]).toEqual([[], []])
      // Two options may be called the same but for the blanks around them: then the second is told of, and not taken.
      expect(plan.same + plan.empty + plan.refused.length).toBe(all.length)
    }),
    { runs: 30 },
  )
})

test('[TT2] what is no such table is refused as a whole, with its place: headings, sizes, quotes that do not end', () => {
  const read = (text: string) => readTranslations(bytesOf(text), decode, form)
  expect(read('')).toMatchObject({ ok: true, value: { wrong: { problems: [{ code: 'table_empty' }] } } })
  expect(read('a,b\r\n1,2\r\n')).toMatchObject({ ok: true, value: { wrong: { problems: [{ code: 'table_heading_unknown' }] } } })
  expect(read('id,es\r\nwhich.text,x\r\n')).toMatchObject({ ok: true, value: { wrong: { problems: [{ code: 'table_column_missing' }] } } })
  expect(read('id,en\r\n"which.text,x\r\n')).toMatchObject({ ok: false, failure: { code: 'csv_quote_open' } })
  expect(read(`id,en\r\nwhich.text,${'x'.repeat(40_000)}\r\n`)).toMatchObject({ ok: false, failure: { code: 'workbook_cell_long' } })
  expect(read(`id,en${',x'.repeat(300)}\r\n`)).toMatchObject({ ok: false, failure: { code: 'workbook_columns' } })
  expect(readTranslations(new Uint8Array(5_000_001), decode, form)).toMatchObject({ ok: false, failure: { code: 'too_large' } })
})

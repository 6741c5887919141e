import { expect, test } from 'vitest'
import type { NamedSheet } from '../../kernel/sheet.ts'
import type { ReadSheet } from '../../kernel/table.ts'
import { assertProperty } from '../../testing/properties.ts'
import fc from 'fast-check'
import type { CarriedForm } from '../carried.ts'
import { aForm } from '../fixtures.ts'
import { carriedForms } from '../../testing/random-definition.ts'
import { formOfXlsForm } from './read.ts'
import { xlsFormOf } from './write.ts'

/** What was written, as it is read from a file. */
const readSheets = (sheets: readonly NamedSheet[]): readonly ReadSheet[] =>
  sheets.map(({ name, rows }) => ({ name, merged: [], rows: rows.map((cells, at) => ({ row: at + 1, cells })) }))

const backOf = (form: CarriedForm): unknown => formOfXlsForm(readSheets(xlsFormOf(form)))
const whole = (form: CarriedForm): unknown => ({
  ok: true,
  value: { form, losses: { losses: [], more: 0 }, known: new Set(idsOf(form)) },
})
const idsOf = ({ definition: { dimensions, questions } }: CarriedForm): string[] =>
  [...dimensions, ...questions].map(({ id }) => id).filter((id) => id !== 'survey')

test('[XF1] a questionnaire goes out as an XLSForm and comes back as it was, with nothing to report', () => {
  assertProperty(
    fc.property(carriedForms, (form) => {
      expect(backOf(form)).toEqual(whole(form))
    }),
  )
  const fixture = { definition: aForm, description: 'Uno', reportTexts: {} }
  expect(backOf(fixture)).toEqual(whole(fixture))
})

import { formOfXlsForm } from '#shared/forms/xlsform/read.ts'
import { xlsFormOf } from '#shared/forms/xlsform/write.ts'
import { expect, test } from 'vitest'
import { workbookOfSheets } from '../http/table-file.ts'
import { formDefinitionOf } from '../seeds/author.ts'
import { questionnaire } from '../seeds/questionnaire.ts'
import { tableLimits } from './limits.ts'
import { WorkbookReader } from './workbook-reader.ts'

test('[XF1] the demonstration’s questionnaire goes out as a workbook and comes back from its bytes as it was, without its alerts, for which a workbook has no place', async () => {
  const definition = formDefinitionOf(questionnaire, { versionId: 'v-1', formId: 'indice', name: 'Índice 2025' })
  const form = { definition, description: 'La demostración', reportTexts: { form: { finalIntroduction: '<p>Hola</p>' } } }
  const read = await new WorkbookReader().read(workbookOfSheets(xlsFormOf(form)), { ...tableLimits, sheets: 'all' })
  const back = read.ok ? formOfXlsForm(read.value) : read
  expect(back).toMatchObject({ ok: true, value: { losses: { losses: [], more: 0 } } })
  expect(back.ok && 'form' in back.value && back.value.form).toEqual({ ...form, definition: { ...definition, alerts: undefined } })
})

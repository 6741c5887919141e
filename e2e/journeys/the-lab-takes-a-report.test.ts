import { readFileSync } from 'node:fs'
import { read, utils } from 'sheetjs-ce'
import * as v from 'valibot'
import { expect, signIn, test } from '../fixtures.ts'
import { admin } from '../personas.ts'
import { RestCaller } from '../rest.ts'

const answers = v.array(v.object({ questionId: v.string(), index: v.number(), actual: v.unknown() }))

test('an administrator asks for a report, goes elsewhere, comes back for it, and another program reads the numbers that institutions wrote', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const page = await (await newDevice(ownServer.url)).open()
  await signIn(page, admin)
  await page.getByRole('link', { name: 'Reportes', exact: true }).click()
  await expect(page.getByText('No ha pedido reportes')).toBeVisible()
  await page.getByRole('combobox', { name: 'Formulario' }).selectOption({ value: 'indice-2025' })
  await page.getByRole('radio', { name: /^Historial de respuestas/ }).check()
  await page.getByRole('button', { name: 'Pedir reporte' }).click()
  await expect(page.getByText('Elija una institución.')).toBeVisible()
  // By the keyboard alone from here on.
  await page.getByRole('radio', { name: /^Historial de respuestas/ }).focus()
  const answersRadio = page.getByRole('radio', { name: /^Respuestas Lo que/ })
  while (!(await answersRadio.isChecked())) await page.keyboard.press('ArrowUp')
  await page.getByRole('button', { name: 'Pedir reporte' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Formularios', exact: true }).click()
  await page.getByRole('link', { name: 'Reportes', exact: true }).click()
  const get = page.getByRole('button', { name: /^Descargar Respuestas · / })
  await expect(get).toBeVisible()
  const downloading = page.waitForEvent('download')
  await get.focus()
  await page.keyboard.press('Enter')
  const file = await downloading
  expect(file.suggestedFilename()).toBe('respuestas_indice-2025.xlsx')
  const book = read(readFileSync(await file.path()), { type: 'buffer' })
  expect(book.SheetNames).toEqual(['Datos', 'Columnas', 'Preguntas', 'Opciones'])
  const lines = utils.sheet_to_json<Record<string, unknown>>(book.Sheets['Datos'] ?? {}, { raw: true, defval: '' })
  const told = lines.filter(
    (line) => line['Id institución'] === 'norte' && typeof line['Respuesta'] === 'number' && line['Tipo'] === 'Number',
  )
  const caller = await RestCaller.signIn(ownServer, admin)
  const stand = v.parse(answers, await caller.post('form/indice-2025/getAnswers', { institution: 'norte' }))
  const numbers = new Set(told.map((line) => line['Id pregunta']))
  const written = stand.filter((each) => each.index < 0 && numbers.has(each.questionId))
  expect(numbers.size).toBeGreaterThan(0)
  const outside = told.filter((line) => line['Fila'] === '')
  expect(new Map(outside.map((line) => [line['Id pregunta'], line['Respuesta']]))).toEqual(
    new Map(written.map((each) => [each.questionId, each.actual])),
  )
  // All files of the form come to the browser and not to the page, which has no more of them than their address.
  await page.getByRole('combobox', { name: 'Formulario' }).selectOption({ value: 'indice-2025' })
  const packing = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar archivos' }).click()
  const packed = await packing
  expect(packed.url()).toMatch(/^http:.+bulk-export\?pass=/)
  expect(packed.suggestedFilename()).toBe('archivos_indice-2025.zip')
  expect([...readFileSync(await packed.path()).subarray(0, 2)]).toEqual([...Buffer.from('PK')])
  await page.getByRole('button', { name: /^Borrar Respuestas · / }).click()
  await expect(page.getByText('No ha pedido reportes')).toBeVisible()
})

import { strToU8, zipSync } from 'fflate'
import { readFileSync } from 'node:fs'
import { workbookParts } from '#shared/kernel/sheet.ts'
import type { NamedSheet } from '#shared/kernel/sheet.ts'
import { capacities, openCategories } from '#shared/open-data/model.ts'
import type { Capacity, OpenDataset } from '#shared/open-data/model.ts'
import { writeOpenWorkbook } from '#shared/open-data/workbook.ts'
import { expect, signIn, test } from '../fixtures.ts'
import { admin } from '../personas.ts'

const points = Object.fromEntries(capacities.map((each) => [each, 1.5])) as Record<Capacity, number>
const partners = { design: ['pu'], prototype: [], adjustment: [], pilot: [], implementation: [], evaluation: [] } as const
const dataset: OpenDataset = {
  institutions: [2022, 2023].flatMap((year) =>
    openCategories.map((category, at) => ({
      year,
      code: `ORG-${at}`,
      category,
      orientation: 'Institucional' as const,
      sector: 'health' as const,
      points,
      partners,
    })),
  ),
  initiatives: [{ year: 2023, code: 'ORG-0', type: 'technology', scope: 'operation', origins: [], directedTo: [], phases: ['design'] }],
}
const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const workbook = (name: string, sheets: readonly NamedSheet[]) => ({
  name,
  mimeType,
  buffer: Buffer.from(zipSync(Object.fromEntries(Object.entries(workbookParts(sheets)).map(([path, text]) => [path, strToU8(text)])))),
})
const good = workbook('estadísticas.xlsx', writeOpenWorkbook(dataset))
const bad = workbook(
  'con errores.xlsx',
  writeOpenWorkbook(dataset).map(({ name, rows }): NamedSheet => ({
    name,
    rows: rows.map((row, at) =>
      name === 'Instituciones' && at === 2 ? row.map((cell, column) => (column === 2 ? 'Gigantes' : cell)) : row,
    ),
  })),
)

test('[PU3, PU4] an administrator mends a workbook before it is sent, loses nothing when the network fails, and swaps the public report', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(180_000)
  const page = await (await newDevice(ownServer.url)).open()
  await signIn(page, admin)
  await page.getByRole('link', { name: 'Reportes públicos' }).click()
  await expect(page.getByRole('heading', { name: 'Reportes públicos', level: 1 })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar plantilla' }).click()
  expect([...readFileSync(await (await downloading).path()).subarray(0, 2)]).toEqual([...Buffer.from('PK')])

  const dialog = page.getByRole('dialog', { name: 'Agregar reporte público' })
  const submit = dialog.getByRole('button', { name: 'Agregar', exact: true })
  const choose = (...files: (typeof good)[]): Promise<void> => dialog.locator('input[type=file]').setInputFiles(files)
  await page.getByRole('button', { name: 'Agregar reporte' }).click()
  await submit.click()
  for (const message of ['El título es requerido', 'La descripción es requerida', 'Elija un archivo'])
    await expect(dialog.getByText(message)).toBeVisible()
  await choose(good, bad)
  await expect(dialog.getByText('Sólo puede seleccionar 1 archivo')).toBeVisible()
  await choose({ name: 'notas.txt', mimeType: 'text/plain', buffer: Buffer.from('hola') })
  await expect(dialog.getByText('Sólo se aceptan archivos excel')).toBeVisible()
  await choose(bad)
  await expect(dialog.getByText('Hay 1 celda por corregir')).toBeVisible()
  await expect(dialog.getByText('Hoja Instituciones')).toBeVisible()
  await expect(dialog.getByText('C3', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Quitar archivo' }).click()
  await choose(good)
  await expect(dialog.getByRole('row', { name: '2023 3 1 1 1 1' })).toBeVisible()

  await dialog.getByLabel('Título').fill('Estadísticas 2023')
  await dialog.getByLabel('Descripción').fill('Resultados inventados para esta prueba.')
  let sent = 0
  await page.route('**/api/v1/openstatistics', (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent += 1
    return sent === 1 ? route.abort() : route.continue()
  })
  await submit.click()
  await expect.poll(() => sent).toBe(1)
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByLabel('Título')).toHaveValue('Estadísticas 2023')
  await expect(dialog.getByText('estadísticas.xlsx')).toBeVisible()
  await submit.click()
  await expect(page.getByText('Reporte agregado con éxito')).toBeVisible()
  const first = page.getByRole('switch', { name: 'Hacer público «Estadísticas 2023»' })
  await expect(first).not.toBeChecked()

  await page.getByRole('button', { name: 'Agregar reporte' }).click()
  await choose(good)
  await dialog.getByLabel('Título').fill('Otra edición')
  await dialog.getByLabel('Descripción').fill('La misma, otra vez.')
  await expect(dialog.getByText('Esto contiene el archivo')).toBeVisible()
  await submit.click()
  const second = page.getByRole('switch', { name: 'Hacer público «Otra edición»' })
  await expect(second).toBeVisible()
  await expect(dialog).toBeHidden()

  // The demonstration's own is what visitors read until now.
  const published = page.getByRole('switch', { checked: true })
  await published.click()
  await expect(published).toHaveCount(0)
  await first.click()
  await expect(first).toBeChecked()
  await second.click()
  await expect(page.getByText('Ya existe un reporte activo. Sólo un reporte puede estar activo a la vez.').first()).toBeVisible()
  await expect(second).not.toBeChecked()
  await expect(first).toBeChecked()
  await first.click()
  await expect(first).not.toBeChecked()
  await second.click()
  await expect(second).toBeChecked()

  await page.getByRole('button', { name: 'Eliminar «Estadísticas 2023»' }).click()
  const question = page.getByRole('alertdialog', { name: '¿Estás seguro que deseas eliminar este reporte?' })
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Reporte eliminado.').first()).toBeVisible()
  await expect(first).toBeHidden()
  await expect(second).toBeChecked()
})

import { strToU8, zipSync } from 'fflate'
import { workbookParts } from '#shared/kernel/sheet.ts'
import type { NamedSheet } from '#shared/kernel/sheet.ts'
import { writeOpenWorkbook } from '#shared/open-data/workbook.ts'
import { aDataset } from '#client/areas/site/open-data/fixtures.ts'
import { expect, signIn, test } from '../fixtures.ts'
import { admin } from '#server/testing/personas.ts'

const dataset = aDataset([2022, 2023], { institutions: 3, initiatives: 1 })
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

test('[PU3] a workbook is looked over apart from the page before it is sent: a wrong cell is told by its place, and a right one by what it holds @nightly', async ({
  newDevice,
  ownServer,
}) => {
  const page = await (await newDevice(ownServer.url)).open()
  await signIn(page, admin)
  await page.getByRole('link', { name: 'Reportes públicos' }).click()
  await page.getByRole('button', { name: 'Agregar reporte' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar reporte público' })
  const choose = (file: typeof good): Promise<void> => dialog.locator('input[type=file]').setInputFiles(file)
  await choose(bad)
  await expect(dialog.getByText('Hay 1 celda por corregir')).toBeVisible()
  await expect(dialog.getByText('Hoja Instituciones')).toBeVisible()
  await expect(dialog.getByText('C3', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Quitar archivo' }).click()
  await choose(good)
  await expect(dialog.getByRole('row', { name: '2023 3 2 0 1 1' })).toBeVisible()
})

import type { Locator } from '@playwright/test'
import { unzipSync, strFromU8 } from 'fflate'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, signIn, test } from '../fixtures.ts'
import { admin } from '../personas.ts'

test('an administrator archives a form that is over, takes the archive along, closes the form, is refused a change of it, and opens it again for a reason', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(300_000)
  const page = await (await newDevice(ownServer.url)).open()
  await signIn(page, admin)
  await page.getByRole('link', { name: 'Formularios', exact: true }).click()
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Índice 2024', exact: true }) })
  // On narrow screens it stands under the name, and is hidden there on others.
  const standing = (text: string): Locator => row.getByText(text, { exact: true }).filter({ visible: true })
  const openArchive = async (): Promise<void> => {
    await row.getByRole('button', { name: 'Acciones de Índice 2024' }).click()
    await page.getByRole('menuitem', { name: 'Archivar y cerrar', exact: true }).click()
  }
  await expect(standing('Terminado')).toBeVisible()
  await openArchive()
  const dialog = page.getByRole('dialog', { name: 'Archivar y cerrar Índice 2024' })
  await expect(dialog.getByText('Aún no hay un archivo de este formulario')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cerrar formulario' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Preparar archivo' }).click()
  await expect(dialog.getByText('Archivo verificado y al día')).toBeVisible({ timeout: 150_000 })
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Descargar Archivo completo del formulario' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('archivo_indice-2024.zip')
  const bytes = readFileSync(await file.path())
  await expect(dialog.getByText(createHash('sha256').update(bytes).digest('hex'))).toBeVisible()
  const files = unzipSync(bytes)
  const manifest = strFromU8(files['manifest.sha256'] ?? new Uint8Array())
    .trim()
    .split('\n')
  expect(manifest).toHaveLength(Object.keys(files).length - 1)
  for (const line of manifest) {
    const content = files[line.slice(66)] ?? new Uint8Array()
    expect([line.slice(66), createHash('sha256').update(content).digest('hex')]).toEqual([line.slice(66), line.slice(0, 64)])
  }
  await dialog.getByRole('button', { name: 'Cerrar formulario' }).click()
  await expect(dialog.getByText('Este formulario está cerrado')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).last().click()
  await expect(standing('Cerrado')).toBeVisible()
  // What of it could be changed a moment ago is refused, in words.
  await row.getByRole('button', { name: 'Acciones de Índice 2024' }).click()
  await page.getByRole('menuitem', { name: 'Nombre y descripción' }).click()
  const names = page.getByRole('dialog', { name: 'Nombre y descripción' })
  await names.getByLabel('Descripción').fill('Otra descripción')
  await names.getByRole('button', { name: 'Guardar' }).click()
  await expect(names.getByText('El formulario está cerrado: se lee')).toBeVisible()
  await names.getByRole('button', { name: 'Cancelar' }).click()
  await openArchive()
  await dialog.getByRole('button', { name: 'Reabrir formulario' }).click()
  await expect(dialog.getByText('Indique el motivo.')).toBeVisible()
  await dialog.getByLabel('Motivo para reabrirlo').fill('Falta un informe firmado')
  await dialog.getByRole('button', { name: 'Reabrir formulario' }).click()
  await expect(dialog.getByText('El archivo ya no está al día')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).last().click()
  await expect(standing('Terminado')).toBeVisible()
  await row.getByRole('button', { name: 'Acciones de Índice 2024' }).click()
  await page.getByRole('menuitem', { name: 'Historia', exact: true }).click()
  await expect(page.getByText('Formulario reabierto: Falta un informe firmado')).toBeVisible()
  await expect(page.getByText('Formulario archivado y cerrado')).toBeVisible()
})

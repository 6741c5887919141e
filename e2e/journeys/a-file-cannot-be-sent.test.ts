import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { keptFile } from '../ledger.ts'
import { peopleOf } from '../personas.ts'
import { talent, training } from '../questions.ts'
import { atWork } from '../screens/at-work.ts'
import { syncChip, SyncPanel, upToDate } from '../screens/sync-panel.ts'

const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.4\n${name}`) })

/** Chooses a file that is gone by the time that the page reads it, as on a stick that was pulled out. */
async function chooseVanished(page: Page, button: ReturnType<Page['getByRole']>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'iip-stick-'))
  const path = join(folder, 'en-el-pendrive.pdf')
  writeFileSync(path, '%PDF-1.4\nun pendrive')
  await page.evaluate(() => {
    const hold = (event: Event): void => {
      document.removeEventListener('change', hold, true)
      event.stopImmediatePropagation()
      document.addEventListener('stick-out', () => event.target?.dispatchEvent(new Event('change', { bubbles: true })), { once: true })
    }
    document.addEventListener('change', hold, true)
  })
  const choosing = page.waitForEvent('filechooser')
  await button.click()
  await (await choosing).setFiles(path)
  rmSync(folder, { recursive: true })
  await page.evaluate(() => document.dispatchEvent(new Event('stick-out')))
}

test('a file that cannot be read, or is not what it says, is told at once; one that the server refuses is a card with a way on', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(90_000)
  const device = await newDevice(ownServer.url)
  const questionnaire = await atWork(device, peopleOf('norte').professional, talent)
  const { page } = questionnaire
  const card = questionnaire.question(training)
  await card.choose('Sí')
  await upToDate(page)

  await test.step('a stick that was pulled out', async () => {
    await chooseVanished(page, card.root.getByRole('button', { name: 'Adjuntar archivo' }))
    await expect(card.root.getByText('No se pudo leer el archivo', { exact: false })).toBeVisible()
    await expect(card.root.getByText('Guardando en este equipo...')).toBeHidden()
  })

  await test.step('a program under the name of a document', async () => {
    const choosing = page.waitForEvent('filechooser')
    await card.root.getByRole('button', { name: 'Adjuntar archivo' }).click()
    await (await choosing).setFiles({ name: 'informe.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ un programa') })
    await expect(card.root.getByText('El contenido del archivo no corresponde a su extensión.')).toBeVisible()
    await upToDate(page)
  })

  const panel = new SyncPanel(page)
  await test.step('what the server refuses for ever has a card with its reason', async () => {
    const error = { code: 'file_content', message: '' }
    await device.context.route('**/api/v1/attachments/*/upload', (route) => route.fulfill({ status: 415, json: { success: false, error } }))
    await card.attach(pdf('rechazado.pdf'))
    await expect(syncChip(page)).toHaveAccessibleName(/: Requiere atención \(1\)/)
    await expect(card.root.getByText('No se puede enviar: El contenido', { exact: false })).toBeVisible()
    await panel.open()
    const refused = panel.card('El archivo «rechazado.pdf» no se puede enviar.')
    await expect(refused).toContainText('El contenido del archivo no corresponde a su extensión.')
    const saving = page.waitForEvent('download')
    await refused.getByRole('button', { name: 'Guardar una copia' }).click()
    expect((await saving).suggestedFilename()).toBe('rechazado.pdf')
    await panel.close()
    await page.getByRole('banner').getByRole('button', { name: 'Cerrar sesión', exact: true }).click()
    const leaving = page.getByRole('alertdialog', { name: '¿Cerrar sesión?' })
    await expect(leaving.getByText('Se perderá 1 archivo que no se puede enviar y que solo está en este equipo.')).toBeVisible()
    await expect(leaving.getByRole('button', { name: 'Descartar 1 archivo y cerrar sesión' })).toBeVisible()
    await leaving.getByRole('button', { name: 'Seguir aquí' }).click()
    await panel.open()
    await refused.getByRole('link', { name: 'Ir a reemplazarlo' }).click()
    await expect(panel.root).toBeHidden()
    await device.context.unroute('**/api/v1/attachments/*/upload')
  })

  await test.step('a good replacement ends it', async () => {
    const good = pdf('bueno.pdf')
    await card.attach(good)
    await upToDate(page)
    await panel.open()
    await expect(panel.root.getByText('rechazado.pdf')).toBeHidden()
    await panel.close()
    await expect.poll(() => keptFile(ownServer, good.name)).toBe(createHash('sha256').update(good.buffer).digest('hex'))
    await card.root.getByRole('button', { name: 'Historial de archivos' }).click()
    const rows = page.getByRole('dialog', { name: 'Historial de archivos' }).getByRole('row')
    await expect(rows).toContainText([/Acción/, /Adjunta.*bueno\.pdf/, /Elimina archivo.*rechazado\.pdf/, /Adjunta.*rechazado\.pdf/])
  })
})

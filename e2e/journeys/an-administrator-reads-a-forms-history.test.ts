import type { Page } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { expect, goOffline, goOnline, shellKept, signIn, test } from '../fixtures.ts'
import { admin } from '../personas.ts'
import { RestCaller } from '../rest.ts'
import { keptOffline, settled, SyncPanel } from '../screens/sync-panel.ts'

const scores = '/dashboard/formularios/indice-2025/form-score-config?sub=marco-institucional'

test('an administrator finds out who changed a question’s points and what they were, also without a network, and what waits or came second is named', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const device = await newDevice(ownServer.url)
  const page = await device.open()
  const other = await (await newDevice(ownServer.url)).open()
  await signIn(page, admin)
  await signIn(other, admin)
  const field = (on: Page) => on.getByRole('textbox', { name: /^Puntos de .*1\.2\.1$/ }).first()
  const give = async (on: Page, points: string): Promise<void> => {
    await field(on).fill(points)
    await field(on).press('Tab')
  }
  await page.goto(scores)
  await other.goto(scores)
  const before = await field(page).inputValue()
  await give(other, '0,25')
  await expect(field(page)).toHaveValue('0,25')

  await test.step('from the question the way leads to its points alone: who, when, and what they were', async () => {
    await page.getByRole('link', { name: 'Historia de 1.2.1', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Historia del formulario' })).toBeVisible()
    const lines = page.getByRole('list', { name: /^Cambios, del más reciente/ }).locator(':scope > li')
    await expect(lines).toHaveCount(1)
    await expect(lines).toContainText('Puntos de 1.2.1')
    await expect(lines).toContainText(admin.fullName)
    await expect(lines.getByRole('definition')).toHaveText(`Antes: ${before}→ Después: 0,25`)
    await expect(page.getByRole('combobox', { name: 'Qué' })).toHaveValue('points')
    await expectNoBarrier(page)
  })

  await test.step('words, kind and person narrow it, in an address that is reloaded', async () => {
    await page.getByRole('button', { name: 'Quitar los filtros' }).click()
    await page.getByRole('searchbox', { name: 'Buscar en la historia' }).fill('nada que exista')
    await expect(page.getByText('Ningún cambio coincide')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Buscar en la historia' }).fill('1.2.1')
    await page.getByRole('combobox', { name: 'Quién' }).selectOption({ label: admin.fullName })
    await expect(page).toHaveURL(/words=1\.2\.1/)
    await page.reload()
    await expect(page.getByRole('searchbox', { name: 'Buscar en la historia' })).toHaveValue('1.2.1')
    await expect(page.getByText('Puntos de 1.2.1')).toBeVisible()
  })

  await test.step('without a network it is there as it was read, and says when; what was never opened says so', async () => {
    await shellKept(page)
    await goOffline(device.context)
    await page.reload()
    await expect(page.getByText(/^Se muestra lo que se leyó el /)).toBeVisible()
    await expect(page.getByText('Puntos de 1.2.1')).toBeVisible()
    await page.getByRole('combobox', { name: 'Qué' }).selectOption({ label: 'Etapas' })
    await expect(page.getByText('Esta parte de la historia no se ha abierto en este equipo.')).toBeVisible()
  })

  const panel = new SyncPanel(page)
  await test.step('what waits on the device is named where it waits and in the history', async () => {
    await page.goto(scores)
    await give(page, '0,2')
    await keptOffline(page, 1)
    await panel.open()
    await expect(panel.root.getByRole('listitem').filter({ hasText: 'Puntos de 1.2.1' })).toContainText('Índice 2025')
    await panel.close()
    await page.goto('/dashboard/formularios/indice-2025/historia')
    await expect(page.getByText('1 cambio suyo espera en este equipo').locator('xpath=..')).toContainText('Puntos de 1.2.1')
  })

  await test.step('what came second shows both values and who was faster', async () => {
    await give(other, '0,1')
    const rest = await RestCaller.signIn(ownServer, admin)
    await expect.poll(async () => JSON.stringify(await rest.get('form/indice-2025/history?kind=points&limit=1'))).toContain(':0.1}')
    await goOnline(device.context)
    await settled(page)
    await panel.open()
    const card = panel.card('Puntos de 1.2.1')
    await expect(card).toContainText('lo vigente0,1')
    await expect(card).toContainText('lo que usted puso0,2')
    await expect(card).toContainText('Usted, en otra pestaña u otro equipo, lo cambió el')
    await expectNoBarrier(page)
    await card.getByRole('link', { name: 'Índice 2025' }).click()
    await expect(field(page)).toHaveValue('0,1')
  })
})

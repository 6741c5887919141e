import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, goOffline, goOnline, signIn, test } from '../fixtures.ts'
import { ledgerOf } from '../ledger.ts'
import { admin } from '../personas.ts'
import { staff, talent } from '../questions.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { keptOffline, settled } from '../screens/sync-panel.ts'

const reason = 'La encargada está con licencia y pidió por correo que se corrija.'

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
}

test('an administrator says why, acts for an institution with and without a network, ends it, and the audit tells all of it', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const device = await newDevice(ownServer.url)
  const page = await device.open()
  await signIn(page, admin)
  const filling = new Questionnaire(page)
  const banner = page.getByRole('region', { name: 'Actuar en nombre de una institución' })
  const name = /^Impersonalizar a .*Norte/

  await test.step('whoever only looks changes nothing', async () => {
    await filling.open(talent)
    await expect(banner).toContainText('Está viendo')
    await expect(filling.question(staff).field).toHaveCount(0)
  })

  await test.step('it begins among the participants, with a reason', async () => {
    await page.goto('/dashboard/formularios/indice-2025/instituciones')
    await page.getByRole('button', { name }).press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Actuar en nombre de/ })
    await dialog.getByRole('button', { name: 'Comenzar' }).click()
    await expect(dialog.getByText('Indique el motivo.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill(reason)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Comenzar' }).click()
    await expect(banner).toContainText('Está actuando en nombre de')
  })

  await test.step('what is done has both names, with a network and without', async () => {
    await filling.open(talent)
    await filling.question(staff).write('431')
    await expect
      .poll(() => ledgerOf(ownServer, 'lab-admin').map(({ name: asked, disposition }) => `${asked} ${disposition}`))
      .toEqual(['answer.set applied'])
    await goOffline(device.context)
    await filling.question(staff).write('432')
    await keptOffline(page, 1)
    await goOnline(device.context)
    await settled(page)
    const history = await filling.question(staff).openHistory()
    await expect(history).toContainText(/Administrador en nombre de .*Norte/)
    await page.keyboard.press('Escape')
  })

  await test.step('the banner stays on other pages, and the account is closed meanwhile', async () => {
    await page.goto('/dashboard/user-settings')
    await expect(banner).toContainText('Está actuando en nombre de')
  })

  await test.step('it ends when they say so', async () => {
    await banner.getByRole('button', { name: 'Terminar' }).click()
    await expect(banner).toHaveCount(0)
  })

  await test.step('the audit tells all of it, narrowed to the institution', async () => {
    await page.goto('/dashboard/auditoria?institution=norte')
    const acts = page.getByRole('list', { name: /^Actos/ }).locator(':scope > li')
    await expect(acts.filter({ hasText: 'Comienza a actuar en nombre de una institución' })).toContainText(reason)
    await expect(acts.filter({ hasText: 'Termina de actuar en nombre de una institución' })).toContainText(admin.fullName)
    const answers = acts.filter({ hasText: 'Responde una pregunta' })
    await expect(answers).toHaveCount(2)
    await expect(answers.first()).toContainText(/Administrador en nombre de .*Norte/)
    await expect(page.getByText(/^Verificada hasta el acto/)).toBeVisible()
    await expectAccessible(page)
  })
})

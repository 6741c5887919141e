import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expectNoBarrier } from '../barriers.ts'
import { expect, goOffline, goOnline, signIn, test } from '../fixtures.ts'
import { ledgerOf } from '../ledger.ts'
import { admin } from '#server/testing/personas.ts'
import { staff, talent } from '#server/testing/questions.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { keptOffline, settled } from '../screens/sync-panel.ts'

const reason = 'La encargada está con licencia y pidió por correo que se corrija.'

/** What the operator's command says of the chain, with an end of it that somebody keeps. */
function verified(dataDir: string, noted: string): string {
  const commands = fileURLToPath(new URL('../../server/cli/commands.ts', import.meta.url))
  return execFileSync(process.execPath, [commands, 'audit', 'verify', noted], {
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: 'utf8',
  })
}

test('an administrator says why, acts for an institution with and without a network, ends it, and the audit tells all of it', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const device = await newDevice(ownServer.url)
  const page = await device.open()
  await test.step('a password that is not theirs lets nobody in', async () => {
    await page.goto('/login')
    await page.getByLabel('Correo electrónico').fill(admin.email)
    await page.getByLabel('Contraseña', { exact: true }).fill('no-es-esta')
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
  })
  await signIn(page, admin)
  const filling = new Questionnaire(page)
  const banner = page.getByRole('region', { name: 'Actuar en nombre de una institución' })
  const name = /^Impersonalizar a .*Norte/

  await test.step('whoever only looks changes nothing', async () => {
    await filling.open(talent)
    await expect(banner).toContainText('Está viendo')
    await expect(filling.question(staff).field).toHaveCount(0)
    await expect(page.getByText('Solo lectura: para responder por la institución, comience a actuar en su nombre.').first()).toBeVisible()
  })

  await test.step('it begins among the participants, with a reason', async () => {
    await page.goto('/dashboard/formularios/indice-2025/instituciones')
    await page.getByRole('button', { name }).press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Actuar en nombre de/ })
    await dialog.getByRole('button', { name: 'Comenzar' }).click()
    await expect(dialog.getByText('Indique el motivo.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill(reason)
    await expectNoBarrier(page)
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

  await test.step('the banner stays on other pages, and the account is closed meanwhile and says why', async () => {
    await page.goto('/dashboard/user-settings')
    await expect(banner).toContainText('Está actuando en nombre de')
    await expect(page.getByText(/^Mientras actúa en nombre de .*Norte.* su cuenta no se cambia/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cambiar contraseña' })).toBeDisabled()
    await expect(page.getByLabel('Nombre', { exact: true })).toBeDisabled()
    await expectNoBarrier(page)
  })

  await test.step('it ends when they say so', async () => {
    await banner.getByRole('button', { name: 'Terminar' }).click()
    await expect(banner).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Cambiar contraseña' })).toBeEnabled()
  })

  await test.step('it begins in the table of institutions too, in the one form whose stage lets them', async () => {
    await page.goto('/dashboard/instituciones')
    await page.getByRole('searchbox').fill('norte')
    await page.getByRole('button', { name: /^Acciones de .*Norte/ }).click()
    await page.getByRole('menuitem', { name: 'Impersonalizar' }).click()
    const dialog = page.getByRole('dialog', { name: /^Actuar en nombre de/ })
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill(reason)
    await dialog.getByRole('button', { name: 'Comenzar' }).click()
    await page.waitForURL('**/form-filling/indice-2025/norte**')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Instituciones' })).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await banner.getByRole('button', { name: 'Terminar' }).click()
    await expect(banner).toHaveCount(0)
  })

  await test.step('the audit tells all of it, narrowed to the institution', async () => {
    await page.goto('/dashboard/auditoria?institution=norte')
    const acts = page.getByRole('list', { name: /^Actos/ }).locator(':scope > li')
    await expect(acts.filter({ hasText: 'Comienza a actuar en nombre de una institución' })).toContainText([reason, reason])
    await expect(acts.filter({ hasText: 'Termina de actuar en nombre de una institución' })).toContainText([admin.fullName, admin.fullName])
    const answers = acts.filter({ hasText: 'Responde una pregunta' })
    await expect(answers).toHaveCount(2)
    await expect(answers.first()).toContainText(/Administrador en nombre de .*Norte/)
    await expect(page.getByText(/^Verificada hasta el acto/)).toBeVisible()
    await expectNoBarrier(page)
  })

  await test.step('the file that is taken away tells who did not get in, and ends where the chain is found to go on as it was written', async () => {
    await page.goto('/dashboard/auditoria')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const file = readFileSync(await (await downloading).path(), 'utf8')
    expect(file).toContain('session.failed')
    const [, n = '', digest = ''] = /\r\n"?(\d+)"?,[^]*?\b([0-9a-f]{64})\b/.exec(file) ?? []
    expect(verified(ownServer.dataDir, `${n}:${digest}`)).toMatch(/^Verified: \d+ acts/)
    await page.reload()
    await expect(
      page
        .getByRole('list', { name: /^Actos/ })
        .locator(':scope > li')
        .first(),
    ).toContainText('Descarga un archivo')
  })
})

import { expect, goOffline, goOnline, shellKept, signIn, test } from '../fixtures.ts'
import { ledgerOf } from '../ledger.ts'
import { admin, evaluator, secondEvaluator } from '../personas.ts'
import { coordination } from '../questions.ts'
import { RestCaller } from '../rest.ts'
import { Evaluation } from '../screens/evaluation.ts'
import { keptOffline, SyncPanel } from '../screens/sync-panel.ts'

const form = 'ensayo-evaluacion'
const observation = 'Falta la fuente de la jefatura'

test('an evaluator whose account is closed while deciding offline loses nothing: it comes out of the copy and goes to who evaluates now', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(180_000)
  const device = await newDevice(ownServer.url)
  const desk = new Evaluation(await device.open())
  let copy = ''

  await test.step('decides without a network', async () => {
    await signIn(desk.page, evaluator)
    await desk.page.goto('/dashboard/device')
    await desk.page.getByRole('button', { name: 'Preparar para trabajar sin conexión' }).click()
    await expect(desk.page.getByText('Listo para usar sin conexión').first()).toBeVisible()
    await shellKept(desk.page)
    await goOffline(device.context)
    await desk.open({ formId: form, institutionId: 'este', subDimensionId: 'en-talento-humano', filter: 'all' })
    await (await desk.turnTo(coordination)).click()
    await desk.card(coordination).focus()
    await desk.page.keyboard.press('o')
    await desk.page.getByRole('textbox', { name: 'Observación' }).fill(observation)
    await desk.page.keyboard.press('Control+Enter')
    await keptOffline(desk.page, 1)
  })

  const lab = await newDevice(ownServer.url)
  const page = await lab.open()
  await test.step('an administrator closes the account, and is told that it is done', async () => {
    await signIn(page, admin)
    await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Usuarios internos' }).click()
    await page.getByRole('searchbox').fill(evaluator.email)
    await page.getByRole('switch', { name: `Cuenta activa de ${evaluator.fullName}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Desactivar' }).click()
    await expect(page.getByText('Cuenta desactivada.').first()).toBeVisible()
    await expect(page.getByRole('switch', { name: `Cuenta activa de ${evaluator.fullName}` })).not.toBeChecked()
  })

  await test.step('at its next contact the device seals what waits, and hands out the copy', async () => {
    await goOnline(device.context)
    await desk.page.waitForURL('**/login?error=revoked')
    const downloading = desk.page.waitForEvent('download')
    await desk.page.getByRole('button', { name: 'Descargar una copia' }).click()
    copy = await (await downloading).path()
    expect(ledgerOf(ownServer, 'lab-evaluadora')).toEqual([])
  })

  await test.step('somebody else evaluates the institution now, and gets what was decided', async () => {
    const acting = await RestCaller.signIn(ownServer, admin)
    const standing = Object(await acting.get(`form/${form}/participant`)) as Record<string, { evaluator: string | null }>
    const institutions = Object.entries(standing).map(([institutionId, each]) => ({
      institutionId,
      evaluatorId: institutionId === 'este' ? 'lab-evaluador2' : each.evaluator,
    }))
    await acting.post(`form/${form}/participant`, { institutions, removed: [] })
    await page.goto('/dashboard/recover-work')
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Elegir copia' }).click()
    await (await choosing).setFiles(copy)
    await expect(page.getByText(`${evaluator.fullName} · ${evaluator.email}`)).toBeVisible()
    await page.getByRole('button', { name: /^Recuperar 1 / }).click()
    await expect(page.getByText('No queda nada por recuperar en esta copia')).toBeVisible()

    const next = await newDevice(ownServer.url)
    const other = await next.open()
    await signIn(other, secondEvaluator)
    const panel = new SyncPanel(other)
    await panel.open()
    await expect(panel.card(observation)).toBeVisible()
  })
})

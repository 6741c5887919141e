import type { Page } from '@playwright/test'
import { expect, goOffline, goOnline, shellKept, test } from '../fixtures.ts'
import { ledgerOf } from '../ledger.ts'
import { admin, delegateElsewhere } from '../personas.ts'
import { coordination, difficulty } from '../questions.ts'
import { RestCaller } from '../rest.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { keptOffline, SyncPanel, upToDate } from '../screens/sync-panel.ts'

const valle = 'Instituto de Ejemplo del Valle'
const costa = 'Servicio Ficticio de la Costa'
const at = (institutionId: 'valle' | 'costa') => ({ institutionId, subDimensionId: 'talento-humano' })
const { fullName } = delegateElsewhere

async function enter(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel(/^correo/i).fill(delegateElsewhere.email)
  await page.getByLabel(/^contraseña/i).fill(delegateElsewhere.password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.waitForURL('**/dashboard/**')
}
const choiceOn = (page: Page) => page.getByRole('dialog', { name: '¿Con qué institución trabajará?' })
const header = (page: Page) => page.getByRole('banner')
/** The institution in front, as the header says it. */
const named = (page: Page, name: string) => header(page).getByText(name).filter({ visible: true })

test('who belongs to two institutions chooses at sign-in and in the header, offline too: what was answered for each arrives in its own history, and one that was taken away keeps the words', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(180_000)
  const device = await newDevice(ownServer.url)
  const questionnaire = new Questionnaire(await device.open())
  const { page } = questionnaire
  const change = async (name: string): Promise<void> => {
    await header(page)
      .getByRole('button', { name: new RegExp(fullName) })
      .click()
    await page.getByRole('menuitem', { name: 'Cambiar de institución' }).click()
    await choiceOn(page).getByRole('radio', { name }).check()
    await choiceOn(page).getByRole('button', { name: 'Continuar' }).click()
    await expect(named(page, name)).toBeVisible()
  }

  await test.step('is asked at sign-in, each institution with what they are there', async () => {
    await enter(page)
    await expect(choiceOn(page).getByRole('radio', { name: valle })).toBeChecked()
    await expect(choiceOn(page).getByText('Líder Institucional')).toBeVisible()
    await expect(choiceOn(page).getByText('Delegado')).toBeVisible()
    await choiceOn(page).getByRole('button', { name: 'Continuar' }).click()
    await expect(page.getByRole('main').getByText(valle).first()).toBeVisible()
    await shellKept(page)
    await upToDate(page)
  })

  await test.step('without a network answers for one, changes in the header, and answers for the other', async () => {
    await goOffline(device.context)
    await questionnaire.open(at('valle'))
    await questionnaire.question(coordination).write('Coordinadora del valle')
    await keptOffline(page, 1)
    await change(costa)
    await expect(page.getByRole('main').getByText(costa).first()).toBeVisible()
    await questionnaire.open(at('costa'))
    await expect(questionnaire.question(coordination).field).not.toHaveValue('Coordinadora del valle')
    await questionnaire.question(coordination).write('Coordinador de la costa')
    await keptOffline(page, 2)
    // The choice outlives the page, also before the server has heard of it.
    await page.reload()
    await expect(named(page, costa)).toBeVisible()
    await expect(choiceOn(page)).toBeHidden()
  })

  await test.step('both arrive, each in its own history, and the next sign-in begins with the one chosen last', async () => {
    await goOnline(device.context)
    await upToDate(page)
    expect(ledgerOf(ownServer, 'valle-lider').map(({ name, disposition }) => `${name} ${disposition}`)).toEqual([
      'answer.set applied',
      'answer.set applied',
    ])
    const lab = await RestCaller.signIn(ownServer, admin)
    const historyIn = async (institution: string): Promise<string> =>
      JSON.stringify(await lab.get(`questionTraceability/form/indice-2025/institution/${institution}/question/th-coordinacion/child/-1`))
    expect(await historyIn('valle')).toContain('Coordinadora del valle')
    expect(await historyIn('valle')).not.toContain('Coordinador de la costa')
    expect(await historyIn('costa')).toContain('Coordinador de la costa')
    expect(await historyIn('costa')).not.toContain('Coordinadora del valle')
    const other = await (await newDevice(ownServer.url)).open()
    await enter(other)
    await expect(choiceOn(other).getByRole('radio', { name: costa })).toBeChecked()
  })

  await test.step('one is taken away while they write for it without a network: the words stay on the device, and the other institution goes on', async () => {
    await goOffline(device.context)
    await questionnaire.open(at('costa'))
    await questionnaire.question(coordination).write('Escrito para la costa sin red')
    await keptOffline(page, 1)
    await questionnaire.open(at('valle'))
    await questionnaire.question(difficulty).write('Escrito para el valle sin red: al equipo le falta tiempo protegido.')
    await keptOffline(page, 2)
    const lab = await (await newDevice(ownServer.url)).open()
    await lab.goto('/login')
    await lab.getByLabel(/^correo/i).fill(admin.email)
    await lab.getByLabel(/^contraseña/i).fill(admin.password)
    await lab.getByRole('button', { name: 'Iniciar sesión' }).click()
    await lab.waitForURL('**/dashboard/**')
    await lab.goto('/dashboard/users/usuarioexterno')
    await lab.getByRole('searchbox').fill(delegateElsewhere.email)
    await lab.getByRole('button', { name: `Acciones de ${fullName}` }).click()
    await lab.getByRole('menuitem', { name: 'Instituciones' }).click()
    await lab.getByRole('button', { name: `Quitar ${costa}` }).click()
    await lab.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click()
    await expect(lab.getByText(`Ya no pertenece a ${costa}.`).first()).toBeVisible()
    await goOnline(device.context)
    await expect(named(page, valle)).toBeVisible()
    await header(page)
      .getByRole('button', { name: new RegExp(fullName) })
      .click()
    await expect(page.getByRole('menuitem', { name: 'Cambiar de institución' })).toBeHidden()
    await page.keyboard.press('Escape')
    const panel = new SyncPanel(page)
    await panel.open()
    await expect(panel.card('Escrito para la costa sin red')).toBeVisible()
    await expect
      .poll(() => ledgerOf(ownServer, 'valle-lider').map(({ disposition }) => disposition))
      .toEqual(['applied', 'applied', 'refused', 'applied'])
  })
})

import { shownCode } from '#server/testing/authenticator.ts'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'
import { admin, evaluator, type Persona } from '../personas.ts'
import { ServerProcess } from '../server.ts'

/** The first step of a sign-in, which leads to the second. */
async function givePassword(page: Page, persona: Persona): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Correo electrónico').fill(persona.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(persona.password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
}

/** The key that a page shows, read off it. */
const keyOn = async (page: Page): Promise<string> => page.getByLabel('Clave', { exact: true }).innerText()

const factorCard = (page: Page) => page.locator('section').filter({ has: page.getByRole('heading', { name: 'Verificación en dos pasos' }) })

test('an evaluator turns two-step verification on, gets in elsewhere by code and by recovery code, and an administrator resets it', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const desk = await (await newDevice(ownServer.url)).open()
  let key = ''
  let codes: string[] = []

  await test.step('the key is shown as a picture and as text, and confirmed with its first code and the password', async () => {
    await signIn(desk, evaluator)
    await desk.goto('/dashboard/user-settings')
    const card = factorCard(desk)
    await card.getByRole('button', { name: 'Activar' }).click()
    await expect(card.getByRole('img', { name: 'Código QR con la clave' })).toBeVisible()
    key = await keyOn(desk)
    await card.getByLabel('Código de la clave nueva').fill('000000')
    await card.getByLabel('Contraseña actual').fill(evaluator.password)
    await card.getByRole('button', { name: 'Activar' }).click()
    await expect(card.getByText('El código no es correcto o ya se usó.')).toBeVisible()
    await card.getByLabel('Código de la clave nueva').fill(shownCode(key, Date.now()))
    await card.getByRole('button', { name: 'Activar' }).click()
    await expect(card.getByRole('list', { name: 'Sus códigos de recuperación' }).getByRole('listitem')).toHaveCount(10)
    codes = await card.getByRole('list', { name: 'Sus códigos de recuperación' }).getByRole('listitem').allInnerTexts()
    await card.getByRole('button', { name: 'Guardé mis códigos' }).click()
    await expect(card.getByText('Le quedan 10 códigos de recuperación.')).toBeVisible()
  })

  const elsewhere = await (await newDevice(ownServer.url)).open()
  await test.step('another computer asks for the code of now, which the keyboard alone gives', async () => {
    await givePassword(elsewhere, evaluator)
    await expect(elsewhere.getByLabel('Código', { exact: true })).toBeFocused()
    // The code that confirmed the key does not work again: the next one does.
    await elsewhere.keyboard.type(shownCode(key, Date.now(), 1))
    await elsewhere.keyboard.press('Enter')
    await elsewhere.waitForURL('**/dashboard/**')
  })

  await test.step('without the telephone a recovery code gets in', async () => {
    const lost = await (await newDevice(ownServer.url)).open()
    await givePassword(lost, evaluator)
    await lost.getByRole('button', { name: 'No tengo mi teléfono: usar un código de recuperación' }).click()
    await lost.getByLabel('Código de recuperación').fill(codes[0] ?? '')
    await lost.getByRole('button', { name: 'Verificar' }).click()
    await lost.waitForURL('**/dashboard/**')
    await desk.reload()
    await expect(factorCard(desk).getByText('Le quedan 9 códigos de recuperación.')).toBeVisible()
  })

  await test.step('an administrator resets it, and the password alone gets in again', async () => {
    const lab = await (await newDevice(ownServer.url)).open()
    await signIn(lab, admin)
    await lab.goto('/dashboard/users/usuariointerno')
    await lab.getByRole('button', { name: `Acciones de ${evaluator.fullName}` }).click()
    await lab.getByRole('menuitem', { name: 'Restablecer la verificación en dos pasos' }).click()
    await lab.getByRole('alertdialog').getByRole('button', { name: 'Restablecer' }).click()
    await expect(lab.getByText('Se quitó la verificación en dos pasos. La persona recibe un correo.')).toBeVisible()
    await signIn(await (await newDevice(ownServer.url)).open(), evaluator)
  })

  await test.step('where the platform asks for it, who has none makes it before they get in', async () => {
    await ownServer.stop()
    const strict = await ServerProcess.launch({ dataDir: ownServer.dataDir, env: { LAB_SECOND_FACTOR: 'evaluators' } })
    const page = await (await newDevice(strict.url)).open()
    await givePassword(page, evaluator)
    await expect(page.getByRole('heading', { name: 'Active la verificación en dos pasos' })).toBeVisible()
    await page.getByLabel('Código', { exact: true }).fill(shownCode(await keyOn(page), Date.now()))
    await page.getByRole('button', { name: 'Activar y entrar' }).click()
    await expect(page.getByRole('list', { name: 'Sus códigos de recuperación' }).getByRole('listitem')).toHaveCount(10)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.waitForURL('**/dashboard/**')
    await strict.stop()
  })
})

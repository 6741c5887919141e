import type { CDPSession, Page } from '@playwright/test'
import { expect, goOffline, goOnline, signIn, test } from '../fixtures.ts'
import { peopleOf } from '#server/testing/personas.ts'

const { leader } = peopleOf('norte')

/** The authenticator that is built into a computer, as the browser's own tools imitate it. */
class Authenticator {
  readonly #tools: CDPSession
  readonly #authenticatorId: string

  private constructor(tools: CDPSession, authenticatorId: string) {
    this.#tools = tools
    this.#authenticatorId = authenticatorId
  }

  static async of(page: Page): Promise<Authenticator> {
    const tools = await page.context().newCDPSession(page)
    await tools.send('WebAuthn.enable')
    const { authenticatorId } = await tools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        // Nobody touches it before they are asked to: among what a form fills in a passkey waits to be chosen.
        automaticPresenceSimulation: false,
      },
    })
    return new Authenticator(tools, authenticatorId)
  }

  /** Whether its person touches it as soon as it asks. */
  async touched(enabled: boolean): Promise<void> {
    await this.#tools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: this.#authenticatorId, enabled })
  }

  async credentials() {
    const { credentials } = await this.#tools.send('WebAuthn.getCredentials', { authenticatorId: this.#authenticatorId })
    return credentials
  }

  async receive(credential: Awaited<ReturnType<Authenticator['credentials']>>[number]): Promise<void> {
    await this.#tools.send('WebAuthn.addCredential', { authenticatorId: this.#authenticatorId, credential })
  }
}

const cardOf = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Llaves de acceso' }) })
    .last()
const button = (page: Page) => page.getByRole('button', { name: 'Entrar con una llave de acceso' })

async function signOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Cerrar sesión', exact: true }).click()
  await page.getByRole('alertdialog', { name: '¿Cerrar sesión?' }).getByRole('button', { name: 'Cerrar sesión' }).click()
  await page.waitForURL('**/login**')
}

test('a leader adds a passkey, signs in with it here and on another computer, and removes it', async ({ newDevice, ownServer }) => {
  test.setTimeout(180_000)
  const desk = await (await newDevice(ownServer.url)).open()
  const key = await Authenticator.of(desk)

  await test.step('added in the settings with the password, by the keyboard alone', async () => {
    await signIn(desk, leader)
    await desk.goto('/dashboard/user-settings')
    const card = cardOf(desk)
    await card.getByRole('button', { name: 'Agregar una llave' }).press('Enter')
    await expect(card.getByLabel('Nombre de la llave')).toBeFocused()
    await desk.keyboard.type('Notebook de la oficina')
    await card.getByLabel('Contraseña actual').fill('no es esta')
    await desk.keyboard.press('Enter')
    await expect(card.getByText('La contraseña actual no es correcta')).toBeVisible()
    expect(await key.credentials()).toHaveLength(0)
    await card.getByLabel('Contraseña actual').fill(leader.password)
    await key.touched(true)
    await desk.keyboard.press('Enter')
    await expect(card.getByRole('listitem')).toContainText('Notebook de la oficina')
    await expect(card.getByRole('listitem')).toContainText('Sin usar todavía')
    await expect(card.getByRole('button', { name: 'Agregar una llave' })).toBeFocused()
    expect(await key.credentials()).toHaveLength(1)
    await key.touched(false)
  })

  await test.step('told behind the bell', async () => {
    await desk.goto('/dashboard/home')
    await expect(desk.getByText('Se agregó una llave de acceso a su cuenta').first()).toBeVisible()
  })

  await test.step('signed out, the button gets in without a password; without a network it is shut', async () => {
    await signOut(desk)
    await expect(button(desk)).toBeEnabled()
    await goOffline(desk.context())
    await expect(button(desk)).toBeDisabled()
    await goOnline(desk.context())
    await key.touched(true)
    // What the form fills in asks the key as well, and may sign in before the button is pressed.
    await expect(async () => {
      if (new URL(desk.url()).pathname === '/login') await button(desk).click({ timeout: 2_000 })
      await desk.waitForURL('**/dashboard/**', { timeout: 10_000 })
    }).toPass()
  })

  await test.step('another computer has it by its provider, and gets in by what the form fills in', async () => {
    const other = await (await newDevice(ownServer.url)).open()
    const same = await Authenticator.of(other)
    await other.goto('/login')
    await expect(button(other)).toBeEnabled()
    const [credential] = await key.credentials()
    if (!credential) throw new Error('the authenticator lost its passkey')
    await same.receive(credential)
    await same.touched(true)
    await other.reload()
    await other.waitForURL('**/dashboard/**')
  })

  await test.step('named anew and removed with the passkey itself; then it opens nothing', async () => {
    await desk.goto('/dashboard/user-settings')
    const card = cardOf(desk)
    await expect(card.getByRole('listitem')).toContainText('Último uso')
    await card.getByRole('button', { name: 'Cambiar nombre: Notebook de la oficina' }).click()
    await desk.keyboard.press('ControlOrMeta+A')
    await desk.keyboard.type('Casa')
    await desk.keyboard.press('Enter')
    await expect(card.getByRole('listitem')).toContainText('Casa')
    await card.getByRole('button', { name: 'Quitar: Casa' }).click()
    const [credential] = await key.credentials()
    // The other computer's copy has signed since: this one's count is behind, as a stolen copy's would be, and it is refused.
    await card.getByRole('button', { name: 'Confirmar con una llave' }).click()
    await expect(desk.getByText('La llave de acceso no se pudo comprobar.', { exact: false }).first()).toBeVisible()
    // How far behind depends on how often the other browser signed: each of its signs is one more refusal here.
    await expect(async () => {
      await card.getByRole('button', { name: 'Confirmar con una llave' }).click({ timeout: 2_000 })
      await expect(card.getByRole('listitem')).toHaveCount(0, { timeout: 5_000 })
    }).toPass()
    // The browser was told, and offers it no more.
    await expect.poll(async () => (await key.credentials()).length).toBe(0)
    await signOut(desk)
    // One that a browser kept all the same opens nothing.
    if (!credential) throw new Error('the authenticator lost its passkey')
    const opensNothing = desk.getByText('Esta llave de acceso ya no abre ninguna cuenta', { exact: false }).first()
    // What the form fills in asks the key as well: refused there, the browser drops it before the button is pressed.
    await expect(async () => {
      if ((await key.credentials()).length === 0) await key.receive(credential)
      if (!(await opensNothing.isVisible())) await button(desk).click({ timeout: 2_000 })
      await expect(opensNothing).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await key.touched(false)
    await signIn(desk, leader)
  })
})

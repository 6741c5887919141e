import { openPeer, settingsOf, type OidcPeer } from '#server/testing/oidc-peer.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { expectNoBarrierAt } from '../barriers.ts'
import { expect, signIn, test } from '../fixtures.ts'
import { delegateElsewhere } from '../personas.ts'
import { freePort, ServerProcess } from '../server.ts'

const person = delegateElsewhere
/** What the person types at the provider, and how their rut is written here. */
const login = '12345678-5'
const rut = '12.345.678-5'

/** The provider's own pages, which ask another host for their letters. */
async function withoutForeignFonts(context: BrowserContext): Promise<void> {
  await context.route(/fonts\.googleapis\.com/, (route) => route.abort())
}

/** What somebody does in front of the provider's pages: who they are, and that the platform may know it. */
async function passProvider(page: Page, peer: OidcPeer): Promise<void> {
  await page.waitForURL(`${peer.issuer}/interaction/**`)
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('whatever')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Who belongs to two institutions is asked with which they work, as after a password. */
async function choose(page: Page): Promise<void> {
  const choice = page.getByRole('dialog', { name: '¿Con qué institución trabajará?' })
  await expect(choice.getByRole('radio')).toHaveCount(2)
  await choice.getByRole('button', { name: 'Continuar' }).click()
  await expect(choice).toBeHidden()
}

const card = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Ingreso con Clave Única' }) })
    .last()
const otherWay = (page: Page) => page.getByRole('button', { name: 'Ingresar con Clave Única' })

test('a person links their Clave Única, signs in with it on a phone and by keyboard, and the address on the way opens nothing elsewhere', async ({
  newDevice,
  ownServer,
}) => {
  await ownServer.stop()
  const port = await freePort()
  const server = await ServerProcess.launch({ dataDir: ownServer.dataDir, env: settingsOf({ kind: 'claveunica', port }) })
  const peer = await openPeer({ kind: 'claveunica', publicUrl: server.url, port })
  const desk = await (await newDevice(server.url)).open()
  await withoutForeignFonts(desk.context())
  await desk.setViewportSize({ width: 1280, height: 900 })

  await test.step('in the settings the rut is put into its form, a wrong one is told, and the provider confirms it', async () => {
    await signIn(desk, person)
    await choose(desk)
    await desk.goto('/dashboard/user-settings')
    await expect(card(desk).getByText('Sin vincular')).toBeVisible()
    await card(desk).getByLabel('Rut').fill('12345678-4')
    await card(desk).getByLabel('Contraseña actual').fill(person.password)
    await card(desk).getByRole('button', { name: 'Vincular con Clave Única' }).click()
    await expect(card(desk).getByText('Rut no valido')).toBeVisible()
    await card(desk).getByLabel('Rut').fill('123456785')
    await card(desk).getByLabel('Contraseña actual').focus()
    await expect(card(desk).getByLabel('Rut')).toHaveValue(rut)
    await expectNoBarrierAt(desk, 'the settings with single sign-on')
    await card(desk).getByRole('button', { name: 'Vincular con Clave Única' }).click()
    await passProvider(desk, peer)
    await desk.waitForURL(`${server.url}/dashboard/user-settings`)
    await expect(card(desk).getByText(`Vinculado con el rut ${rut}`)).toBeVisible()
    expect(desk.url()).not.toContain('token')
  })

  const phone = await (await newDevice(server.url)).open()
  await withoutForeignFonts(phone.context())
  await phone.setViewportSize({ width: 390, height: 844 })
  let wayBack = ''
  await test.step('on a phone the provider’s pages lead in, where the person wanted to go, to both of their institutions', async () => {
    await phone.goto('/dashboard/user-settings')
    await phone.waitForURL('**/login**')
    await expect(otherWay(phone)).toBeVisible()
    await expectNoBarrierAt(phone, 'the sign-in with another way in')
    phone.on('framenavigated', (frame) => {
      if (frame.url().includes('token=')) wayBack = frame.url()
    })
    await otherWay(phone).click()
    await passProvider(phone, peer)
    await phone.waitForURL('**/dashboard/**')
    expect(phone.url()).not.toContain('token')
    await choose(phone)
    await expect(card(phone).getByText(`Vinculado con el rut ${rut}`)).toBeVisible()
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Configuración de usuario')
  })

  const stranger = await (await newDevice(server.url)).open()
  await withoutForeignFonts(stranger.context())
  await test.step('the address with which they came back opens nothing elsewhere, and nothing again', async () => {
    expect(wayBack).toContain('/login?cu=claveunica&token=')
    await stranger.goto(wayBack)
    await expect(stranger.getByText('Ese ingreso venció, ya se usó o empezó en otro navegador.').first()).toBeVisible()
    expect(stranger.url()).not.toContain('token')
    await expect(stranger.getByLabel('Contraseña', { exact: true })).toBeVisible()
  })

  await test.step('by keyboard alone it is one stop after the password’s way', async () => {
    await stranger.goto('/login')
    await expect(otherWay(stranger)).toBeVisible()
    await stranger.getByRole('link', { name: '¿Olvidó su contraseña?' }).focus()
    await stranger.keyboard.press('Tab')
    await expect(otherWay(stranger)).toBeFocused()
    await stranger.keyboard.press('Enter')
    await passProvider(stranger, peer)
    await stranger.waitForURL('**/dashboard/**')
    await choose(stranger)
  })
  await server.stop()
  await peer.stop()
})

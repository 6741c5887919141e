import { openPeer, settingsOf, type OidcPeer } from '#server/testing/oidc-peer.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { expectNoBarrierAt } from '../barriers.ts'
import { expect, shellKept, signIn, test } from '../fixtures.ts'
import { delegateElsewhere, peopleOf } from '#server/testing/personas.ts'
import { upToDate } from '../screens/sync-panel.ts'
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

test('[SO8] [SO10] [SO12] single sign-on: without a network the sign-in page is whole, a provider that is down is told and the password goes on, signing out ends at the provider, and unlinking asks for the password', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(180_000)
  await ownServer.stop()
  const port = await freePort()
  const server = await ServerProcess.launch({ dataDir: ownServer.dataDir, env: settingsOf({ kind: 'claveunica', port }) })
  const peer = await openPeer({ kind: 'claveunica', publicUrl: server.url, port })
  const { leader } = peopleOf('norte')
  const device = await newDevice(server.url)
  const page = await device.open()
  await withoutForeignFonts(device.context)
  const signOut = async (): Promise<void> => {
    await upToDate(page)
    await page.getByRole('banner').getByRole('button', { name: 'Cerrar sesión', exact: true }).click()
    const leave = page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesión' })
    // What waits is sent first: until then a press does nothing.
    await expect(leave).not.toHaveAttribute('aria-busy')
    await leave.click()
    await page.waitForURL('**/login')
  }
  const unavailable = 'El servicio de ingreso único no responde en este momento.'
  const wasAt = (path: string): number => peer.asked.filter((each) => each === path).length

  await test.step('to link, a wrong password is told and nobody is sent anywhere; while the provider is down that is said', async () => {
    await signIn(page, leader)
    await page.goto('/dashboard/user-settings')
    await card(page).getByLabel('Rut').fill(login)
    await card(page).getByLabel('Contraseña actual').fill('no es esta')
    await card(page).getByRole('button', { name: 'Vincular con Clave Única' }).click()
    await expect(card(page).getByText('La contraseña actual no es correcta')).toBeVisible()
    expect(peer.asked).toEqual([])
    await card(page).getByLabel('Contraseña actual').fill(leader.password)
    await card(page).getByRole('button', { name: 'Vincular con Clave Única' }).click()
    await passProvider(page, peer)
    await page.waitForURL(`${server.url}/dashboard/user-settings`)
    await expect(card(page).getByText(`Vinculado con el rut ${rut}`)).toBeVisible()
  })

  await test.step('who came by password is not led to the provider when they sign out', async () => {
    await signOut()
    expect(wasAt('GET /logout')).toBe(0)
  })

  await test.step('without a network the sign-in page is whole, says why it waits, and offers no other way', async () => {
    await expect(otherWay(page)).toBeVisible()
    await shellKept(page)
    await device.context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Sin conexión').first()).toBeVisible()
    await expect(page.getByLabel('Contraseña', { exact: true })).toBeVisible()
    await expect(otherWay(page)).toHaveCount(0)
    await expectNoBarrierAt(page, 'the sign-in without a network')
    await device.context.setOffline(false)
    await expect(otherWay(page)).toBeVisible()
  })

  await test.step('while the provider is down that is said in words, and the password lets in', async () => {
    await peer.stop()
    await page.reload()
    await otherWay(page).click()
    await expect(page.getByText(unavailable, { exact: false }).first()).toBeVisible()
    expect(new URL(page.url()).origin).toBe(server.url)
    await signIn(page, leader)
    await signOut()
    await peer.resume()
  })

  await test.step('who came by Clave Única and signs out ends at its sign-out, and back here; the next one is asked anew', async () => {
    await page.goto('/login')
    await otherWay(page).click()
    // The provider has known this browser since it was linked.
    await page.waitForURL('**/dashboard/**')
    await signOut()
    expect(wasAt('GET /logout')).toBe(1)
    await expect(page.getByLabel('Contraseña', { exact: true })).toBeVisible()
    await otherWay(page).click()
    await page.waitForURL(`${peer.issuer}/interaction/**`)
    await expect(page.getByPlaceholder('Enter any login')).toBeVisible()
  })

  await test.step('unlinking asks for the password again, and then the identity opens nothing', async () => {
    await signIn(page, leader)
    await page.goto('/dashboard/user-settings')
    await card(page).getByRole('button', { name: 'Desvincular' }).click()
    await expect(card(page).getByText('¿Desvincular este ingreso?')).toBeVisible()
    await expectNoBarrierAt(page, 'unlinking single sign-on')
    await card(page).getByLabel('Contraseña actual').fill('no es esta')
    await card(page).getByRole('button', { name: 'Desvincular' }).click()
    await expect(card(page).getByText('La contraseña actual no es correcta')).toBeVisible()
    await card(page).getByLabel('Contraseña actual').fill(leader.password)
    await card(page).getByRole('button', { name: 'Desvincular' }).click()
    await expect(card(page).getByText('Sin vincular')).toBeVisible()
    await signOut()
    await otherWay(page).click()
    await passProvider(page, peer)
    await page.waitForURL('**/login**')
    await expect(page.getByRole('alert').or(page.locator('#refusal')).first()).toBeVisible()
    await expect(page.getByLabel('Contraseña', { exact: true })).toBeVisible()
  })
  await server.stop()
  await peer.stop()
})

import { expect, goOffline, goOnline, sayOnline, shellKept, test } from '../fixtures.ts'
import { peopleOf } from '#server/testing/personas.ts'

/** Files of the application that a page of strangers does without. */
const ofTheApplication = /\/assets\/(?:index|app|area|dexie|router)-[\w-]+\.js$/

test('[CN1] who comes by a letter gets a page without the application, in both languages and without a network, and goes on to the sign-in', async ({
  newDevice,
  ownServer,
}) => {
  const device = await newDevice(ownServer.url)
  const page = await device.open()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const dialog = page.getByRole('dialog', { name: 'Revise su correo' })

  await test.step('the letter is asked for, and a window says so', async () => {
    await page.goto('/recover-password')
    await page.getByLabel('Correo institucional').fill(peopleOf('norte').professional.email)
    await page.getByRole('button', { name: 'Enviar' }).click()
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Volver a iniciar sesión' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    expect(asked.filter((url) => ofTheApplication.test(url))).toEqual([])
    await expect(page).toHaveTitle('Recuperar contraseña - IIP')
  })

  await test.step('its words change with the language', async () => {
    await page.getByRole('button', { name: 'en, English' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Recover password' })).toBeVisible()
    await expect(page).toHaveTitle('Recover password - IIP')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Recover password' })).toBeVisible()
    await page.getByRole('button', { name: 'es, Español' }).click()
  })

  await test.step('the sign-in is another document, and says once that a password was set', async () => {
    await page.getByRole('link', { name: 'Volver a iniciar sesión' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
    const done = page.getByRole('status').filter({ hasText: 'Contraseña' })
    await page.goto('/login?done=password')
    await expect(done).toBeVisible()
    await expect(page).toHaveURL(`${ownServer.url}/login`)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
    await expect(done).toBeHidden()
  })

  await test.step('without a network the worker has both documents', async () => {
    await shellKept(page)
    await sayOnline(device.context)
    await goOffline(device.context)
    await page.goto('/invite?token=abc&email=ana@norte.example')
    await expect(page.getByRole('heading', { level: 1, name: 'Aceptar invitación' })).toBeVisible()
    await expect(page).toHaveURL(`${ownServer.url}/invite`)
    await expect(page.getByText('Necesita conexión a internet.')).toBeVisible()
    await page.getByRole('link', { name: 'Volver a iniciar sesión' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
    await expect(page.getByText('Necesita conexión a internet.')).toBeVisible()
  })

  await test.step('the page of a portal is no connection, and the page finds out by itself when it is gone', async () => {
    const portal = { contentType: 'text/html', body: '<h1>Acepte las condiciones de la red</h1>' }
    await device.context.route('**/api/**', (route) => route.fulfill(portal))
    await goOnline(device.context)
    await page.goto('/recover-password')
    await expect(page.getByText('Necesita conexión a internet.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Enviar' })).toBeDisabled()
    await device.context.unroute('**/api/**')
    await expect(page.getByRole('button', { name: 'Enviar' })).toBeEnabled()
  })
})

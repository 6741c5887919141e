import { expect, signIn, test } from '../fixtures.ts'
import { peopleOf } from '../personas.ts'
import { upToDate } from '../screens/sync-panel.ts'

const { professional } = peopleOf('norte')

test('who is signed in on two computers sees both, ends the other, and only that one asks to sign in again', async ({
  newDevice,
  ownServer,
}) => {
  const here = await (await newDevice(ownServer.url)).open()
  const there = await (await newDevice(ownServer.url)).open()
  await signIn(there, professional)
  await upToDate(there)
  await signIn(here, professional)
  await here.goto('/dashboard/user-settings')
  const sessions = here.locator('section').filter({ has: here.getByRole('heading', { name: 'Dónde tiene la sesión abierta' }) })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByRole('listitem').first()).toContainText('Esta sesión')
  await expect(sessions.getByRole('listitem').nth(1)).toContainText(/^Chrome en .*Último uso/)

  await sessions.getByRole('button', { name: /^Cerrar sesión: Chrome/ }).click()
  await expect(here.getByText('Se cerró 1 sesión')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await there.reload()
  await expect(there.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
  await here.reload()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
})

test('whoever changes their name finds in their account who changed it, when, and from what to what', async ({ newDevice, ownServer }) => {
  const { secondProfessional } = peopleOf('norte')
  const page = await (await newDevice(ownServer.url)).open()
  await signIn(page, secondProfessional)
  await page.goto('/dashboard/user-settings')
  await page.getByLabel('Nombre', { exact: true }).fill('María José')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Usuario actualizado con éxito')).toBeVisible()
  await page.getByText('Historial de su cuenta').click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Cambio de nombre' })).toHaveText(
    new RegExp(`${secondProfessional.fullName} → María José .+ por María José`),
  )
})

import { expect, signIn, test } from '../fixtures.ts'
import { admin, peopleOf } from '#server/testing/personas.ts'

const { leader } = peopleOf('norte')

test('[PG9] in a small window what keeps somebody’s name comes into view as a whole @nightly', async ({ newDevice, ownServer }) => {
  const page = await (await newDevice(ownServer.url)).open()
  await signIn(page, admin)
  await page.goto('/dashboard/users/usuarioexterno')
  await page.getByRole('searchbox').fill(leader.fullName)
  await page.getByRole('button', { name: `Acciones de ${leader.fullName}` }).click()
  await page.getByRole('menuitem', { name: 'Eliminar su nombre…' }).click()
  await page.setViewportSize({ width: 390, height: 640 })
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Motivo').fill('Lo pidió')
  await dialog.getByLabel(/^Escriba/).fill(leader.fullName)
  await dialog.getByRole('button', { name: 'Eliminar para siempre' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Todavía tiene a cargo')
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 })
})

import { expect, signIn, test } from '../fixtures.ts'
import { admin } from '#server/testing/personas.ts'

test('whoever plays in a rehearsal is entered in a tab of their own, and who is in the first tab stays who they are @nightly', async ({
  newDevice,
  ownServer,
}) => {
  const page = await (await newDevice(ownServer.url)).open()
  await signIn(page, admin)
  await page.getByRole('button', { name: 'Acciones de Índice 2025' }).click()
  await page.getByRole('menuitem', { name: 'Ensayar' }).click()
  await page.getByRole('button', { name: 'Ensayar' }).click()
  await page.getByRole('button', { name: 'Siguiente etapa' }).click()
  const opening = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Entrar como Líder institucional' }).first().click()
  const theirs = await opening
  await expect(theirs.getByText(/^Ensayo: hoy hace de/)).toBeVisible()
  await page.reload()
  await expect(page.getByText('En el ensayo hoy es')).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByText(/^Ensayo: hoy hace de/)).toBeVisible()
})

import { readFileSync } from 'node:fs'
import { expect, signIn, test } from '../fixtures.ts'
import { admin, peopleOf } from '../personas.ts'
import { RestCaller } from '../rest.ts'
import { upToDate } from '../screens/sync-panel.ts'

const { professional, leader } = peopleOf('norte')

test('[PG9] somebody takes their data along and asks that their name go: an administrator is told what stands in the way, removes it, and colleagues read a pseudonym', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(180_000)
  const theirs = await (await newDevice(ownServer.url)).open()
  await signIn(theirs, professional)
  await upToDate(theirs)

  await test.step('takes along everything that is kept of them', async () => {
    await theirs.goto('/dashboard/user-settings')
    const downloading = theirs.waitForEvent('download')
    await theirs.getByRole('button', { name: 'Descargar mis datos' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toMatch(/^mis-datos_.+\.zip$/)
    // The list of a zip says the names of its files as they are.
    const bytes = readFileSync(await file.path(), 'latin1')
    for (const name of ['README.txt', 'index.html', 'datapackage.json', 'datos/lo_que_escribio.csv', 'datos/perfil.json'])
      expect(bytes).toContain(name)
  })

  const lab = await (await newDevice(ownServer.url)).open()
  await signIn(lab, admin)
  await lab.goto('/dashboard/users/usuarioexterno')
  const asked = async (name: string): Promise<void> => {
    await lab.getByRole('searchbox').fill(name)
    await lab.getByRole('button', { name: `Acciones de ${name}` }).click()
    await lab.getByRole('menuitem', { name: 'Eliminar su nombre…' }).click()
  }
  const dialog = lab.getByRole('alertdialog')

  await test.step('who leads keeps their name, and what to do first is said', async () => {
    await asked(leader.fullName)
    const wide = lab.viewportSize()
    await lab.setViewportSize({ width: 390, height: 640 })
    await dialog.getByLabel('Motivo').fill('Lo pidió')
    await dialog.getByLabel(/^Escriba/).fill(leader.fullName)
    await dialog.getByRole('button', { name: 'Eliminar para siempre' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Todavía tiene a cargo')
    await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 })
    if (wide) await lab.setViewportSize(wide)
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
  })

  await test.step('the name is typed once more, and goes', async () => {
    await asked(professional.fullName)
    await dialog.getByRole('button', { name: 'Eliminar para siempre' }).click()
    await expect(dialog.getByText('No es el nombre de la cuenta.')).toBeVisible()
    await expect(dialog.getByLabel('Motivo')).toBeFocused()
    await dialog.getByLabel('Motivo').fill('Lo pidió por escrito')
    await dialog.getByRole('button', { name: 'Eliminar para siempre' }).click()
    await expect(dialog.getByLabel(/^Escriba/)).toBeFocused()
    await dialog.getByLabel(/^Escriba/).fill(professional.fullName)
    await dialog.getByRole('button', { name: 'Eliminar para siempre' }).click()
    await expect(lab.getByText(/^Su nombre se eliminó\. Ahora figura como Persona [0-9A-F]{6}\.$/)).toBeVisible()
    await lab.getByRole('searchbox').fill('Persona')
    await expect(lab.getByRole('rowheader', { name: /^Persona [0-9A-F]{6} Sin correo Anonimizada/ })).toBeVisible()
  })

  await test.step('their own device is signed out, and nothing lets them in', async () => {
    await theirs.reload()
    await expect(theirs.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
    await expect(RestCaller.signIn(ownServer, professional)).rejects.toThrow()
  })

  await test.step('colleagues read the pseudonym', async () => {
    const colleague = await (await newDevice(ownServer.url)).open()
    await signIn(colleague, leader)
    await upToDate(colleague)
    await colleague.goto('/dashboard/equipo')
    await expect(colleague.getByText(professional.fullName)).toHaveCount(0)
  })
})

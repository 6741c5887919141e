import { expect, goOffline, goOnline, signIn, test } from '../fixtures.ts'
import { admin } from '../personas.ts'
import { upToDate } from '../screens/sync-panel.ts'

test('an administrator gives institutions another evaluator, takes one out once its name is typed, and brings it back with its answers', async ({
  newDevice,
  ownServer,
}) => {
  const device = await newDevice(ownServer.url)
  const page = await device.open()
  const context = page.context()
  await signIn(page, admin)
  await upToDate(page)
  await page.getByRole('link', { name: /asociar instituciones a Índice 2025/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Asociar instituciones y definir evaluador' })).toBeVisible()
  const list = page.getByRole('list', { name: 'Instituciones' })
  const row = list.getByRole('listitem').filter({ hasText: 'Agencia Ficticia de Faros' })
  const accept = page.getByRole('button', { name: 'Aceptar' })

  await test.step('nothing is sent before it is accepted, and what was chosen is there after a reload', async () => {
    await expect(accept).toBeDisabled()
    await row.getByRole('combobox').selectOption({ label: 'Sin evaluador' })
    await expect(page.getByText('Hay cambios sin aceptar.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Se recuperó lo que había elegido antes.')).toBeVisible()
    await expect(row.getByRole('combobox')).toHaveValue('')
  })

  await test.step('whoever has nobody goes to who has least', async () => {
    await page.getByRole('button', { name: 'Repartir parejo' }).click()
    await expect(row.getByRole('combobox')).not.toHaveValue('')
    await accept.click()
    await expect(page.getByText('Instituciones agregadas con éxito')).toBeVisible()
  })

  await test.step('an institution leaves only once its name is typed', async () => {
    await page.getByRole('link', { name: /asociar instituciones a Índice 2025/ }).click()
    await row.getByRole('checkbox').uncheck()
    await accept.click()
    const dialog = page.getByRole('alertdialog', { name: '¿Quitar 1 institución?' })
    await dialog.getByRole('textbox').fill('Agencia')
    await dialog.getByRole('button', { name: 'Quitar y aceptar' }).click()
    await expect(dialog.getByText('El nombre no coincide.')).toBeVisible()
    await dialog.getByRole('textbox').fill('agencia ficticia de faros')
    await dialog.getByRole('button', { name: 'Quitar y aceptar' }).click()
    await expect(page.getByText('Instituciones agregadas con éxito').last()).toBeVisible()
  })

  await test.step('it comes back as it was, led by who led it', async () => {
    await page.getByRole('link', { name: /asociar instituciones a Índice 2025/ }).click()
    await expect(row).toContainText('vuelve con sus respuestas')
    await row.getByRole('checkbox').check()
    await expect(row.getByRole('combobox', { name: /^Quién lidera/ })).toBeVisible()
    await accept.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Formularios' })).toBeVisible()
    await page.getByRole('link', { name: /asociar instituciones a Índice 2025/ }).click()
    await expect(row).toContainText('12 de 71 respuestas')
  })

  await test.step('without a network it is read, and says that changing needs one', async () => {
    await goOffline(context)
    await page.reload()
    await expect(page.getByText('Se muestra lo que este equipo tiene.')).toBeVisible()
    await expect(list.getByText('Agencia Ficticia de Faros')).toBeVisible()
    await goOnline(context)
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(row.getByRole('checkbox')).toBeChecked()
  })
})

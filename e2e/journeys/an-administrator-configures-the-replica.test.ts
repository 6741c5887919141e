import { expect, goOffline, goOnline, shellKept, signIn, test } from '../fixtures.ts'
import { admin } from '../personas.ts'
import { RestCaller } from '../rest.ts'
import { keptOffline, settled, upToDate } from '../screens/sync-panel.ts'

const path = '/dashboard/replicas?form=indice-2025'

test('an administrator configures the replica, half of it outlives a reload, and what somebody else saved meanwhile is told and chosen from', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const device = await newDevice(ownServer.url)
  const page = await device.open()
  await signIn(page, admin)
  await page.goto(path)
  const points = page.getByRole('textbox', { name: 'Número de puntos' })
  const save = page.getByRole('button', { name: 'Guardar', exact: true })
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true })

  await test.step('saving waits for a number and an exclusion, and too many say so', async () => {
    await expect(save).toBeDisabled()
    await points.fill('12')
    await expect(save).toBeDisabled()
    await box('Marco Institucional').check()
    await expect(page.getByText('El numero supera el total de subdimensiones disponibles')).toBeVisible()
    await points.fill('3')
    await expect(page.getByText('Cambios sin guardar: están en este equipo.')).toBeVisible()
    await page.reload()
    await expect(points).toHaveValue('3')
    await expect(box('Marco Institucional')).toBeChecked()
    await save.click()
    await expect(page.getByText('Replica Guardada.')).toBeVisible()
    await upToDate(page)
  })

  const other = await RestCaller.signIn(ownServer, admin)
  await test.step('somebody else’s configuration is shown beside what is typed, and the person chooses', async () => {
    await points.fill('4')
    await other.post('form/replica/indice-2025', { formId: 'indice-2025', subdimensions: ['talento-humano'], points: '2' })
    await expect(page.getByText('cambió esta configuración mientras tanto')).toBeVisible()
    await expect(page.getByText('Rige ahora: 2 puntos; se excluyen Talento Humano.')).toBeVisible()
    await expect(save).toBeDisabled()
    await page.getByRole('button', { name: 'Guardar la mía' }).click()
    await expect(points).toHaveValue('4')
    await expect
      .poll(() => other.get('form/replica'))
      .toContainEqual(expect.objectContaining({ _id: 'indice-2025', points: '4', subdimensions: ['marco-institucional'] }))
    await upToDate(page)
  })

  await test.step('what is saved without a network and comes second is not applied, and is there to be looked at again', async () => {
    await shellKept(page)
    await goOffline(device.context)
    await points.fill('5')
    await save.click()
    await keptOffline(page, 1)
    await other.post('form/replica/indice-2025', { subdimensions: ['talento-humano'], points: '1' })
    await goOnline(device.context)
    await settled(page)
    await expect(points).toHaveValue('1')
    await expect(page.getByText('Su cambio no se aplicó')).toBeVisible()
    await page.getByRole('button', { name: 'Revisar mi cambio' }).click()
    await expect(points).toHaveValue('5')
    await page.getByRole('button', { name: 'Descartar cambios' }).click()
    await expect(points).toHaveValue('1')
  })

  await page.getByRole('combobox', { name: 'Formulario' }).selectOption({ label: 'Ensayo de réplica' })
  await expect(page.getByText('su configuración no se puede cambiar', { exact: false })).toBeVisible()
  await expect(points).toBeDisabled()
})

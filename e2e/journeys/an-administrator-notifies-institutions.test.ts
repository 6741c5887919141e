import { expect, goOffline, goOnline, shellKept, signIn, test } from '../fixtures.ts'
import { admin, peopleOf } from '../personas.ts'
import { upToDate } from '../screens/sync-panel.ts'

const { leader } = peopleOf('norte')

test('an administrator sees who gets a notification, sends it, and its reader finds it behind the bell and reads it on every device', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const labDevice = await newDevice(ownServer.url)
  const lab = await labDevice.open()
  await signIn(lab, admin)
  await lab.goto('/dashboard/notifications')
  const preview = lab.getByRole('button', { name: 'Ver a quién llega' })

  await test.step('nothing is sent before somebody is chosen, and what is half written rests on the device', async () => {
    await expect(preview).toBeDisabled()
    await lab.getByLabel('Asunto').fill('Taller de innovación')
    await lab.getByLabel('Mensaje').fill('Mañana a las 10 <b>en línea</b>. https://lab.gob.cl/taller')
    await lab.getByLabel('Buscar por nombre o categoría').fill('norte')
    await lab.getByRole('checkbox', { name: /norte/i }).first().check()
    await expect(lab.getByText('1 elegida', { exact: true })).toBeVisible()
    await lab.reload()
    await expect(lab.getByLabel('Asunto')).toHaveValue('Taller de innovación')
    await expect(lab.getByText('1 elegida', { exact: true })).toBeVisible()
  })

  await test.step('the preview is the letter and who gets it', async () => {
    await preview.click()
    await expect(lab.getByRole('heading', { name: 'La reciben 2 personas' })).toBeVisible()
    await expect(lab.getByText(leader.email)).toBeVisible()
    await expect(lab.getByText('Mañana a las 10 <b>en línea</b>.').last()).toBeVisible()
    await lab.getByRole('button', { name: 'Enviar a 2 personas' }).click()
    await expect(lab.getByText('Notificaciones enviadas.').first()).toBeVisible()
    await expect(lab.getByText('2 enviadas')).toBeVisible({ timeout: 20_000 })
  })

  await test.step('without a network what was sent and whom one can notify are there as they were read', async () => {
    await shellKept(lab)
    await goOffline(labDevice.context)
    await lab.reload()
    await expect(lab.getByText('No se pudo consultar al servidor.')).toBeVisible()
    await expect(lab.getByRole('heading', { name: 'Taller de innovación' })).toBeVisible()
    await expect(lab.getByRole('checkbox', { name: /norte/i }).first()).toBeVisible()
    await goOnline(labDevice.context)
    await expect(lab.getByText('No se pudo consultar al servidor.')).toBeHidden()
  })

  const desk = await (await newDevice(ownServer.url)).open()
  const phone = await (await newDevice(ownServer.url)).open()
  await signIn(desk, leader)
  await signIn(phone, leader)
  const bell = (page: typeof desk) => page.getByRole('button', { name: /^Notificaciones/ })
  const drawer = (page: typeof desk) => page.getByRole('dialog', { name: 'Notificaciones' })
  await upToDate(phone)
  await expect(bell(phone)).toHaveAccessibleName(/sin leer/)
  await bell(desk).click()
  await drawer(desk).getByRole('button', { name: 'Marcar todos como leídos' }).click()
  await expect(drawer(desk).getByText('(Sin leer)')).toHaveCount(0)
  await expect(drawer(desk).getByText('Taller de innovación')).toBeVisible()
  await expect(drawer(desk).getByRole('link', { name: 'https://lab.gob.cl/taller' })).toHaveAttribute('rel', /noopener/)
  await expect(bell(phone)).toHaveAccessibleName('Notificaciones')
})

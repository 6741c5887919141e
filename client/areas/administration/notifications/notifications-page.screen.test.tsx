import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { gone, inDialog, pressable } from '#client/testing/find.ts'
import { carryAway } from '#client/testing/letters.ts'
import { demoWorld, renderScreen } from '#client/testing/render-screen.tsx'
import type { TestApp } from '#server/testing/app.ts'
import { admin, peopleOf } from '#server/testing/personas.ts'

const { leader } = peopleOf('norte')
const north = /^Servicio Nacional de Ejemplo Norte/
const opened = (world?: TestApp) => renderScreen(pageAddress('notifications'), { who: admin, world })
const preview = () => screen.getByRole('button', { name: 'Ver a quién llega' })
const words = { subject: 'Taller de innovación', body: 'Mañana a las 10 <b>en línea</b>. https://lab.gob.cl/taller' }

/** Another administrator sends a notification to leader and delegate of an institution. */
async function notify(world: TestApp): Promise<void> {
  const body = { option: '1', template: 'NotificationSent', ...words, institutionIds: ['norte'] }
  expect((await world.call('POST', 'notifications', { token: await world.token('lab-admin'), body })).status).toBe(200)
}

test('nothing is sent before somebody is chosen, and what is half written rests on the device', async () => {
  const { user, load } = await opened()
  expect(await screen.findByRole('checkbox', { name: north })).not.toBeChecked()
  expect(preview()).toBeDisabled()
  await user.type(screen.getByRole('textbox', { name: 'Asunto' }), 'Taller')
  await user.type(screen.getByRole('searchbox', { name: 'Buscar por nombre o categoría' }), 'norte')
  await user.click(screen.getByRole('checkbox', { name: north }))
  expect(await screen.findByText('1 elegida')).toBeVisible()
  await load()
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Asunto' })).toHaveValue('Taller'))
  expect(screen.getByText('1 elegida')).toBeVisible()
})

test('[NT1] the preview is the letter and who gets it, and what is previewed is sent', async () => {
  const { user } = await opened()
  await user.click(await screen.findByRole('checkbox', { name: north }))
  await user.type(screen.getByRole('textbox', { name: 'Asunto' }), words.subject)
  await user.type(screen.getByRole('textbox', { name: /^Mensaje/ }), words.body)
  await user.click(preview())
  expect(await screen.findByRole('heading', { name: 'La reciben 2 personas' })).toBeVisible()
  expect(screen.getByText(leader.email)).toBeVisible()
  expect(screen.getAllByText(/Mañana a las 10 <b>en línea<\/b>\./).at(-1)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Enviar a 2 personas' }))
  expect((await screen.findAllByText('Notificaciones enviadas.'))[0]).toBeVisible()
  expect(await screen.findByText('2 en cola')).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Asunto' })).toHaveValue('')
})

test('without a network what was sent and whom one can notify are there as they were read', async () => {
  const world = await demoWorld()
  await notify(world)
  const { network, load } = await opened(world)
  await screen.findByRole('heading', { name: words.subject })
  network.set('offline')
  await load()
  expect(await screen.findByText(/^No se pudo consultar al servidor\./)).toBeVisible()
  expect(screen.getByRole('heading', { name: words.subject })).toBeVisible()
  expect(screen.getByRole('checkbox', { name: north })).toBeVisible()
  network.set('online')
  await waitFor(() => expect(screen.queryByText(/^No se pudo consultar al servidor\./)).not.toBeInTheDocument())
})

test('its reader finds a notification behind the bell, and what is read there is read on every device', async () => {
  const world = await demoWorld()
  await notify(world)
  const { user } = await renderScreen(pageAddress('home'), { who: leader, world })
  const bell = () => screen.findByRole('button', { name: /^Notificaciones/ })
  await waitFor(async () => expect(await bell()).toHaveAccessibleName(/sin leer/))
  await user.click(await bell())
  const drawer = await inDialog('Notificaciones')
  expect(await drawer.findByText(words.subject)).toBeVisible()
  expect(drawer.getByText(/<b>en línea<\/b>/)).toBeVisible()
  expect(drawer.getByRole('link', { name: 'https://lab.gob.cl/taller' })).toHaveAttribute('rel', expect.stringContaining('noopener'))
  await user.click(drawer.getByRole('button', { name: 'Marcar todos como leídos' }))
  await waitFor(() => expect(drawer.queryByText('(Sin leer)')).not.toBeInTheDocument())
  await user.keyboard('{Escape}')
  await screen.findByRole('button', { name: /^Estado de sincronización: Al día/ })
  await renderScreen(pageAddress('home'), { who: leader, world })
  await screen.findByRole('button', { name: /^Estado de sincronización: Al día/ })
  await waitFor(async () => expect(await bell()).toHaveAccessibleName('Notificaciones'))
})

test('[NT1] a key that is pressed once too often sends nothing, and a send whose reply was lost is asked for again after a reload and went once', async () => {
  const { user, world, network, load } = await opened()
  await user.click(await screen.findByRole('checkbox', { name: north }))
  await user.type(screen.getByRole('textbox', { name: 'Asunto' }), words.subject)
  await user.type(screen.getByRole('textbox', { name: /^Mensaje/ }), 'El martes a las 10.')
  preview().focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('group', { name: 'La reciben 2 personas' })).toHaveFocus())
  await user.keyboard('{Enter}')
  expect(await pressable('Enviar a 2 personas')).toBeVisible()
  expect(await screen.findByText('No existen datos para mostrar')).toBeVisible()

  const found = network.lose(/\/notifications$/)
  await user.click(await pressable('Enviar a 2 personas'))
  expect((await screen.findAllByRole('alert'))[0]).toBeVisible()
  found()
  await load()
  // What was written comes back from the device a moment after the page is there.
  expect(await screen.findByDisplayValue(words.subject)).toBeVisible()
  await user.click(await pressable('Ver a quién llega'))
  await user.click(await pressable('Enviar a 2 personas'))
  expect((await screen.findAllByText('Notificaciones enviadas.'))[0]).toBeVisible()
  expect(await screen.findAllByRole('heading', { name: words.subject })).toHaveLength(1)
  expect((await carryAway(world)).toSorted()).toEqual([peopleOf('norte').delegate.email, leader.email].toSorted())
})

test('each letter of a notification tells what became of it and why, and sent again it goes to those alone whom it did not reach', async () => {
  const world = await demoWorld()
  await notify(world)
  await carryAway(world, [leader.email])
  const { user, load } = await opened(world)
  expect(await screen.findByText('1 rebotada')).toBeVisible()
  expect(screen.getByText('1 enviada')).toBeVisible()
  await user.click(await pressable(/^Ver cada carta/))
  const letter = (await screen.findByText(leader.email)).closest('tr')
  expect(letter).toHaveTextContent('Rebotada')
  expect(letter).toHaveTextContent(`550 No such mailbox: ${leader.email}`)
  await user.click(await pressable('Enviar de nuevo a las fallidas'))
  expect(await screen.findByText('1 en cola')).toBeVisible()
  expect(await carryAway(world)).toEqual([leader.email])
  await load()
  expect(await screen.findByText('2 enviadas')).toBeVisible()
})

test('who was not reached by letter reads a notification in the application, and marks it as read', async () => {
  const world = await demoWorld()
  await notify(world)
  await carryAway(world, [leader.email])
  const { user } = await renderScreen(pageAddress('home'), { who: leader, world })
  await user.click(await screen.findByRole('button', { name: /^Notificaciones.*sin leer/ }))
  const drawer = await inDialog('Notificaciones')
  await user.click(await drawer.findByRole('button', { name: `Marcar como leído: ${words.subject}` }))
  await gone(() => drawer.queryByRole('button', { name: `Marcar como leído: ${words.subject}` }))
  expect(drawer.getByText(/Mañana a las 10/)).toBeVisible()
})

test('[NT5] a final report is announced of the form that is chosen, who has none is named, and each letter can be read before it goes', async () => {
  const world = await demoWorld()
  await world.db.q.updateTable('result_snapshot').set({ published_at: null }).where('institution_id', '=', 'sur').execute()
  const { user } = await opened(world)
  await user.click(await screen.findByRole('checkbox', { name: north }))
  await user.click(screen.getByRole('checkbox', { name: /^Servicio Nacional de Ejemplo Sur/ }))
  await user.selectOptions(screen.getByRole('combobox', { name: /^Plantilla/ }), 'Informe final disponible')
  expect(screen.getByRole('combobox', { name: /^Formulario/ })).toHaveDisplayValue('Índice 2024')
  await user.click(preview())
  expect(await screen.findByText('A 1 institución elegida no se le escribe')).toBeVisible()
  expect(screen.getByText(/no tiene un informe final publicado que pueda leer\.$/)).toHaveTextContent('Servicio Nacional de Ejemplo Sur')
  expect(screen.getByText(/^Carta 1 de 2: así la lee /)).toBeVisible()
  expect(screen.getByText('Informe final disponible: Índice 2024')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Siguiente' }))
  expect(await screen.findByText(/^Carta 2 de 2: así la lee /)).toBeVisible()
})

import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { arrivedAt, inDialog } from '#client/testing/find.ts'
import { demoWorld, renderScreen } from '#client/testing/render-screen.tsx'
import type { TestApp } from '#server/testing/app.ts'
import { admin } from '#server/testing/personas.ts'

const form = 'indice-2025'
const scores = pageAddress('formScores', { form, sub: 'marco-institucional' })
const history = pageAddress('formHistory', { form })
const field = async () => (await screen.findAllByRole('textbox', { name: /^Puntos de .*1\.2\.1$/ }))[0] ?? document.body
const lines = async () => within(await screen.findByRole('list', { name: /^Cambios, del más reciente/ })).getAllByRole('listitem')

/** The administrator gives the question 1.2.1 points on another device. */
async function give(world: TestApp, value: number): Promise<void> {
  const body = { formId: form, pointsByQuestionId: { 'mi-equipo': [{ key: 'true', value }] } }
  const { status } = await world.call('POST', 'points/updateTotals', { token: await world.token('lab-admin'), body })
  expect(status).toBe(200)
}

async function openedAfterChange(address: string) {
  const world = await demoWorld()
  await give(world, 0.25)
  return renderScreen(address, { who: admin, world })
}

test('[FH1] points that are given elsewhere come into the field, and the way leads to their history alone: who, when, and what they were', async () => {
  const { user, world } = await renderScreen(scores, { who: admin })
  await waitFor(async () => expect(await field()).toHaveValue('0,4'))
  await screen.findByRole('button', { name: /^Estado de sincronización: Al día/ })
  await give(world, 0.25)
  await waitFor(async () => expect(await field()).toHaveValue('0,25'))
  await user.click(screen.getByRole('link', { name: 'Historia de 1.2.1' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Historia del formulario' })).toBeVisible()
  const [line, ...others] = await lines()
  expect(others).toEqual([])
  expect(line).toHaveTextContent('Puntos de 1.2.1')
  expect(line).toHaveTextContent(admin.fullName)
  expect(line).toHaveTextContent(/Antes:\s*0,4\s*→\s*Después:\s*0,25/)
  expect(screen.getByRole('combobox', { name: 'Qué' })).toHaveValue('points')
})

test('[FH2] words and person narrow the history, in an address that is reloaded', async () => {
  const { user, load } = await openedAfterChange(history)
  const words = () => screen.findByRole('searchbox', { name: 'Buscar en la historia' })
  await user.type(await words(), 'nada que exista')
  expect(await screen.findByText('Ningún cambio coincide')).toBeVisible()
  await user.clear(await words())
  await user.type(await words(), '1.2.1')
  expect(await screen.findByText('Puntos de 1.2.1')).toBeVisible()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Quién' }), admin.fullName)
  await arrivedAt(/words=1\.2\.1/)
  await arrivedAt(/by=lab-admin/)
  await load()
  expect(await words()).toHaveValue('1.2.1')
  expect(await screen.findByText('Puntos de 1.2.1')).toBeVisible()
})

test('without a network the history is there as it was read, and says when; what was never opened says so', async () => {
  const { user, network, load } = await openedAfterChange(history)
  await screen.findByText('Puntos de 1.2.1')
  network.set('offline')
  await load()
  expect(await screen.findByText(/^Se muestra lo que se leyó el /)).toBeVisible()
  expect(screen.getByText('Puntos de 1.2.1')).toBeVisible()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Qué' }), 'Etapas')
  expect(await screen.findByText('Esta parte de la historia no se ha abierto en este equipo.')).toBeVisible()
})

test('what waits on the device is named where it waits and in the history, and what came second shows both values and who was faster', async () => {
  const { user, world, network } = await renderScreen(scores, { who: admin })
  await waitFor(async () => expect(await field()).toHaveValue('0,4'))
  const chip = await screen.findByRole('button', { name: /^Estado de sincronización: Al día/ })
  const panel = async () => {
    await user.click(chip)
    return inDialog('Sincronización')
  }
  network.set('offline')
  await user.clear(await field())
  await user.type(await field(), '0,2{Tab}')
  await waitFor(() => expect(chip).toHaveAccessibleName(/: Sin conexión \(1 cambio\)/))
  expect((await (await panel()).findByText('Puntos de 1.2.1')).closest('li')).toHaveTextContent('Índice 2025')
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('link', { name: 'Historia de 1.2.1' }))
  const waiting = /1 cambio suyo espera en este equipo y aún no está en la historia\s*Puntos de 1\.2\.1/
  await waitFor(() => expect(screen.getByRole('main')).toHaveTextContent(waiting))

  await give(world, 0.1)
  network.set('online')
  await waitFor(() => expect(chip).toHaveAccessibleName(/: Requiere atención/))
  const card = (await panel()).getByRole('article')
  expect(card).toHaveTextContent('Puntos de 1.2.1')
  expect(card).toHaveTextContent(/lo vigente\s*0,1/)
  expect(card).toHaveTextContent(/lo que usted puso\s*0,2/)
  expect(card).toHaveTextContent('Usted, en otra pestaña u otro equipo, lo cambió el')
  await user.click(within(card).getByRole('link', { name: 'Índice 2025' }))
  await waitFor(async () => expect(await field()).toHaveValue('0,1'))
})

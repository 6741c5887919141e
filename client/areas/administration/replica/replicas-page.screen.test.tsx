import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import type { TestApp } from '#server/testing/app.ts'
import { admin } from '#server/testing/personas.ts'

const opened = () => renderScreen(pageAddress('replicas', { form: 'indice-2025' }), { who: admin })
const points = () => screen.findByRole('textbox', { name: 'Número de puntos' })
const save = () => screen.getByRole('button', { name: 'Guardar' })
const box = (name: string) => screen.getByRole('checkbox', { name })
const isUpToDate = () => screen.findByRole('button', { name: /^Estado de sincronización: Al día/ })

/** The administrator configures the replica on another device. */
async function configure(world: TestApp, given: string, subdimensions: readonly string[]): Promise<void> {
  const body = { formId: 'indice-2025', subdimensions, points: given }
  expect((await world.call('POST', 'form/replica/indice-2025', { token: await world.token('lab-admin'), body })).status).toBe(200)
}
async function configured(world: TestApp): Promise<unknown> {
  const { data } = await world.call('GET', 'form/replica', { token: await world.token('lab-admin') })
  return data
}

test('[RP2] saving the replica waits for a number and an exclusion, too many say so, and half of it outlives a reload', async () => {
  const { user, world, load } = await opened()
  await user.type(await points(), '12')
  expect(save()).toBeDisabled()
  await user.click(box('Marco Institucional'))
  expect(screen.getByText('El numero supera el total de subdimensiones disponibles')).toBeVisible()
  await user.clear(await points())
  await user.type(await points(), '3')
  expect(await screen.findByText('Cambios sin guardar: están en este equipo.')).toBeVisible()
  await load()
  await waitFor(async () => expect(await points()).toHaveValue('3'))
  expect(box('Marco Institucional')).toBeChecked()
  await user.click(save())
  expect(await screen.findByText('Replica Guardada.')).toBeVisible()
  await isUpToDate()
  await waitFor(async () =>
    expect(await configured(world)).toContainEqual(
      expect.objectContaining({ _id: 'indice-2025', points: '3', subdimensions: ['marco-institucional'] }),
    ),
  )
})

test('[RP12] somebody else’s configuration is shown beside what is typed, and the person chooses', async () => {
  const { user, world } = await opened()
  await user.type(await points(), '4')
  await user.click(box('Marco Institucional'))
  await screen.findByRole('button', { name: /^Estado de sincronización: A medio escribir \(1\)/ })
  await configure(world, '2', ['talento-humano'])
  expect(await screen.findByText(/cambió esta configuración mientras tanto$/)).toBeVisible()
  expect(screen.getByText('Rige ahora: 2 puntos; se excluyen Talento Humano.')).toBeVisible()
  expect(save()).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Guardar la mía' }))
  await waitFor(async () =>
    expect(await configured(world)).toContainEqual(
      expect.objectContaining({ _id: 'indice-2025', points: '4', subdimensions: ['marco-institucional'] }),
    ),
  )
  expect(await points()).toHaveValue('4')
})

test('what is saved without a network and comes second is not applied, and is there to be looked at again', async () => {
  const { user, world, network } = await opened()
  await points()
  await isUpToDate()
  network.set('offline')
  await user.type(await points(), '5')
  await user.click(box('Marco Institucional'))
  await user.click(save())
  await screen.findByRole('button', { name: /: Sin conexión \(1 cambio\)/ })
  await configure(world, '1', ['talento-humano'])
  network.set('online')
  expect(await screen.findByText('Su cambio no se aplicó')).toBeVisible()
  expect(await points()).toHaveValue('1')
  await user.click(screen.getByRole('button', { name: 'Revisar mi cambio' }))
  await waitFor(async () => expect(await points()).toHaveValue('5'))
  await user.click(screen.getByRole('button', { name: 'Descartar cambios' }))
  await waitFor(async () => expect(await points()).toHaveValue('1'))
})

test('[RP12] a replica that has begun is configured no more', async () => {
  const { user } = await opened()
  await points()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Formulario' }), 'Ensayo de réplica')
  expect(await screen.findByText(/su configuración no se puede cambiar\./)).toBeVisible()
  expect(await points()).toBeDisabled()
})

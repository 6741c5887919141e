import { screen, waitFor, within } from '@testing-library/dom'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import { pressable } from '#client/testing/find.ts'
import { demoWorld, renderScreen } from '#client/testing/render-screen.tsx'
import { peopleOf } from '#server/testing/personas.ts'

const { professional, secondProfessional } = peopleOf('norte')

test('who is signed in on two devices sees both, ends the other, and only that one is turned away', async () => {
  const world = await demoWorld()
  const there = await world.token('norte-profesional')
  const { user, load } = await renderScreen(pageAddress('settings'), { who: professional, world })
  const sessions = async () => {
    const heading = await screen.findByRole('heading', { name: 'Dónde tiene la sesión abierta' })
    return within(must(heading.closest('section'), 'a heading without its card'))
  }
  const [own, other, ...more] = await (await sessions()).findAllByRole('listitem')
  expect(more).toEqual([])
  expect(own).toHaveTextContent('Esta sesión')
  expect(other).toHaveTextContent(/Último uso/)
  await user.click(within(must(other, 'one session')).getByRole('button', { name: /^Cerrar sesión: / }))
  expect(await screen.findByText('Se cerró 1 sesión')).toBeVisible()
  await waitFor(async () => expect((await sessions()).getAllByRole('listitem')).toHaveLength(1))
  expect((await world.call('GET', 'auth/me', { token: there })).status).toBe(401)
  await load()
  expect(await (await sessions()).findAllByRole('listitem')).toHaveLength(1)
})

test('a device whose session was ended elsewhere asks to sign in again', async () => {
  const { world, load } = await renderScreen(pageAddress('home'), { who: professional })
  await screen.findByRole('button', { name: /^Estado de sincronización: Al día/ })
  await world.db.q.deleteFrom('session').where('user_id', '=', 'norte-profesional').execute()
  await load()
  expect(await screen.findByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
})

test('whoever changes their name finds in their account who changed it, when, and from what to what', async () => {
  const { user } = await renderScreen(pageAddress('settings'), { who: secondProfessional })
  const name = await screen.findByRole('textbox', { name: 'Nombre' })
  await user.clear(name)
  await user.type(name, 'María José')
  await user.click(await pressable('Guardar'))
  expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
  await user.click(screen.getByText('Historial de su cuenta'))
  const line = (await screen.findByText(/Cambio de nombre/)).closest('li')
  expect(line).toHaveTextContent(new RegExp(`${secondProfessional.fullName} → María José .+ por María José`))
})

test('[PG9] somebody takes along everything that is kept of them', async () => {
  const { user, downloads } = await renderScreen(pageAddress('settings'), { who: professional })
  await user.click(await pressable('Descargar mis datos'))
  await waitFor(() => expect(downloads).toHaveLength(1))
  const file = await must(downloads[0], 'nothing was downloaded')
  expect(file.name).toMatch(/^mis-datos_.+\.zip$/)
  const names = Object.keys(unzipSync(new Uint8Array(await file.arrayBuffer())))
  expect(names).toEqual(
    expect.arrayContaining(['README.txt', 'index.html', 'datapackage.json', 'datos/lo_que_escribio.csv', 'datos/perfil.json']),
  )
})

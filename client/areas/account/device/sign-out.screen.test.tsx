import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { placesOf } from '#client/data/session/sealed.ts'
import { inDialog, syncState } from '#client/testing/find.ts'
import { fillingOf } from '#client/testing/norte.ts'
import { cardOf } from '#client/testing/question.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { peopleOf } from '#server/testing/personas.ts'
import { coordination, staff } from '#server/testing/questions.ts'

const { professional } = peopleOf('norte')
/** Databases with the person in their name. */
const databases = async (): Promise<readonly string[]> =>
  (await indexedDB.databases()).flatMap(({ name = '' }) => (name.includes('norte-profesional') ? [name] : []))

test('[TB8] signing out leaves no database with the person in its name, nor the empty one that a browser made of a look at one that was not there', async () => {
  const { user } = await renderScreen(pageAddress('home'), { who: professional })
  await screen.findByRole('button', { name: /^Estado de sincronización: Al día/ })
  const { plain, locked: empty } = placesOf('norte-profesional')
  await new Promise<void>((resolve) => {
    const made = indexedDB.open(empty)
    made.addEventListener('success', () => {
      made.result.close()
      resolve()
    })
  })
  expect((await databases()).toSorted()).toEqual([empty, plain])
  await user.click(await screen.findByRole('button', { name: 'Cerrar sesión' }))
  await user.click((await inDialog('¿Cerrar sesión?', 'alertdialog')).getByRole('button', { name: 'Cerrar sesión' }))
  await waitFor(() => expect(location.pathname).toBe(pageAddress('login')))
  expect(await databases()).toEqual([])
})

test('[TB8] sign-out pressed while the last of it is still asked of a network that hangs counts, and happens without another press', async () => {
  const { user, network } = await renderScreen(pageAddress('home'), { who: professional })
  await screen.findByRole('button', { name: /^Estado de sincronización: Al día/ })
  const release = network.hold(/\/sync\/p/)
  await user.click(await screen.findByRole('button', { name: 'Cerrar sesión' }))
  const out = (await inDialog('¿Cerrar sesión?', 'alertdialog')).getByRole('button', { name: 'Cerrar sesión' })
  await user.click(out)
  expect(out).toHaveAttribute('aria-busy', 'true')
  await waitFor(() => expect(location.pathname).toBe(pageAddress('login')))
  release()
})

test('[ST18] a valid answer that is still in its field is told at sign-out as a change, and what does not fit as a text', async () => {
  const { user, network } = await renderScreen(fillingOf('talento-humano'), { who: professional })
  await syncState('Al día')
  network.set('offline')
  await user.type((await cardOf(coordination)).getByRole('textbox'), 'Jefatura de personas')
  await user.click(screen.getByRole('button', { name: 'Cerrar sesión' }))
  const out = await inDialog('¿Cerrar sesión?', 'alertdialog')
  expect(await out.findByRole('button', { name: /^Descartar 1 cambio y/ })).toBeVisible()
  await user.click(out.getByRole('button', { name: 'Seguir aquí' }))
  await user.type((await cardOf(staff)).getByRole('textbox'), 'abc')
  await user.click(screen.getByRole('button', { name: 'Cerrar sesión' }))
  expect(
    await (await inDialog('¿Cerrar sesión?', 'alertdialog')).findByRole('button', { name: /^Descartar 1 cambio y 1 texto/ }),
  ).toBeVisible()
})

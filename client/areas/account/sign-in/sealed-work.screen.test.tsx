import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import { arrivedAt, inDialog, syncState } from '#client/testing/find.ts'
import { ledgerOf } from '#client/testing/ledger.ts'
import { fillingOf } from '#client/testing/norte.ts'
import { cardOf, write } from '#client/testing/question.ts'
import { demoWorld, renderScreen } from '#client/testing/render-screen.tsx'
import { sealedCopyOf, setActive } from '#client/testing/sealed.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { coordination, staff } from '#server/testing/questions.ts'

const { professional } = peopleOf('norte')
const talent = fillingOf('talento-humano')
const text = 'unas novecientas, falta confirmarlo'
const fieldOf = async (question: string) => (await cardOf(question)).getByRole('textbox')

test('signing out counts what is half written, and a copy takes it to another device', async () => {
  const world = await demoWorld()
  const { user, downloads } = await renderScreen(talent, { who: professional, world })
  await syncState('Al día')
  await write(user, await fieldOf(staff), text)
  await (await cardOf(staff)).findByText('A medio escribir: falta corregirlo')
  await user.click(screen.getByRole('button', { name: 'Cerrar sesión' }))
  const dialog = await inDialog('¿Cerrar sesión?', 'alertdialog')
  expect(await dialog.findByText('Se perderá 1 texto a medio escribir, que aún no es una respuesta ni un comentario.')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Descartar 1 texto y cerrar sesión' })).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Exportar copia y cerrar sesión' }))
  await arrivedAt(/^\/login/)
  const copy = await must(downloads[0], 'nothing was downloaded')

  const other = await renderScreen(pageAddress('device'), { who: professional, world })
  await syncState('Al día')
  await other.user.upload(await screen.findByLabelText('Importar copia', { selector: 'input' }), copy)
  expect((await screen.findAllByText('Copia importada: 0 cambios, 0 archivos, 1 texto a medio escribir.'))[0]).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'A medio escribir (1)' })).toBeVisible()
  await other.load(talent)
  await waitFor(async () => expect(await fieldOf(staff)).toHaveValue(text))
})

test('a deactivated account’s unsent work is sealed on its device, offered as a copy that nobody reads there, and sent when its owner comes back', async () => {
  const page = await renderScreen(talent, { who: professional })
  const { user, world, network } = page
  await syncState('Al día')
  network.set('offline')
  await write(user, await fieldOf(coordination), 'Jefatura de personas')
  await syncState('Sin conexión (1 cambio)')
  await write(user, await fieldOf(staff), text)
  await (await cardOf(staff)).findByText('A medio escribir: falta corregirlo')
  await setActive(world, 'norte-profesional', false)
  const copy = await (await sealedCopyOf(page)).text()
  expect(screen.getByText(`Sin enviar, de ${professional.fullName}: 1 cambio y 1 texto a medio escribir`)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Continuar como/ })).not.toBeInTheDocument()
  expect(await screen.findByText(/^Copia descargada, cifrada: nadie puede leerla en este equipo\./)).toBeVisible()
  expect(copy).not.toContain('Jefatura')
  expect(copy).not.toContain('novecientas')
  expect(JSON.parse(JSON.parse(copy).header)).toMatchObject({ institutions: ['norte'], changes: 1, texts: 1, files: 0 })
  expect(await ledgerOf(world, 'norte-profesional')).toEqual([])

  await setActive(world, 'norte-profesional', true)
  await user.type(screen.getByLabelText('Correo electrónico'), professional.email)
  await user.type(screen.getByLabelText('Contraseña'), professional.password)
  await user.click(screen.getByRole('button', { name: 'Iniciar sesión' }))
  await arrivedAt(/^\/dashboard/)
  await page.load(talent)
  await syncState('A medio escribir (1)')
  expect(await fieldOf(coordination)).toHaveValue('Jefatura de personas')
  expect(await fieldOf(staff)).toHaveValue(text)
  expect((await ledgerOf(world, 'norte-profesional')).map(({ d }) => d)).toEqual(['applied'])
})

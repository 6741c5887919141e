import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import { gone, inDialog, syncState } from '#client/testing/find.ts'
import { ledgerOf } from '#client/testing/ledger.ts'
import { colleagues } from '#client/testing/norte.ts'
import { demoWorld, renderScreen } from '#client/testing/render-screen.tsx'
import type { TestApp } from '#server/testing/app.ts'
import { peopleOf } from '#server/testing/personas.ts'

const { leader, delegate, professional } = peopleOf('norte')
const message = 'Faltan las preguntas de dotación: ¿las vemos hoy?'

/** What stands about somebody of the team. */
async function memberRow(name: string) {
  const heading = await screen.findByRole('heading', { name })
  return within(must(heading.closest<HTMLElement>('li'), 'a member is in no list'))
}

async function writtenWorld(): Promise<TestApp> {
  const world = await demoWorld()
  await colleagues(world)('norte-lider', 'team.write', { userId: 'norte-profesional', text: message })
  return world
}

test('a leader sees without a network who is behind and what waits for them, and writes to one of them', async () => {
  const { user, network, world } = await renderScreen(pageAddress('home'), { who: leader })
  await user.click(await screen.findByRole('link', { name: /^Ver el equipo · \d+ personas con atraso$/ }))
  expect(await screen.findByRole('heading', { name: 'Equipo', level: 1 })).toBeVisible()
  const row = await memberRow(professional.fullName)
  expect(row.getByText('Con atraso')).toBeVisible()
  await syncState('Al día')
  network.set('offline')
  await user.click(row.getByRole('button', { name: `Ver pendientes de ${professional.fullName}` }))
  expect((await row.findAllByRole('button', { name: /^Comentar la pregunta/ }))[0]).toBeVisible()

  await user.click(row.getByRole('button', { name: `Escribir a ${professional.fullName}` }))
  const dialog = await inDialog('Escribir un mensaje')
  const field = dialog.getByRole('textbox', { name: 'Mensaje' })
  await user.clear(field)
  await user.type(field, message)
  await user.click(dialog.getByRole('button', { name: 'Enviar mensaje' }))
  await gone(() => screen.queryByRole('dialog'))
  expect(await row.findByText(/^Usted le escribió/)).toBeVisible()
  network.set('online')
  await waitFor(async () =>
    expect((await ledgerOf(world, 'norte-lider')).map(({ name, d }) => `${name} ${d}`)).toEqual(['team.write applied']),
  )
})

test('the other one who leads sees that it was written and by whom, and does not write again', async () => {
  await renderScreen(pageAddress('team'), { who: delegate, world: await writtenWorld() })
  const row = await memberRow(professional.fullName)
  expect(await row.findByText(new RegExp(`${leader.fullName} le escribió`))).toBeVisible()
  expect(row.queryByRole('button', { name: /^Escribir a/ })).not.toBeInTheDocument()
})

test('whom it was written to reads it behind the bell', async () => {
  const { user } = await renderScreen(pageAddress('home'), { who: professional, world: await writtenWorld() })
  await user.click(await screen.findByRole('button', { name: /^Notificaciones/ }))
  const drawer = await inDialog('Notificaciones')
  expect(await drawer.findByText(/¿las vemos hoy\?/)).toBeVisible()
  expect(drawer.getByText(new RegExp(`${leader.fullName} le escribe`))).toBeVisible()
})

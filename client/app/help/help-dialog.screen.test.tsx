import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import { gone, inDialog, syncState } from '#client/testing/find.ts'
import { ledgerOf } from '#client/testing/ledger.ts'
import { demoWorld, renderScreen } from '#client/testing/render-screen.tsx'
import { admin, evaluator, peopleOf } from '#server/testing/personas.ts'

const { leader } = peopleOf('norte')
const asked = 'No puedo asignar a mi equipo: ¿dónde se hace?'
/** Its words, as they stand among others. */
const words = /No puedo asignar a mi equipo: ¿dónde se hace\?/
const home = pageAddress('home')
const offer = () => screen.queryByRole('complementary', { name: 'Ayuda del laboratorio' })
const offerButton = async () => within(await screen.findByRole('complementary', { name: 'Ayuda del laboratorio' })).getByRole('button')
const item = (of: HTMLElement): HTMLElement => must(of.closest('li'), 'a message is in no list')

test('[HE11] who needs help writes it on a telephone without a network: half written it stays, sent it waits, and with the network it reaches the lab once', async () => {
  const world = await demoWorld()
  const { user, network, load } = await renderScreen(home, { who: leader, world, width: 390 })
  const openHelp = async () => {
    await user.click(await offerButton())
    return inDialog('¿Necesita ayuda?')
  }
  await openHelp()
  await user.keyboard('{Escape}')
  await gone(() => screen.queryByRole('dialog'))
  await syncState('Al día')
  network.set('offline')
  const first = await openHelp()
  expect(await first.findByText(/queda guardado en este equipo y sale cuando haya red/)).toBeVisible()
  expect(first.queryByRole('link', { name: /Conversar/ })).not.toBeInTheDocument()
  await user.type(first.getByRole('textbox', { name: 'Escriba un mensaje' }), asked)
  expect(await first.findByText('Borrador guardado en este equipo')).toBeVisible()
  await user.keyboard('{Escape}')
  await gone(() => screen.queryByRole('dialog'))
  await waitFor(async () => expect(await offerButton()).toHaveFocus())
  const again = await openHelp()
  await waitFor(() => expect(again.getByRole('textbox')).toHaveValue(asked))

  await user.click(again.getByRole('button', { name: 'Enviar mensaje' }))
  expect(await again.findByText('Su mensaje está guardado en este equipo. Saldrá cuando haya red.')).toBeVisible()
  expect(again.getByRole('textbox')).toHaveValue('')
  await user.keyboard('{Escape}')
  await syncState('Sin conexión (1 cambio)')
  await load()
  const later = await openHelp()
  expect(item(await later.findByText(asked))).toHaveTextContent('Guardado en este equipo')
  expect(await ledgerOf(world, 'norte-lider')).toEqual([])

  network.set('online')
  await waitFor(() => expect(item(later.getByText(words))).toHaveTextContent('Recibido el'))
  await user.keyboard('{Escape}')
  expect((await ledgerOf(world, 'norte-lider')).map(({ name, d }) => `${name} ${d}`)).toEqual(['help.ask applied'])
  await user.click(await screen.findByRole('button', { name: /^Notificaciones/ }))
  const drawer = await inDialog('Notificaciones')
  expect(await drawer.findAllByText('Recibimos su mensaje', { exact: false })).toHaveLength(1)
  expect(drawer.getByText(words)).toBeVisible()

  const lab = await renderScreen(pageAddress('forms'), { who: admin, world })
  await lab.user.click(await screen.findByRole('button', { name: /^Notificaciones/ }))
  const theirs = await inDialog('Notificaciones')
  const told = item(must((await theirs.findAllByText(words))[0], 'the lab is told nothing'))
  expect(told).toHaveTextContent(`Consulta de ${leader.fullName}, ${leader.institution ?? ''}`)
  expect(told).toHaveTextContent(leader.email)
})

test('[HE10] help stands after the content of every page of an institution’s person', async () => {
  const { load } = await renderScreen(home, { who: leader })
  for (const at of ['home', 'settings', 'questionnaire', 'faq', 'assignment'] as const) {
    await load(pageAddress(at))
    const help = await screen.findByRole('complementary', { name: 'Ayuda del laboratorio' })
    const main = screen.getByRole('main')
    expect(main.compareDocumentPosition(help) & Node.DOCUMENT_POSITION_FOLLOWING, at).not.toBe(0)
  }
})

test('[HE10] on a telephone it is in the menu of the account, too', async () => {
  const { user } = await renderScreen(home, { who: leader, width: 390 })
  await user.click(await screen.findByRole('button', { name: /^Cuenta/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Pedir ayuda' }))
  await inDialog('¿Necesita ayuda?')
})

for (const who of [admin, evaluator])
  test(`[HE10] nobody of the lab has it: ${who.email}`, async () => {
    await renderScreen(pageAddress('settings'), { who })
    await syncState('Al día')
    expect(offer()).not.toBeInTheDocument()
  })

import { screen, waitFor } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import { arrivedAt, gone, inDialog, syncState } from '#client/testing/find.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { admin, evaluator, peopleOf } from '#server/testing/personas.ts'

const { leader, professional } = peopleOf('norte')
const home = pageAddress('home')
const field = { name: 'Buscar preguntas, personas, páginas y acciones' }
const nothing = 'No hay nada con esas palabras'
const first = (): HTMLElement => must(screen.queryAllByRole('option')[0], 'nothing is found')

/** Opens the search by its key where it is not open, and types. That it has the focus as soon as it opens is a browser's to say. */
async function find(user: UserEvent, words: string): Promise<void> {
  if (!screen.queryByRole('combobox', field)) await user.keyboard('{Control>}k{/Control}')
  const box = await screen.findByRole('combobox', field)
  await user.clear(box)
  await user.type(box, words)
}

test('[GO1] [GO5] a leader finds questions, people, pages and acts by keys alone and without a network, and what they chose last is there first', async () => {
  const { user, network } = await renderScreen(home, { who: leader })
  await syncState('Al día')
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', field)
  await user.keyboard('{Escape}')
  await gone(() => screen.queryByRole('combobox', field))
  network.set('offline')

  await find(user, '231')
  await waitFor(() => expect(first()).toHaveTextContent('2.3.1'))
  expect(first()).toHaveAttribute('aria-selected', 'true')
  expect(screen.getByRole('combobox', field)).toHaveAttribute('aria-activedescendant', first().id)
  expect(screen.getAllByRole('status').filter(({ textContent }) => textContent?.includes('resultado'))).toHaveLength(1)
  await user.keyboard('{Enter}')
  await arrivedAt(/\/form-filling\/.*question=/)
  await waitFor(() => expect(document.activeElement?.closest('article')).not.toBeNull())

  await user.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(first()).toHaveTextContent('2.3.1'))
  await find(user, professional.fullName.split(' ')[0] ?? '')
  await waitFor(() =>
    expect(screen.getAllByRole('option').filter(({ textContent }) => textContent?.includes(professional.fullName))).toHaveLength(1),
  )
  await find(user, 'CONFIGURACION instit')
  await waitFor(() => expect(first()).toHaveTextContent(/Configuración/i))
  await user.keyboard('{Enter}')
  await arrivedAt(/^\/dashboard\/profile-config/)
})

test('[GO2] a professional finds neither a question nor a page that is not theirs', async () => {
  const { user } = await renderScreen(home, { who: professional })
  await syncState('Al día')
  for (const words of ['configuracion institucional', '3.2.1']) {
    await find(user, words)
    expect(await screen.findByText(nothing)).toBeVisible()
    await user.keyboard('{Escape}')
    await gone(() => screen.queryByRole('combobox', field))
  }
})

for (const [who, lands] of [
  [evaluator, /^\/dashboard\/evaluation\//],
  [admin, /^\/dashboard\/form-filling\//],
] as const)
  test(`[GO2] who is of the lab finds institutions, and no act of an institution’s people: ${who.email}`, async () => {
    const { user } = await renderScreen(pageAddress('settings'), { who })
    await syncState('Al día')
    await find(user, 'pedir ayuda')
    expect(await screen.findByText(nothing)).toBeVisible()
    await find(user, 'ejemplo norte')
    await waitFor(() => expect(first()).toHaveTextContent('Norte'))
    await user.keyboard('{Enter}')
    await arrivedAt(lands)
  })

test('[GO7] a window that only shows makes room for the search, and one in which something is written does not', async () => {
  const { user } = await renderScreen(home, { who: leader })
  await syncState('Al día')
  await user.click(screen.getByRole('button', { name: /^Notificaciones/ }))
  await inDialog('Notificaciones')
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', field)
  expect(screen.queryByRole('dialog', { name: 'Notificaciones' })).not.toBeInTheDocument()
  await user.keyboard('{Escape}')
  await gone(() => screen.queryByRole('combobox', field))
  await user.click(await screen.findByRole('button', { name: '¿Necesita ayuda?' }))
  await user.type(await (await inDialog('¿Necesita ayuda?')).findByRole('textbox'), 'No encuentro la pregunta')
  await user.keyboard('{Control>}k{/Control}')
  expect(await screen.findByText('Cierre primero la ventana que está abierta.')).toBeVisible()
  expect(screen.queryByRole('combobox', field)).not.toBeInTheDocument()
})

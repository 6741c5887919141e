import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import { inDialog, gone, syncState } from '#client/testing/find.ts'
import { ledgerOf } from '#client/testing/ledger.ts'
import { fillingOf } from '#client/testing/norte.ts'
import { cardOf, write, type Within } from '#client/testing/question.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { evaluator, peopleOf } from '#server/testing/personas.ts'
import { coordination, difficulty, staff } from '#server/testing/questions.ts'

const { professional, leader } = peopleOf('norte')
const talent = fillingOf('talento-humano')
const kept = 'Borrador guardado en este equipo'
const threadOf = async (card: Within): Promise<Within> => within(await card.findByRole('region', { name: 'Comentarios' }))
const opens = { name: /^(\d+ comentarios?|Comentar)$/ }

test('[HW8] a comment is there after its thread was folded and after a reload, and goes when it is made', async () => {
  const { user, world, load } = await renderScreen(talent, { who: leader })
  const card = await cardOf(coordination)
  await syncState('Al día')
  await user.click(card.getByRole('button', opens))
  const field = { name: 'Nuevo comentario' }
  await user.type((await threadOf(card)).getByRole('textbox', field), 'Falta decir desde cuándo')
  expect(await card.findByText(kept)).toBeVisible()
  await user.click(card.getByRole('button', { name: 'Ocultar comentarios' }))
  await user.click(card.getByRole('button', opens))
  expect((await threadOf(card)).getByRole('textbox', field)).toHaveValue('Falta decir desde cuándo')
  await load()
  const thread = await threadOf(await cardOf(coordination))
  await waitFor(() => expect(thread.getByRole('textbox', field)).toHaveValue('Falta decir desde cuándo'))
  await user.click(thread.getByRole('button', { name: 'Comentar' }))
  expect(within(await thread.findByRole('listitem')).getByText('Falta decir desde cuándo')).toBeVisible()
  await waitFor(async () => expect((await ledgerOf(world, 'norte-lider')).map(({ name }) => name)).toEqual(['comment.add']))
})

test('[HW8] a figure that is none is kept as it was written, also after a reload, and never sent; the state of the device counts it', async () => {
  const { user, world, load } = await renderScreen(talent, { who: professional })
  await syncState('Al día')
  const first = await cardOf(staff)
  await write(user, first.getByRole('textbox'), 'abc')
  expect(await first.findByText(/Lo escrito no es un número/)).toBeVisible()
  expect(await first.findByText('A medio escribir: falta corregirlo')).toBeVisible()
  await load()
  const figure = await cardOf(staff)
  await waitFor(() => expect(figure.getByRole('textbox')).toHaveValue('abc'))
  await write(user, figure.getByRole('textbox'), '900000')
  expect(await figure.findByText(/El número está fuera del rango permitido/)).toBeVisible()
  expect(figure.getByRole('textbox')).toHaveValue('900000')
  await write(user, figure.getByRole('textbox'), '1,500')
  expect(await figure.findByText(/puede leerse como 1\.500 o como 1,5/)).toBeVisible()
  await user.click(await syncState('A medio escribir (1)'))
  expect(await (await inDialog('Sincronización')).findByText('A medio escribir (1)')).toBeVisible()
  expect(await ledgerOf(world, 'norte-profesional')).toEqual([])
})

test('[HW8] an edited comment goes on where it was left', async () => {
  const { user, load } = await renderScreen(talent, { who: leader })
  const card = await cardOf(coordination)
  await syncState('Al día')
  await user.click(card.getByRole('button', opens))
  const before = await threadOf(card)
  await user.type(before.getByRole('textbox', { name: 'Nuevo comentario' }), 'Falta la fecha')
  await user.click(before.getByRole('button', { name: 'Comentar' }))
  await user.click(await before.findByRole('button', { name: 'Editar' }))
  await user.type(await before.findByRole('textbox', { name: 'Editar' }), ' y el cargo')
  expect(await before.findByText(kept)).toBeVisible()
  await load()
  const thread = await threadOf(await cardOf(coordination))
  await waitFor(() => expect(thread.getByRole('textbox', { name: 'Editar' })).toHaveValue('Falta la fecha y el cargo'))
  await user.click(thread.getByRole('button', { name: 'Guardar' }))
  expect(await thread.findByText('Falta la fecha y el cargo')).toBeVisible()
  await gone(() => thread.queryByRole('textbox', { name: 'Editar' }))
})

test('[HW8] an observation is there after a reload and after Escape, and goes when the decision is made of it', async () => {
  const { user, load } = await renderScreen(pageAddress('evaluations'), { who: evaluator })
  await user.click((await screen.findAllByRole('link', { name: /^Evaluar: / }))[0] ?? document.body)
  const queue = within(await screen.findByRole('list', { name: /^Preguntas de/ }))
  await syncState('Al día')
  await user.click(within((await queue.findAllByRole('group'))[0] ?? document.body).getByRole('button', { name: /^Observar/ }))
  const field = () => screen.findByRole('textbox', { name: 'Observación' })
  await user.type(await field(), 'Falta el documento que lo establece')
  expect(await screen.findByText(kept)).toBeVisible()
  await load()
  await user.click(await screen.findByRole('button', { name: 'Seguir escribiendo' }))
  expect(await field()).toHaveValue('Falta el documento que lo establece')
  await user.keyboard('{Escape}')
  expect(await screen.findByText('Hay una observación a medio escribir.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Seguir escribiendo' }))
  ;(await field()).focus()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await gone(() => screen.queryByText('Hay una observación a medio escribir.'))
  await user.click(await syncState('Al día'))
  const panel = await inDialog('Sincronización')
  expect(await panel.findByText('Nada espera envío.')).toBeVisible()
  expect(panel.queryByText(/^A medio escribir/)).not.toBeInTheDocument()
})

test('controls are left out of what is written, cells of a sheet are no number, and a file dropped beside its place changes nothing', async () => {
  const { user } = await renderScreen(talent, { who: professional })
  const figure = await cardOf(staff)
  await syncState('Al día')
  await user.tripleClick(figure.getByRole('textbox'))
  await user.paste('12\t34')
  await user.tab()
  expect(await figure.findByText(/Lo escrito no es un número/)).toBeVisible()
  const coordinator = await cardOf(coordination)
  await user.click(coordinator.getByRole('textbox'))
  await user.paste('Jefa\u0000tura\u0007 de personas')
  await user.tab()
  await waitFor(() => expect(coordinator.getByRole('textbox')).toHaveValue('Jefatura de personas'))

  const heading = screen.getByRole('heading', { level: 1 })
  const dataTransfer = {
    types: ['Files'],
    files: [new File(['%PDF-1.4'], 'acta.pdf', { type: 'application/pdf' })],
    items: [{ kind: 'file' }],
  }
  for (const event of [createEvent.dragOver(heading, { dataTransfer }), createEvent.drop(heading, { dataTransfer })]) {
    fireEvent(heading, event)
    expect(event.defaultPrevented).toBe(true)
  }
})

test('a table of a sheet keeps its cells apart in a long text', async () => {
  const { user } = await renderScreen(talent, { who: professional })
  const essay = await (await cardOf(difficulty)).findByRole('textbox')
  const lines = () => [...essay.querySelectorAll('p')].map(({ textContent }) => textContent?.trim())
  const paste = async (parts: Readonly<Record<string, string>>): Promise<void> => {
    essay.focus()
    await user.keyboard('{Control>}a{/Control}')
    const clipboardData = { types: Object.keys(parts), files: [], items: [], getData: (type: string) => parts[type] ?? '' }
    fireEvent.paste(essay, { clipboardData })
  }
  await paste({
    'text/html':
      '<html><body><table><tr><td><p>celda uno</p></td><td><p>celda <b>dos</b></p></td></tr><tr><td>12</td><td>34<br>56</td></tr></table><div>después</div><div>aparte</div></body></html>',
    'text/plain': 'celda uno\tcelda dos\n12\t34',
  })
  await waitFor(() => expect(lines()).toEqual(['celda uno | celda dos', '12 | 34 56', 'después', 'aparte']))
  await paste({ 'text/plain': 'uno\tdos\n1\t2\u0007\u0000' })
  await waitFor(() => expect(lines().join('\n')).toBe('uno | dos\n1 | 2'))
})

test('[HW9] the list names a question in the language of who reads, and without a network the panel says when the device was last in contact', async () => {
  const { user, network, load } = await renderScreen(talent, { who: leader, language: 'en' })
  const state = (said: RegExp) => screen.findByRole('button', { name: said })
  await state(/^Sync state: Up to date/)
  const [question] = await screen.findAllByRole('article', { name: /^How many people/ })
  const card = within(must(question, 'the demonstration is not in English'))
  await user.click(card.getByRole('button', { name: /^(\d+ comments?|Comment)$/ }))
  await user.type(await card.findByRole('textbox', { name: 'New comment' }), 'To be confirmed')
  expect(await card.findByText('Draft saved on this device')).toBeVisible()
  network.set('offline')
  await load()
  await user.click(await state(/^Sync state: Offline/))
  const panel = await inDialog('Sync')
  expect(await panel.findByRole('link', { name: /^1\.1\.1 How many people/ })).toBeVisible()
  expect(await panel.findByText(/^Last sync: \d/)).toBeVisible()
})

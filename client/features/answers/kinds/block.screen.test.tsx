import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { gone, syncState } from '#client/testing/find.ts'
import { fillingOf } from '#client/testing/norte.ts'
import { cardOf, write } from '#client/testing/question.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { peopleOf } from '#server/testing/personas.ts'
import { initiatives, trained, training } from '#server/testing/questions.ts'

const practices = fillingOf('actividades-practicas')

test('any row of a block is taken away by its own button, after it was named, and comes back with what was in it', async () => {
  const { user, load } = await renderScreen(practices, { who: peopleOf('norte').professional })
  const block = await cardOf(initiatives)
  const count = () => block.getByRole('combobox', { name: '¿Cuántas?' })
  await user.selectOptions(count(), '3')
  const [first] = await block.findAllByRole('listitem')
  const row = within(first ?? block.getByRole('list'))
  await user.type((await row.findAllByRole('textbox'))[0] ?? count(), 'Huella Hídrica')
  await user.tab()
  const named = () => block.findByRole('button', { name: /^1\. Huella Hídrica/ })
  expect(await named()).toBeVisible()

  await user.click(block.getByRole('button', { name: 'Quitar 1. Huella Hídrica' }))
  const warning = within(await block.findByRole('alert'))
  expect(warning.getByText(/«Huella Hídrica»/)).toBeVisible()
  await user.click(warning.getByRole('button', { name: 'Quitar fila' }))
  await gone(() => block.queryByRole('button', { name: /^1\. Huella Hídrica/ }))
  expect(count()).toHaveValue('2')

  await user.click(await screen.findByRole('button', { name: 'Deshacer' }))
  expect(await named()).toBeVisible()
  expect(count()).toHaveValue('3')
  await syncState('Al día')
  await load()
  expect(await (await cardOf(initiatives)).findByRole('button', { name: /^1\. Huella Hídrica/ })).toBeVisible()
})

test('[AN14] a row that was taken out is listed under its block with who and when, and comes back with all that it held', async () => {
  const { user, load } = await renderScreen(practices, { who: peopleOf('norte').professional })
  const block = await cardOf(initiatives)
  await user.selectOptions(block.getByRole('combobox', { name: '¿Cuántas?' }), '3')
  const [first] = await block.findAllByRole('listitem')
  const row = within(first ?? block.getByRole('list'))
  await user.type((await row.findAllByRole('textbox'))[0] ?? block.getByRole('list'), 'Huella Hídrica')
  await user.tab()
  await user.click(await block.findByRole('button', { name: 'Quitar 1. Huella Hídrica' }))
  await user.click(within(await block.findByRole('alert')).getByRole('button', { name: 'Quitar fila' }))
  await syncState('Al día')
  await load()

  const again = await cardOf(initiatives)
  await user.click(await again.findByText(/^Filas quitadas \(\d+\)$/))
  expect(again.getAllByText('Huella Hídrica')[0]).toBeVisible()
  expect(again.getAllByText(/^Cambio de .+, \d\d\/\d\d\/\d{4} \d\d:\d\d$/)[0]).toBeVisible()
  expect(again.getAllByRole('button', { name: /^Historial de / })[0]).toBeInTheDocument()
  await user.click(again.getByRole('button', { name: 'Reponer Huella Hídrica' }))
  expect(await again.findByRole('button', { name: /^3\. Huella Hídrica/ })).toBeVisible()
  await waitFor(() => expect(document.activeElement).toHaveAttribute('data-unit', expect.stringContaining('iniciativas')))
  await syncState('Al día')
})

test('[AN14] what a No left without effect is listed under its question, and comes back with the Sí', async () => {
  const { user } = await renderScreen(fillingOf('talento-humano'), { who: peopleOf('norte').leader })
  const parent = await cardOf(training)
  await user.click(parent.getByRole('radio', { name: 'Sí' }))
  await write(user, await (await cardOf(trained)).findByRole('textbox'), '45')
  await syncState('Al día')
  await user.click(parent.getByRole('radio', { name: 'No' }))
  await user.click(await parent.findByRole('button', { name: 'Cambiar y borrar' }))
  await user.click(await parent.findByText(/^Respuestas que quedaron sin efecto \(\d+\)$/))
  const back = parent.getAllByRole('button', { name: /^Reponer / })
  await user.click(back[0] ?? parent.getByRole('button', { name: /^Reponer / }))
  await waitFor(() => expect(parent.getByRole('radio', { name: 'Sí' })).toBeChecked())
  await gone(() => parent.queryByText(/^Respuestas que quedaron sin efecto/))
  const brought = await cardOf(trained)
  await waitFor(() => expect(brought.getByRole('textbox')).toHaveDisplayValue('45'))
  await syncState('Al día')
})

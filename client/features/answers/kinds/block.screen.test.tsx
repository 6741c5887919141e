import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { gone, syncState } from '#client/testing/find.ts'
import { fillingOf } from '#client/testing/norte.ts'
import { cardOf } from '#client/testing/question.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { peopleOf } from '#server/testing/personas.ts'
import { initiatives } from '#server/testing/questions.ts'

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
  await gone(() => block.queryByText(/Huella Hídrica/))
  expect(count()).toHaveValue('2')

  await user.click(await screen.findByRole('button', { name: 'Deshacer' }))
  expect(await named()).toBeVisible()
  expect(count()).toHaveValue('3')
  await syncState('Al día')
  await load()
  expect(await (await cardOf(initiatives)).findByRole('button', { name: /^1\. Huella Hídrica/ })).toBeVisible()
})

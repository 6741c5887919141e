import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { must } from '#shared/kernel/assert.ts'
import { gone, inDialog, syncState } from '#client/testing/find.ts'
import { ledgerOf } from '#client/testing/ledger.ts'
import { fillingOf } from '#client/testing/norte.ts'
import { cardOf } from '#client/testing/question.ts'
import { demoWorld, renderScreen } from '#client/testing/render-screen.tsx'
import { fillFormers } from '#server/jobs/formers.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { initiatives, staff, training } from '#server/testing/questions.ts'

/** A professional at a sub-dimension, beside whose questions stands what was answered a form ago, without a network. */
async function opened(subDimension: string, question: string) {
  const world = await demoWorld()
  await fillFormers(world.app.server)
  const page = await renderScreen(fillingOf(subDimension), { who: peopleOf('norte').professional, world })
  const card = await cardOf(question)
  await card.findAllByText(/2024/)
  await syncState('Al día')
  page.network.set('offline')
  return { ...page, card }
}

const history = async () => (await inDialog('Historial de cambios de la pregunta')).findAllByText(/Trae la respuesta de 2024/)

test('[FL8] what is not answered is brought with one press without a network, and undone with another; the history says where it is from', async () => {
  const { user, network, card } = await opened('talento-humano', training)
  const then = within(await card.findByRole('region', { name: 'Respuesta de 2024' }))
  expect(then.getByText(/Los archivos no se traen/)).toBeVisible()
  const yes = () => card.getByRole('radio', { name: 'Sí' })
  const bring = async (): Promise<void> => {
    await user.click(await then.findByRole('button', { name: 'Traer respuesta de 2024' }))
    await waitFor(() => expect(yes()).toBeChecked())
  }
  await bring()
  await user.click(await then.findByRole('button', { name: 'Deshacer' }))
  await waitFor(() => expect(yes()).not.toBeChecked())
  await bring()
  network.set('online')
  await syncState('Al día')
  await user.click(card.getByRole('button', { name: 'Historial' }))
  expect((await history()).length).toBeGreaterThan(0)
})

test('[FL8] over what is written it is brought only after a yes with both in sight', async () => {
  const { user, card } = await opened('talento-humano', staff)
  const field = card.getByRole<HTMLInputElement>('textbox')
  const before = field.value
  await user.click(card.getByRole('button', { name: 'Respuesta de 2024' }))
  const bring = () => card.findByRole('button', { name: 'Traer respuesta de 2024' })
  await user.click(await bring())
  const question = await inDialog(undefined, 'alertdialog')
  expect(question.getByText(/Ahora dice/)).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Cancelar' }))
  await gone(() => screen.queryByRole('alertdialog'))
  expect(field).toHaveValue(before)
  await user.click(await bring())
  await user.click((await inDialog(undefined, 'alertdialog')).getByRole('button', { name: 'Reemplazar' }))
  await waitFor(() => expect(field).not.toHaveValue(before))
  await user.click(await card.findByRole('button', { name: 'Deshacer' }))
  await waitFor(() => expect(field).toHaveValue(before))
})

/** What norte's block of initiatives held a year ago. */
const rowsThen = [
  'Recordatorios que respetan a las personas',
  'De entregar subsidios a acompañar proyectos',
  'Mesa de vecindad con los municipios',
]

test('[FL8] the rows of last year’s block are added with what they held, taken back together, and only what is not there is brought again', async () => {
  const { user, network, world, card } = await opened('actividades-practicas', initiatives)
  const then = within(must((await card.findAllByRole('region', { name: 'Respuesta de 2024' }))[0], 'nothing stood there a year ago'))
  for (const name of rowsThen) expect(then.getByText(new RegExp(name))).toBeVisible()
  const bring = { name: 'Traer 3 filas de 2024' }
  const count = () => card.getByRole('combobox', { name: '¿Cuántas?' })
  const rows = (name: string) => card.queryAllByText(new RegExp(`^\\d+\\. ${name}`))
  await user.click(await then.findByRole('button', bring))
  await waitFor(() => expect(rowsThen.map((name) => rows(name).length)).toEqual([1, 1, 1]))
  expect(count()).toHaveValue('3')
  await user.click(await then.findByRole('button', { name: 'Deshacer' }))
  await waitFor(() => expect(rowsThen.map((name) => rows(name).length)).toEqual([0, 0, 0]))
  expect(count()).not.toHaveValue('3')

  await user.click(await then.findByRole('button', bring))
  await waitFor(() => expect(count()).toHaveValue('3'))
  await gone(() => then.queryByRole('button', bring))
  const [first = ''] = rowsThen
  await waitFor(() => expect(rows(first)).toHaveLength(1))
  const opener = must(rows(first)[0]?.closest('button'), 'a row has no button')
  if (opener.getAttribute('aria-expanded') === 'false') await user.click(opener)
  expect(await card.findByDisplayValue(first)).toBeVisible()
  network.set('online')
  await syncState('Al día')
  const sets = (await ledgerOf(world, 'norte-profesional')).filter(({ name }) => name === 'answer.set')
  expect(sets.filter(({ d }) => d !== 'applied' && d !== 'noop')).toEqual([])
  for (const name of rowsThen)
    expect(
      sets.some(({ args }) => args.includes(name)),
      name,
    ).toBe(true)
})

import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { demoWorld, renderScreen } from '#client/testing/render-screen.tsx'
import { admin } from '#server/testing/personas.ts'

test('[PO5] the page of points offers as divisors only numbers with which the rate can be earned', async () => {
  const world = await demoWorld()
  const token = await world.token('lab-admin')
  const made = async (path: string, body: object): Promise<string> => {
    const { data, error } = await world.call('POST', path, { token, body })
    expect(error).toBeUndefined()
    return (data as { readonly _id: string })._id
  }
  const form = await made('form', { name: 'Índice nuevo' })
  const add = (fields: object, more: object = {}) => made(`form/${form}/question`, { dimensionId: `${form}-s11`, fields, ...more })
  const block = await add({ text: 'Equipos', kind: 'Block' })
  await add({ text: '¿Cuántas horas?', kind: 'Number', parent: block }, { isBlock: true })
  await add({ text: '¿Cuántas personas?', kind: 'Number' })
  await add({ text: '¿Cuántas capacitadas?', kind: 'Number' })
  const { user } = await renderScreen(pageAddress('formScores', { form, sub: `${form}-s11` }), { who: admin, world })
  const row = (await screen.findByText('¿Cuántas capacitadas?')).closest('li') ?? document.body
  await user.click(within(row).getByRole('checkbox', { name: 'Es una tasa: se divide por otra respuesta' }))
  const divisor = await within(row).findByRole('combobox', { name: 'Se divide por' })
  expect(
    within(divisor)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['1.1.2 ¿Cuántas personas?'])
})

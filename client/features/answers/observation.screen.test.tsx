import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { pressable } from '#client/testing/find.ts'
import { observed, observedTalent } from '#client/testing/observed.ts'
import { cardOf } from '#client/testing/question.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { peopleOf } from '#server/testing/personas.ts'
import { coordination, staff } from '#server/testing/questions.ts'

test('[PG8] the form to keep an observed answer leaves the focus with the observation', async () => {
  const { user } = await renderScreen(observedTalent, { who: peopleOf('este').leader, world: await observed() })
  const card = await cardOf(coordination)
  await user.click(await pressable('Mantener respuesta'))
  await user.type(await card.findByRole('textbox', { name: 'Justificación' }), 'Está en el anexo')
  await user.click(card.getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(card.getByRole('group', { name: 'Observación de quien evalúa' })).toHaveFocus())
  expect(card.queryByRole('textbox', { name: 'Justificación' })).not.toBeInTheDocument()
  await user.click(card.getByRole('button', { name: 'Mantener respuesta' }))
  expect(await card.findByRole('textbox', { name: 'Justificación' })).toHaveValue('')
  await user.keyboard('Está en el anexo')
  await user.click(card.getByRole('button', { name: 'Mantener respuesta' }))
  expect(await screen.findByText('Está en el anexo')).toBeInTheDocument()
  await waitFor(() => expect(card.getByRole('group', { name: 'Observación de quien evalúa' })).toHaveFocus())
})

test('[PG8] the form of an appeal leaves the focus with the appeal', async () => {
  const address = pageAddress('filling', { form: 'ensayo-replica', institution: 'centro', subDimension: 're-talento-humano' })
  const { user } = await renderScreen(address, { who: peopleOf('centro').leader })
  await user.click(await pressable('Editar justificación'))
  const card = await cardOf(staff)
  await card.findByRole('textbox', { name: 'Justificación de la réplica' })
  await user.click(card.getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(card.getByRole('region', { name: 'Apelación' })).toHaveFocus())
})

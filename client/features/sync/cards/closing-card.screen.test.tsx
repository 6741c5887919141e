import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { syncState } from '#client/testing/find.ts'
import { colleagues, fillingOf } from '#client/testing/norte.ts'
import { cardOf } from '#client/testing/question.ts'
import { demoWorld, renderScreen } from '#client/testing/render-screen.tsx'
import { peopleOf } from '#server/testing/personas.ts'
import { training } from '#server/testing/questions.ts'

test('[CF37] a No that would close what the responsible person answered meanwhile says so with name and answer, and stands once it is asked for again', async () => {
  const world = await demoWorld()
  const says = colleagues(world)
  await says('norte-profesional', 'answer.set', { unit: 'th-capacitacion', value: true })
  const { user, network } = await renderScreen(fillingOf('talento-humano'), { who: peopleOf('norte').leader, world })
  const card = await cardOf(training)
  await waitFor(() => expect(card.getByRole('radio', { name: 'Sí' })).toBeChecked())
  network.set('offline')
  await syncState('Sin conexión')
  await says('norte-profesional', 'answer.set', { unit: 'th-capacitacion-personas', value: 45 })
  await user.click(card.getByRole('radio', { name: 'No' }))
  network.set('online')
  expect(
    await card.findByText(/^Su cambio no se aplicó: dejaría sin efecto lo que Daniela Morgado Vera respondió y usted no había visto\.$/),
  ).toBeVisible()
  expect(card.getByText('45')).toBeVisible()
  await user.click(card.getByRole('button', { name: 'Volver a aplicar la mía' }))
  expect(await card.findByText('Respuestas que quedaron sin efecto (1)')).toBeVisible()
  await waitFor(() => expect(card.getByRole('radio', { name: 'No' })).toBeChecked())
  await syncState('Al día')
})

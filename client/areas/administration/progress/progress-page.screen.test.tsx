import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { gone, inDialog } from '#client/testing/find.ts'
import { colleagues, norte, receiptOf, sentWorld, worldOf } from '#client/testing/norte.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { admin } from '#server/testing/personas.ts'

test('[RC7] an administrator reads why an institution asks to be opened again, and says no with a reason', async () => {
  const world = await sentWorld()
  const ask = colleagues(world)
  await ask('lab-evaluadora', 'answers.open', { send: (await receiptOf(world)).id })
  await ask('norte-lider', 'participant.askReopen', { reason: 'Faltó el anexo del presupuesto' })
  const { user } = await renderScreen(pageAddress('questionnaire', { form: norte.formId }), { who: admin, world })
  await user.click(await screen.findByRole('button', { name: /^Responder a .*Norte/ }))
  const dialog = await inDialog()
  expect(await dialog.findByText(/Faltó el anexo del presupuesto/)).toBeVisible()
  await user.type(dialog.getByRole('textbox'), 'Se corrige en los ajustes')
  await user.click(dialog.getByRole('button', { name: 'No reabrir' }))
  await gone(() => screen.queryByRole('button', { name: /^Responder a .*Norte/ }))
  const answered = { state: 'declined', answer: 'Se corrige en los ajustes' }
  await waitFor(async () => expect((await worldOf(world)).participant.reopenRequest).toMatchObject(answered))
})

import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { arrivedAt, inDialog } from '#client/testing/find.ts'
import { norte, sentWorld } from '#client/testing/norte.ts'
import { renderScreen, type TestScreen } from '#client/testing/render-screen.tsx'
import { wire, type TestApp } from '#server/testing/app.ts'
import { evaluator, peopleOf } from '#server/testing/personas.ts'

const { leader } = peopleOf('norte')

async function pushed(world: TestApp, userId: string, name: string, args: unknown): Promise<void> {
  const mutation = wire(1, name, args, { s: instScope(norte.institutionId, norte.formId), b: null })
  expect((await world.push(await world.token(userId), `device-of-${userId}`, [mutation])).status).toBe(200)
}

async function panelOf({ user }: TestScreen) {
  await user.click(await screen.findByRole('button', { name: /^Estado de sincronización/ }))
  return inDialog('Sincronización')
}

test('[CF38] a send that came after another one says that it was the send, and leads to where that one is taken back', async () => {
  const world = await sentWorld()
  await pushed(world, 'norte-lider', 'answers.send', { reviewed: null })
  const page = await renderScreen(pageAddress('home'), { who: leader, world })
  const panel = await panelOf(page)
  expect(await panel.findByText('El envío no se realizó. Las respuestas ya fueron enviadas y no se pueden editar.')).toBeVisible()
  expect(panel.queryByText(leader.institution ?? '')).not.toBeInTheDocument()
  await page.user.click(await panel.findByRole('link', { name: 'Retirar el envío' }))
  await arrivedAt(/^\/dashboard\/send$/)
})

test('[CF38] a card names the institution to who works for several', async () => {
  const world = await sentWorld()
  await pushed(world, 'lab-evaluadora', 'evaluation.send', {})
  const panel = await panelOf(await renderScreen(pageAddress('evaluations'), { who: evaluator, world }))
  expect(await panel.findByText('La evaluación no se envió. La etapa actual no permite este cambio.')).toBeVisible()
  expect(await panel.findByText(leader.institution ?? '')).toBeVisible()
})

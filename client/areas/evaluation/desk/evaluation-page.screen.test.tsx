import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { syncState } from '#client/testing/find.ts'
import { ledgerOf } from '#client/testing/ledger.ts'
import { demoWorld, renderScreen } from '#client/testing/render-screen.tsx'
import { fillFormers } from '#server/jobs/formers.ts'
import type { TestApp } from '#server/testing/app.ts'
import { evaluator, secondEvaluator } from '#server/testing/personas.ts'

const form = 'ensayo-evaluacion'
const agreements = pageAddress('evaluation', {
  form,
  institution: 'este',
  subDimension: 'en-coordinacion-interinstitucional',
  filter: 'all',
  unit: 'en-ci-convenios',
})
const question = /convenios vigentes con otras instituciones/
const secret = 'Preguntar por el convenio de 2023'
const card = async (name: RegExp) => within(await screen.findByRole('group', { name }))

/** From now on somebody else evaluates the institution. */
async function handOver(world: TestApp): Promise<void> {
  const token = await world.token('lab-admin')
  const { data } = await world.call('GET', `form/${form}/participant`, { token })
  const institutions = Object.entries(data as Record<string, { evaluator: string | null }>).map(([institutionId, each]) => ({
    institutionId,
    evaluatorId: institutionId === 'este' ? 'lab-evaluador2' : each.evaluator,
  }))
  expect((await world.call('POST', `form/${form}/participant`, { token, body: { institutions } })).status).toBe(200)
}

test('without a network an evaluator reads last year’s answer, and goes from one side of an alert to the other and back', async () => {
  const world = await demoWorld()
  await fillFormers(world.app.server)
  const { user, network, load } = await renderScreen(agreements, { who: evaluator, world })
  await (await card(question)).findByText('En «Índice 2024»')
  await syncState('Al día')
  network.set('offline')
  await load(agreements)
  const first = await card(question)
  await user.click(await first.findByText('En «Índice 2024»'))
  expect((await first.findAllByText('Aceptada'))[0]).toBeVisible()
  expect(first.getByText(/pero no declara convenios vigentes/)).toBeVisible()
  await user.click(first.getByRole('link', { name: /^Ver 2\.1\.1/ }))
  const other = await card(/Participó otra entidad pública/)
  expect(await other.findByText(/pero no declara convenios vigentes/)).toBeVisible()
  await user.click(other.getByRole('link', { name: 'Ver 3.2.1' }))
  expect(await screen.findByRole('group', { name: question })).toBeVisible()
})

test('what an evaluator notes and decides without a network is there for who follows them, and the note for nobody of the institution', async () => {
  const { user, world, network } = await renderScreen(agreements, { who: evaluator })
  const own = await card(question)
  await syncState('Al día')
  network.set('offline')
  await user.click(await own.findByRole('button', { name: 'Nota privada' }))
  await user.type(await own.findByRole('textbox', { name: /^Nota privada/ }), secret)
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await own.findByRole('region', { name: 'Nota privada' })).toHaveTextContent(secret)
  await user.click(own.getByRole('button', { name: /^Aceptar/ }))
  await syncState('Sin conexión (2 cambios)')
  network.set('online')
  await syncState('Al día')
  expect((await ledgerOf(world, 'lab-evaluadora')).map(({ name, d }) => `${name} ${d}`)).toEqual([
    'answers.open applied',
    'evaluation.note applied',
    'evaluation.decide applied',
  ])

  await handOver(world)
  await renderScreen(agreements, { who: secondEvaluator, world })
  const next = await card(question)
  expect(await next.findByRole('region', { name: 'Nota privada' })).toHaveTextContent(secret)
  await waitFor(() => expect(next.getByRole('button', { name: /^Aceptar/ })).toHaveAttribute('aria-pressed', 'true'))
  const path = `questionTraceability/form/${form}/institution/este/question/en-ci-convenios/child/-1`
  const traced = await world.call('GET', path, { token: await world.token('este-lider') })
  expect(traced.status).toBe(200)
  expect(JSON.stringify(traced.data)).not.toContain(secret)
})

import { expect, goOffline, goOnline, signIn, test } from '../fixtures.ts'
import { ledgerOf } from '../ledger.ts'
import { admin, evaluator, peopleOf, secondEvaluator } from '../personas.ts'
import { RestCaller } from '../rest.ts'
import { Evaluation } from '../screens/evaluation.ts'
import { keptOffline } from '../screens/sync-panel.ts'

const form = 'ensayo-evaluacion'
const place = {
  formId: form,
  institutionId: 'este',
  subDimensionId: 'en-coordinacion-interinstitucional',
  filter: 'all',
  unit: 'en-ci-convenios',
} as const
const agreements = /convenios vigentes con otras instituciones/
const secret = 'Preguntar por el convenio de 2023'

test('without a network an evaluator reads last year’s answer and an alert, notes something and decides; who follows finds both', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(180_000)
  const device = await newDevice(ownServer.url)
  const desk = new Evaluation(await device.open())
  const { page } = desk

  await test.step('takes the institution along, with what it answered a form ago', async () => {
    await signIn(page, evaluator)
    await desk.open(place)
    await expect(desk.queue.getByText('En «Índice 2024»')).toBeVisible()
    await page.goto('/dashboard/device')
    await page.getByRole('button', { name: 'Preparar para trabajar sin conexión' }).click()
    await expect(page.getByText('Listo para usar sin conexión').first()).toBeVisible()
    await goOffline(device.context)
  })

  await test.step('reads both answers, and goes from one side of the alert to the other and back', async () => {
    await desk.open(place)
    const card = page.getByRole('group', { name: agreements })
    await card.getByText('En «Índice 2024»').click()
    await expect(card.getByText('Aceptada').first()).toBeVisible()
    await expect(card.getByText('pero no declara convenios vigentes')).toBeVisible()
    await card.getByRole('link', { name: /^Ver 2\.1\.1/ }).click()
    const other = page.getByRole('group', { name: /Participó otra entidad pública/ })
    await expect(other.getByText('pero no declara convenios vigentes')).toBeVisible()
    await other.getByRole('link', { name: 'Ver 3.2.1' }).click()
    await expect(page.getByRole('group', { name: agreements })).toBeVisible()
  })

  await test.step('notes what is nobody else’s, and decides', async () => {
    const card = page.getByRole('group', { name: agreements })
    await card.getByRole('button', { name: 'Nota privada' }).click()
    await card.getByRole('textbox', { name: 'Nota privada' }).fill(secret)
    await page.keyboard.press('Control+Enter')
    await expect(card.getByRole('region', { name: 'Nota privada' })).toContainText(secret)
    await card.getByRole('button', { name: /^Aceptar/ }).click()
    await keptOffline(page, 2)
    await goOnline(device.context)
    await expect
      .poll(() => ledgerOf(ownServer, 'lab-evaluadora').map(({ name, disposition }) => `${name} ${disposition}`))
      .toEqual(['answers.open applied', 'evaluation.note applied', 'evaluation.decide applied'])
  })

  await test.step('whoever evaluates next finds the note and the decision; the institution’s leader, the note nowhere', async () => {
    const acting = await RestCaller.signIn(ownServer, admin)
    const standing = Object(await acting.get(`form/${form}/participant`)) as Record<string, { evaluator: string | null }>
    const institutions = Object.entries(standing).map(([institutionId, each]) => ({
      institutionId,
      evaluatorId: institutionId === 'este' ? 'lab-evaluador2' : each.evaluator,
    }))
    await acting.post(`form/${form}/participant`, { institutions, removed: [] })
    const next = new Evaluation(await (await newDevice(ownServer.url)).open())
    await signIn(next.page, secondEvaluator)
    await next.open(place)
    const card = next.page.getByRole('group', { name: agreements })
    await expect(card.getByRole('region', { name: 'Nota privada' })).toContainText(secret)
    await expect(card.getByRole('button', { name: /^Aceptar/ })).toHaveAttribute('aria-pressed', 'true')
    const leader = await RestCaller.signIn(ownServer, peopleOf('este').leader)
    const traced = await leader.get(`questionTraceability/form/${form}/institution/este/question/en-ci-convenios/child/-1`)
    expect(JSON.stringify(traced)).not.toContain(secret)
  })
})

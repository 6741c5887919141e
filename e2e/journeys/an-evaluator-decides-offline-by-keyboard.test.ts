import { expect, goOffline, goOnline, shellKept, signIn, test } from '../fixtures.ts'
import { ledgerOf } from '../ledger.ts'
import { admin, evaluator } from '#server/testing/personas.ts'
import { coordination } from '#server/testing/questions.ts'
import { RestCaller } from '../rest.ts'
import { Evaluation } from '../screens/evaluation.ts'
import { keptOffline, SyncPanel, syncChip, upToDate } from '../screens/sync-panel.ts'

const institution = 'Dirección de Ejemplo del Este'
const coordinationBefore = 'Jefatura de la Unidad de Desarrollo Organizacional'
const coordinationNow = 'Subdirección de Personas'
const decisions = 40

test('an evaluator decides forty answers offline by keyboard alone; the one that changed meanwhile asks again and the others stand', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const device = await newDevice(ownServer.url)
  const desk = new Evaluation(await device.open())
  const { page } = desk
  await signIn(page, evaluator)
  await page.goto('/dashboard/device')
  await page.getByRole('button', { name: 'Preparar para trabajar sin conexión' }).click()
  await expect(page.getByText('Listo para usar sin conexión').first()).toBeVisible()
  await shellKept(page)
  await goOffline(device.context)
  await page.goto('/dashboard/evaluation')

  await test.step('decides with the letters, on to the next sub-dimension when one is done', async () => {
    await page.getByRole('link', { name: `Evaluar: ${institution}` }).focus()
    await page.keyboard.press('Enter')
    await expect(desk.queue).toBeVisible()
    await tabIntoQueue(desk)
    await page.keyboard.press('o')
    await expect(page.getByRole('textbox', { name: 'Observación' })).toBeFocused()
    // Letters that decide elsewhere are only letters here.
    await page.keyboard.type('aro jk: falta la fuente')
    await page.keyboard.press('Control+Enter')
    await keptOffline(page, 1)
    let decided = 1
    let left = (await desk.queue.getByRole('listitem').count()) - 1
    while (decided < decisions) {
      if (left === 0) left = await goOnByKeys(desk)
      await acceptByKey(desk)
      decided += 1
      left -= 1
      await keptOffline(page, decided)
    }
  })

  const acting = await RestCaller.signIn(ownServer, admin)
  await acting.post('impersonation', { formId: 'ensayo-evaluacion', institutionId: 'este', reason: 'La institución lo pidió por teléfono' })
  await acting.post('form/ensayo-evaluacion/saveQuestionAnswerAdmin', {
    questionId: 'en-th-coordinacion',
    answer: coordinationNow,
    institution: 'este',
  })

  await goOnline(device.context)
  await expect(syncChip(page)).toHaveAccessibleName(/Requiere atención \(1\)/)
  // What the device says of its own accord, that the evaluation was opened, is no decision.
  const entries = ledgerOf(ownServer, 'lab-evaluadora').filter(({ name }) => name !== 'answers.open')
  expect(entries.filter(({ disposition }) => disposition === 'applied')).toHaveLength(decisions - 1)
  expect(entries.filter(({ disposition }) => disposition !== 'applied')).toMatchObject([
    { entity: 'evaluation:en-th-coordinacion', disposition: 'lost', code: 'evaluated_old_revision' },
  ])

  await test.step('sees what was decided upon beside what stands now, and decides again', async () => {
    const panel = new SyncPanel(page)
    await panel.open()
    await panel.card('La respuesta cambió después de su evaluación').getByRole('link').click()
    const asked = desk.card(coordination)
    await expect(asked.getByText('Su decisión no se aplicó')).toBeVisible()
    await expect(asked).toContainText(coordinationBefore)
    await expect(asked).toContainText(coordinationNow)
    await asked.getByRole('button', { name: 'Decidir de nuevo: Aceptada' }).click()
    await upToDate(page)
  })
})

/** Presses Tab until the focus is on the queue, as somebody without a pointer does. */
async function tabIntoQueue({ page, queue }: Evaluation): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab')
    expect(await queue.evaluate((list) => list.contains(document.activeElement))).toBe(true)
  }).toPass({ intervals: [0] })
}

/** Accepts the answer that is open; the queue goes on to the next one that waits. */
async function acceptByKey({ page, queue }: Evaluation): Promise<void> {
  const card = queue.getByRole('group').first()
  await expect(card).toBeFocused()
  const [number] = /^[\d.]+/.exec(await card.innerText()) ?? []
  await page.keyboard.press('a')
  await expect(page.getByText(`${number} aceptada`, { exact: true }).first()).toBeVisible()
}

/** Goes by keys from the end of a sub-dimension's queue to the next one. Gives how many answers it shows. */
async function goOnByKeys({ page, queue }: Evaluation): Promise<number> {
  const here = await queue.getAttribute('aria-label')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(queue).not.toHaveAccessibleName(here ?? '')
  return queue.getByRole('listitem').count()
}

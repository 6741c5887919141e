import { expect, goOffline, goOnline, shellKept, signIn, test } from '../fixtures.ts'
import { admin, evaluator, peopleOf } from '../personas.ts'
import { talent } from '../questions.ts'
import { Evaluation } from '../screens/evaluation.ts'
import { upToDate } from '../screens/sync-panel.ts'
import { completeButForTheLeadersSend } from '../story.ts'

const place = { institutionId: 'norte', formId: 'indice-2025' }
const senders = ['norte-profesional', 'norte-profesional2', 'norte-subdimension', 'norte-dimension']

test('what was sent is taken back without a network until the evaluator has opened it; then the leader asks, and the lab answers', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(180_000)
  const { leader } = peopleOf('norte')
  await ownServer.stop()
  await completeButForTheLeadersSend(ownServer.dataDir, place, senders)
  await ownServer.start()
  const own = await newDevice(ownServer.url)
  const leading = await own.open()
  await signIn(leading, leader)
  const receipt = (serial: number) => leading.getByRole('article', { name: new RegExp(`-SENOR-${serial}$`) })
  const send = async (serial: number): Promise<void> => {
    await leading.goto('/dashboard/send')
    // Before the send the pair that does not go together is told, and keeps nobody.
    await expect(leading.getByText('ninguna iniciativa', { exact: false }).first()).toBeVisible()
    await leading.getByRole('button', { name: 'Enviar', exact: true }).click()
    await expect(receipt(serial).getByText('Recibido; nadie lo ha abierto todavía')).toBeVisible()
  }
  await test.step('sent, and taken back without a network: nothing opens before the server has said so', async () => {
    await send(1)
    await shellKept(leading)
    await goOffline(own.context)
    await receipt(1)
      .getByRole('button', { name: /^Retirar el envío/ })
      .click()
    await leading.getByRole('dialog').getByRole('button', { name: 'Retirar', exact: true }).click()
    await expect(leading.getByText('Solicitud de retiro guardada')).toBeVisible()
    await goOnline(own.context)
    await expect(leading.getByText('Todo está listo para enviar')).toBeVisible()
    await expect(leading.getByText('Envío retirado').first()).toBeVisible()
  })
  await test.step('a stranger with number and code is told that it was taken back, and without the code nothing', async () => {
    await leading.getByText(/SENOR-1 · /).click()
    const address = await receipt(1).getByRole('link', { name: 'Página de comprobación' }).getAttribute('href')
    const stranger = await (await newDevice(ownServer.url)).open()
    await stranger.goto(address ?? '')
    await expect(stranger.getByText('El comprobante es auténtico, pero el envío se retiró')).toBeVisible()
    await stranger.goto('/comprobante')
    await stranger.getByLabel(/^Número del comprobante/).fill('IIP-2026-EJ-SENOR-1')
    await stranger.getByLabel(/^Código/).fill('0123 4567 89ab cdef')
    await stranger.getByRole('button', { name: 'Comprobar' }).click()
    await expect(stranger.getByRole('alert')).toContainText('Ningún comprobante tiene ese número y ese código')
  })
  const desk = await newDevice(ownServer.url)
  const evaluation = new Evaluation(await desk.open())
  await test.step('sent again, opened by the evaluator without a network, and the recall meets the opening', async () => {
    await send(2)
    await signIn(evaluation.page, evaluator)
    await evaluation.page.goto('/dashboard/evaluation/indice-2025')
    await upToDate(evaluation.page)
    await shellKept(evaluation.page)
    await goOffline(desk.context)
    await evaluation.open({ ...place, subDimensionId: talent.subDimensionId })
    await goOnline(desk.context)
    await expect(receipt(2).getByText(/^Abierto por /)).toBeVisible()
    await expect(receipt(2).getByRole('button', { name: /^Retirar el envío/ })).toHaveCount(0)
  })
  await test.step('the leader asks, and the lab says no', async () => {
    await leading.getByRole('button', { name: 'Pedir la reapertura' }).click()
    await leading.getByRole('dialog').getByRole('textbox').fill('Faltó el anexo del presupuesto')
    await leading.getByRole('button', { name: 'Enviar solicitud' }).click()
    await expect(leading.getByText('Reapertura pedida')).toBeVisible()
    const lab = await newDevice(ownServer.url)
    const page = await lab.open()
    await signIn(page, admin)
    await page.goto('/dashboard/form-filling/indice-2025')
    await page.getByRole('button', { name: /^Responder a .*Norte/ }).click()
    await expect(page.getByText('Faltó el anexo del presupuesto')).toBeVisible()
    await page.getByRole('dialog').getByRole('textbox').fill('Se corrige en los ajustes')
    await page.getByRole('button', { name: 'No reabrir' }).click()
    await expect(leading.getByText('Se corrige en los ajustes')).toBeVisible()
  })
})

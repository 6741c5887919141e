import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { openRequest } from '#shared/institutions/reopen.ts'
import { must } from '#shared/kernel/assert.ts'
import { instScope, questionnaireScope } from '#shared/protocol/scope.ts'
import { arrivedAt, gone, inDialog, syncState } from '#client/testing/find.ts'
import { ledgerOf } from '#client/testing/ledger.ts'
import { colleagues, fillingOf, norte, readyToSend, receiptOf, sentWorld, worldOf } from '#client/testing/norte.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { readPdf } from '#server/testing/documents/read-text.ts'
import { wire } from '#server/testing/app.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { asking } from '#server/testing/story.ts'

const { leader, professional } = peopleOf('norte')
const sending = pageAddress('send')
const receipt = async () => within(await screen.findByRole('article', { name: /^Comprobante de envío IIP-\d{4}-EJ-SENOR-[\dA-F]{5}-\d+$/ }))
const unopened = 'Recibido; nadie lo ha abierto todavía'
/** An alert that norte's answers raise, and that institutions are told. */
const alert = 'Declara que personas usuarias participaron en la evaluación, pero ninguna iniciativa se evaluó.'
const hint = async () => within(must((await screen.findByText(alert)).closest('li'), 'what is pointed out is in no list'))

test('a leader sends from the questionnaire, and the receipt is there', async () => {
  const { user } = await renderScreen(fillingOf('talento-humano'), { who: leader, world: await readyToSend() })
  await user.click(await screen.findByRole('button', { name: 'Revisar y enviar' }))
  const dialog = await inDialog('Enviar a evaluación')
  expect(await dialog.findByText('Todo está listo para enviar')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Enviar' }))
  await arrivedAt(/^\/dashboard\/send/)
  expect((await receipt()).getByText(unopened)).toBeVisible()
})

test('[RT4] a receipt of what was asked for offline says so, and when', async () => {
  const world = await readyToSend()
  const asked = { s: instScope(norte.institutionId, norte.formId), t: new Date(Date.now() - 7_200_000).toISOString(), b: null }
  const token = await world.token('norte-lider')
  expect((await world.push(token, 'device-of-leader', [wire(1, 'answers.send', { reviewed: null }, asked)])).status).toBe(200)
  await renderScreen(sending, { who: leader, world })
  const own = await receipt()
  expect(own.getByText('Solicitado sin conexión')).toBeVisible()
  expect(own.getByText(/, según el reloj del equipo$/)).toBeVisible()
})

test('[RC1] what was sent is taken back without a network, and nothing opens before the server has said so', async () => {
  const { user, network } = await renderScreen(sending, { who: leader, world: await sentWorld() })
  const own = await receipt()
  await syncState('Al día')
  network.set('offline')
  await user.click(own.getByRole('button', { name: /^Retirar el envío/ }))
  await user.click((await inDialog()).getByRole('button', { name: 'Retirar' }))
  expect(await screen.findByText('Solicitud de retiro guardada')).toBeVisible()
  expect(screen.queryByText('Todo está listo para enviar')).not.toBeInTheDocument()
  network.set('online')
  expect(await screen.findByText('Todo está listo para enviar')).toBeVisible()
  expect((await screen.findAllByText('Envío retirado'))[0]).toBeVisible()
})

test('[RC3] [RC7] once it was opened it is not taken back: the leader asks, and reads what the lab answers', async () => {
  const world = await sentWorld()
  const { user } = await renderScreen(sending, { who: leader, world })
  const own = await receipt()
  expect(own.getByRole('button', { name: /^Retirar el envío/ })).toBeVisible()
  await colleagues(world)('lab-evaluadora', 'answers.open', { send: (await receiptOf(world)).id })
  expect(await own.findByText(/^Abierto por /)).toBeVisible()
  await gone(() => own.queryByRole('button', { name: /^Retirar el envío/ }))

  await user.click(await screen.findByRole('button', { name: 'Pedir la reapertura' }))
  const dialog = await inDialog()
  await user.type(dialog.getByRole('textbox'), 'Faltó el anexo del presupuesto')
  await user.click(dialog.getByRole('button', { name: 'Enviar solicitud' }))
  expect(await screen.findByText('Reapertura pedida')).toBeVisible()
  const request = await waitFor(async () => must(openRequest(await worldOf(world)), 'nobody has asked'))
  await colleagues(world)('lab-admin', 'participant.declineReopen', { request: request.id, reason: 'Se corrige en los ajustes' })
  expect(await screen.findByText(/Se corrige en los ajustes/)).toBeVisible()
})

test('[RT1] without a network the receipt is there, and says when its PDF will be; the PDF says what the page says', async () => {
  const world = await sentWorld()
  const { number, digest } = await receiptOf(world)
  const { user, network, load, downloads } = await renderScreen(sending, { who: leader, world })
  await user.click(await screen.findByRole('button', { name: `Descargar PDF del comprobante ${number}` }))
  const file = await waitFor(() => must(downloads[0], 'nothing is downloaded'))
  expect(file.name).toBe(`${number}.pdf`)
  const text = (await readPdf(new Uint8Array(await file.arrayBuffer()))).text.replaceAll(/\s+/g, ' ')
  for (const each of [number, leader.institution ?? '', leader.fullName, 'Índice 2025']) expect(text).toContain(each)
  expect(text.replaceAll(' ', '')).toContain(digest)

  await syncState('Al día')
  network.set('offline')
  await load()
  const own = await receipt()
  expect(own.getByText(number)).toBeVisible()
  expect(await own.findByText(/El PDF se descarga con conexión\./)).toBeVisible()
  expect(own.queryByRole('button', { name: /^Descargar PDF/ })).not.toBeInTheDocument()
})

test('[TM23] a receipt, on the page and on paper, says when and until when with the zone, and the page with the device’s own time beside', async () => {
  const world = await sentWorld()
  const { user, downloads } = await renderScreen(sending, { who: leader, world, zone: 'Pacific/Easter' })
  const own = await receipt()
  const zoned = String.raw`hora de Chile continental \((?:\d+ \S+, )?\d\d:\d\d en este equipo\)$`
  expect(own.getAllByText(new RegExp(String.raw`^\d\d/\d\d/\d{4} \d\d:\d\d, ${zoned}`)).length).toBeGreaterThan(1)
  expect(own.getAllByText(new RegExp(String.raw` al \d+ \S+ \d{4}, 23:59, ${zoned}`)).length).toBeGreaterThan(0)
  await user.click(own.getByRole('button', { name: /^Descargar PDF/ }))
  const file = await waitFor(() => must(downloads[0], 'nothing is downloaded'))
  const text = (await readPdf(new Uint8Array(await file.arrayBuffer()))).text.replaceAll(/\s+/g, ' ')
  expect(text).toMatch(/Enviado \d+ de \w+ de \d{4}, \d\d:\d\d, hora de Chile continental/)
  expect(text).toMatch(/ al \d+ de \w+ de \d{4}, 23:59, hora de Chile continental\./)
})

test('[FM3] a receipt in English calls the stages that come next in English', async () => {
  await renderScreen(sending, { who: leader, world: await sentWorld(), language: 'en' })
  expect(await screen.findByText(/^Evaluators’ comments on the data: From /)).toBeVisible()
  expect(screen.getByText(/^Corrections after the comments: From /)).toBeVisible()
})

test('[RT1] a colleague who did not send sees the receipt and who received it, and takes nothing back', async () => {
  await renderScreen(sending, { who: professional, world: await sentWorld() })
  const same = await receipt()
  expect(same.getByText('Enviado al equipo de evaluación')).toBeVisible()
  expect(same.queryByRole('button', { name: /^Retirar el envío/ })).not.toBeInTheDocument()
})

test('[AL4] who leads reads before sending what does not go together, without a network too, is led to both questions, and sends all the same', async () => {
  const { user, network, load, world } = await renderScreen(sending, { who: leader, world: await readyToSend() })
  await hint()
  await syncState('Al día')
  network.set('offline')
  const [first, ...others] = (await hint()).getAllByRole('button', { name: /^Ir a la / })
  expect(others).toHaveLength(1)
  await user.click(must(first, 'it leads nowhere'))
  await arrivedAt(/\/form-filling\/.*question=/)
  await load(sending)
  await hint()
  expect(await screen.findByText('Todo está listo para enviar')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Enviar' }))
  expect(await screen.findByText('Solicitud de envío guardada')).toBeVisible()
  network.set('online')
  expect((await receipt()).getByText(unopened)).toBeVisible()
  expect((await ledgerOf(world, 'norte-lider')).map(({ name, d }) => `${name} ${d}`)).toEqual(['answers.send applied'])
})

test('[AL4] an alert that institutions are no longer told goes from before the eyes of who leads, and comes back with the network', async () => {
  const { network, world } = await renderScreen(sending, { who: leader, world: await readyToSend() })
  await hint()
  await syncState('Al día')
  const tell = async (institution: boolean): Promise<void> => {
    const alerts = (await worldOf(world)).index.definition.alerts ?? []
    const { id, ...from } = must(
      alerts.find(({ text }) => text === alert),
      'the demonstration has another alert',
    )
    await asking(world.app.server, questionnaireScope('indice-2025'))('lab-admin', 'alert.edit', { id, from, to: { ...from, institution } })
    const token = await world.token('lab-admin')
    expect((await world.call('POST', 'form/indice-2025/publish', { token, body: {} })).status).toBe(200)
  }
  await tell(false)
  await gone(() => screen.queryByText(alert))
  network.set('offline')
  await tell(true)
  expect(screen.queryByText(alert)).not.toBeInTheDocument()
  network.set('online')
  await hint()
})

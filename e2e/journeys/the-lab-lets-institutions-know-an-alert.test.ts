import { expectNoBarrierAt } from '../barriers.ts'
import { expect, goOffline, goOnline, shellKept, signIn, test } from '../fixtures.ts'
import { admin, peopleOf } from '../personas.ts'
import { RestCaller } from '../rest.ts'
import { upToDate } from '../screens/sync-panel.ts'
import { completeButForTheLeadersSend } from '../story.ts'

const place = { institutionId: 'norte', formId: 'indice-2025' }
const senders = ['norte-profesional', 'norte-profesional2', 'norte-subdimension', 'norte-dimension']
/** An alert that norte's answers raise. */
const alert = 'Declara que personas usuarias participaron en la evaluación, pero ninguna iniciativa se evaluó.'

test('[AL4] an administrator says which alert institutions are told; who leads one reads it before sending, without a network too, and sends all the same', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(180_000)
  const { leader } = peopleOf('norte')
  await ownServer.stop()
  await completeButForTheLeadersSend(ownServer.dataDir, place, senders)
  await ownServer.start()
  const device = await newDevice(ownServer.url)
  const own = await device.open()
  await signIn(own, leader)
  await own.goto('/dashboard/send')
  const hint = own.getByRole('listitem').filter({ hasText: alert })
  await expect(hint).toBeVisible()
  await upToDate(own)

  const caller = await RestCaller.signIn(ownServer, admin)
  const lab = await (await newDevice(ownServer.url)).open()
  await signIn(lab, admin)
  await lab.goto(`/dashboard/formularios/${place.formId}?ver=alertas`)
  const item = lab.getByRole('listitem').filter({ hasText: alert })
  const badge = item.getByText('También la ve la institución antes de enviar')
  const tell = async (told: boolean): Promise<void> => {
    await item.getByRole('button', { name: /^Editar la alerta/ }).click()
    const dialog = lab.getByRole('dialog', { name: 'Editar alerta' })
    await dialog.getByRole('checkbox', { name: /^Mostrarla también a la institución/ }).setChecked(told)
    if (told) await expectNoBarrierAt(lab, 'an alert of which institutions are told')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(dialog).toBeHidden()
    await expect(badge).toHaveCount(told ? 1 : 0)
    await upToDate(lab)
    // What would otherwise rest a while, as long as somebody may go on editing.
    await caller.post(`form/${place.formId}/publish`, {})
  }

  await test.step('switched off it is gone from before the eyes of who leads', async () => {
    await expect(badge).toBeVisible()
    await tell(false)
    await expect(hint).toHaveCount(0)
  })

  await test.step('switched on again while the institution has no network, it is there once it comes back', async () => {
    await shellKept(own)
    await goOffline(device.context)
    await tell(true)
    await expect(hint).toHaveCount(0)
    await goOnline(device.context)
    await expect(hint).toBeVisible()
  })

  await test.step('without a network it leads to both questions, and the send is offered beside it', async () => {
    await goOffline(device.context)
    await own.goto('/dashboard/send')
    await expect(hint.getByRole('button', { name: /^Ir a la / })).toHaveCount(2)
    await expectNoBarrierAt(own, 'what is pointed out before sending')
    await hint
      .getByRole('button', { name: /^Ir a la / })
      .first()
      .click()
    await own.waitForURL('**/form-filling/**question=**')
    await own.goto('/dashboard/send')
    await expect(hint).toBeVisible()
    await expect(own.getByText('Todo está listo para enviar')).toBeVisible()
    await own.getByRole('button', { name: 'Enviar', exact: true }).click()
    await expect(own.getByText('Solicitud de envío guardada')).toBeVisible()
    await goOnline(device.context)
    await expect(own.getByRole('article', { name: /^Comprobante de envío / })).toBeVisible()
  })
})

import { expect, goOffline, goOnline, signIn, test } from '../fixtures.ts'
import { evaluator, peopleOf } from '../personas.ts'
import { profiles, staff, talent } from '../questions.ts'
import { nextStage } from '../rest.ts'
import { Evaluation } from '../screens/evaluation.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { keptOffline, settled, SyncPanel, syncChip, upToDate } from '../screens/sync-panel.ts'

test('nobody accepts an answer unseen: an edit in its day’s grace undoes a blind decision, and an acceptance that came first stands', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const { professional } = peopleOf('norte')
  const fillingDevice = await newDevice(ownServer.url)
  const filling = new Questionnaire(await fillingDevice.open())
  await signIn(filling.page, professional)
  await filling.open(talent)
  await goOffline(fillingDevice.context)
  await filling.question(staff).write('812')
  await filling.question(profiles).mark('Desarrollo de software').check()
  await keptOffline(filling.page, 2)

  await nextStage(ownServer, 'indice-2025')
  const deskDevice = await newDevice(ownServer.url)
  const desk = new Evaluation(await deskDevice.open())
  await signIn(desk.page, evaluator)
  await desk.open({ ...talent, formId: 'indice-2025', filter: 'all' })
  await test.step('the evaluator accepts one answer online and the other offline', async () => {
    await (await desk.turnTo(profiles)).getByRole('button', { name: 'Aceptar', exact: true }).click()
    await expect(desk.page.getByText('1.1.3 aceptada').first()).toBeVisible()
    await upToDate(desk.page)
    await goOffline(deskDevice.context)
    await (await desk.turnTo(staff)).getByRole('button', { name: 'Aceptar', exact: true }).click()
    await keptOffline(desk.page, 1)
  })

  await test.step('what was accepted first stands; its late edit is kept with its author', async () => {
    await goOnline(fillingDevice.context)
    await settled(filling.page)
    await expect(syncChip(filling.page)).toHaveAccessibleName(/Requiere atención \(1\)/)
    const kept = filling.question(profiles).root.getByRole('article').filter({ hasText: 'La respuesta ya fue aceptada' })
    await expect(kept).toContainText('Desarrollo de software')
    await expect(filling.question(staff).root.getByRole('group', { name: staff })).toHaveText('812')
  })

  await test.step('the evaluator is told of the late edit, and decides again on the answer that changed', async () => {
    await goOnline(deskDevice.context)
    const changed = await desk.turnTo(staff)
    await expect(changed.getByText('Su decisión no se aplicó')).toBeVisible()
    await expect(changed.getByText('Sincronizado tarde')).toBeVisible()
    await expect(changed).toContainText('757')
    await expect(changed).toContainText('812')
    const panel = new SyncPanel(desk.page)
    await panel.open()
    const late = panel.card(`${professional.fullName} intentó cambiar la respuesta cuando ya no se podía`)
    await expect(late).toContainText('Desarrollo de software')
    await panel.close()
    await changed.getByRole('button', { name: 'Decidir de nuevo: Aceptada' }).click()
    await upToDate(desk.page)
    await expect((await desk.turnTo(staff)).getByText('Su decisión no se aplicó')).toBeHidden()
  })
})

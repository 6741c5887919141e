import { expect, goOffline, goOnline, signIn, test } from '../fixtures.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { coordination, staff, talent } from '#server/testing/questions.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { keptOffline, settled, SyncPanel, syncChip } from '../screens/sync-panel.ts'

test('of two answers given offline the responsible person’s stands, whoever reconnects first, and both people have both', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const { professional, leader } = peopleOf('norte')
  const responsibleDevice = await newDevice(ownServer.url)
  const leaderDevice = await newDevice(ownServer.url)
  const responsible = new Questionnaire(await responsibleDevice.open())
  const leading = new Questionnaire(await leaderDevice.open())
  await signIn(responsible.page, professional)
  await responsible.open(talent)
  await signIn(leading.page, leader)
  await leading.open(talent)
  const responsiblePanel = new SyncPanel(responsible.page)
  const leaderPanel = new SyncPanel(leading.page)

  await test.step('the leader reconnects first', async () => {
    await goOffline(responsibleDevice.context)
    await goOffline(leaderDevice.context)
    await responsible.question(coordination).write('Unidad de formación')
    await leading.question(coordination).write('Gabinete de la dirección')
    await keptOffline(responsible.page, 1)
    await keptOffline(leading.page, 1)
    await goOnline(leaderDevice.context)
    await settled(leading.page)
    await expect(leading.question(coordination).field).toHaveValue('Gabinete de la dirección')
    await goOnline(responsibleDevice.context)
    await settled(responsible.page)

    await expect(responsible.question(coordination).field).toHaveValue('Unidad de formación')
    await expect(leading.question(coordination).field).toHaveValue('Unidad de formación')
    await leaderPanel.open()
    const beaten = leaderPanel.card(`${professional.fullName} reemplazó su respuesta`)
    await expect(beaten).toContainText('Gabinete de la dirección')
    await expect(beaten).toContainText('Unidad de formación')
    await leaderPanel.close()
    await responsiblePanel.open()
    const told = responsiblePanel.card(`Su respuesta reemplazó la de ${leader.fullName}`)
    await expect(told).toContainText('Gabinete de la dirección')
    await expect(told).toContainText('Unidad de formación')
    await told.getByRole('button', { name: 'Entendido' }).click()
    await expect(told).toBeHidden()
    await responsiblePanel.close()
    const history = await responsible.question(coordination).openHistory()
    await expect(history.getByRole('row').filter({ hasText: 'Gabinete de la dirección' })).toContainText(leader.fullName)
    await expect(history.getByRole('row').filter({ hasText: 'Unidad de formación' })).toContainText(professional.fullName)
    await responsible.page.keyboard.press('Escape')
  })

  await test.step('the responsible person reconnects first', async () => {
    await goOffline(responsibleDevice.context)
    await goOffline(leaderDevice.context)
    await responsible.question(staff).write('812')
    await leading.question(staff).write('640')
    await keptOffline(responsible.page, 1)
    await keptOffline(leading.page, 1)
    await goOnline(responsibleDevice.context)
    await settled(responsible.page)
    await goOnline(leaderDevice.context)

    await expect(leading.question(staff).field).toHaveValue('812')
    await expect(responsible.question(staff).field).toHaveValue('812')
    const kept = leading
      .question(staff)
      .root.getByRole('article')
      .filter({ hasText: `${professional.fullName} era responsable de esta pregunta` })
    await expect(kept).toContainText('640')
    await expect(kept).toContainText('812')
    const offered = responsible
      .question(staff)
      .root.getByRole('article')
      .filter({ hasText: `${leader.fullName} propone otra respuesta` })
    await expect(offered).toContainText('640')
    await expect(offered).toContainText('812')
    await expect(syncChip(responsible.page)).toHaveAccessibleName(/Requiere atención \(1\)/)
    const history = await leading.question(staff).openHistory()
    await expect(history.getByRole('row').filter({ hasText: '640' })).toContainText('No aplicado')
    await expect(history.getByRole('row').filter({ hasText: '812' })).toContainText(professional.fullName)
  })
})

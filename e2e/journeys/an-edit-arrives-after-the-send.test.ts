import { expect, goOffline, goOnline, signIn, test } from '../fixtures.ts'
import { ledgerOf } from '../ledger.ts'
import { peopleOf } from '../personas.ts'
import { difficulty, difficultyText, staff, talent } from '../questions.ts'
import { atWork } from '../screens/at-work.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { keptOffline, settled, SyncPanel } from '../screens/sync-panel.ts'
import { completeButForTheLeadersSend } from '../story.ts'

test('edits that were waiting offline when the leader sent are kept with their author, and the leader sees that they came late', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const { professional, leader } = peopleOf('norte')
  const device = await newDevice(ownServer.url)
  const editing = await atWork(device, professional, talent)
  await goOffline(device.context)
  await editing.question(staff).write('812')
  await editing.question(difficulty).write(difficultyText)
  await keptOffline(editing.page, 2)

  await ownServer.stop()
  const senders = ['norte-profesional', 'norte-profesional2', 'norte-subdimension', 'norte-dimension']
  await completeButForTheLeadersSend(ownServer.dataDir, { institutionId: 'norte', formId: 'indice-2025' }, senders)
  await ownServer.start()

  const other = await newDevice(ownServer.url)
  const leading = new Questionnaire(await other.open())
  await test.step('the leader sends and gets a receipt', async () => {
    await signIn(leading.page, leader)
    await leading.open(talent)
    await leading.page.getByRole('button', { name: 'Revisar y enviar' }).click()
    const dialog = leading.page.getByRole('dialog', { name: 'Enviar a evaluación' })
    await expect(dialog.getByText('Todo está listo para enviar')).toBeVisible()
    await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
    await expect(leading.page.getByText(/IIP-\d{4}-EJ-SENOR-1/).first()).toBeVisible()
    await leading.open(talent)
    await expect(leading.question(staff).root.getByRole('group', { name: staff })).toHaveText('757')
  })

  await test.step('the professional reconnects: both edits are told as late, none is lost', async () => {
    await goOnline(device.context)
    await settled(editing.page)
    for (const [question, mine] of [
      [staff, '812'],
      [difficulty, difficultyText],
    ] as const) {
      const card = editing.question(question).root.getByRole('article').filter({ hasText: 'Las respuestas ya fueron enviadas' })
      await expect(card).toContainText(mine)
    }
    await expect(editing.question(staff).root.getByRole('group', { name: staff })).toHaveText('757')
    const late = ledgerOf(ownServer, 'norte-profesional').filter(({ mid }) => !mid.startsWith('story-'))
    expect(late).toMatchObject([
      { entity: 'th-dotacion', disposition: 'lost', code: 'form_sent' },
      { entity: 'th-desafio', disposition: 'lost', code: 'form_sent' },
    ])
    expect(late.map(({ args }) => args).join()).toContain(difficultyText)
  })

  await test.step('the leader sees what came late', async () => {
    const panel = new SyncPanel(leading.page)
    await panel.open()
    for (const mine of ['812', difficultyText]) {
      const late = panel.card(`${professional.fullName} intentó cambiar la respuesta`).filter({ hasText: mine })
      await expect(late).toContainText(`Lo que llegó tarde${mine}`)
    }
  })
})

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, goOffline, goOnline, signIn, test } from '../fixtures.ts'
import { keptFile, ledgerOf } from '../ledger.ts'
import { admin, peopleOf } from '../personas.ts'
import { coordination, talent, training } from '../questions.ts'
import { atWork } from '../screens/at-work.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { keptOffline, settled, SyncPanel } from '../screens/sync-panel.ts'
import { setActive } from '../sessions.ts'

const { professional, subdimensionLeader } = peopleOf('norte')
const plan = {
  name: 'Plan-de-formacion.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\nPlan de formación\n%%EOF\n'),
}

test('work of a deactivated account comes out of its sealed copy: an administrator recovers it, and a colleague decides', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(180_000)
  let copy = ''

  await test.step('somebody works without a network, and comes back to a deactivated account', async () => {
    const device = await newDevice(ownServer.url)
    const questionnaire = await atWork(device, professional, talent)
    const { page } = questionnaire
    await goOffline(device.context)
    await questionnaire.question(coordination).write('Jefatura de personas')
    await questionnaire.question(training).choose('Sí')
    await questionnaire.question(training).attach(plan)
    await keptOffline(page, 4)
    setActive(ownServer, 'norte-profesional', false)
    await goOnline(device.context)
    await page.waitForURL('**/login?error=revoked')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar una copia' }).click()
    copy = await (await downloading).path()
    expect(await readFile(copy, 'utf8')).not.toContain('Jefatura')
  })

  await test.step('an administrator sees whose it is and what it says, and recovers it', async () => {
    const { page } = new Questionnaire(await (await newDevice(ownServer.url)).open())
    await signIn(page, admin)
    await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Seguimiento' }).click()
    await page.getByRole('link', { name: 'Recuperar trabajo no enviado' }).click()
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Elegir copia' }).click()
    await (await choosing).setFiles(copy)
    await expect(page.getByText(`${professional.fullName} · ${professional.email}`)).toBeVisible()
    const item = (text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text })
    await expect(item('Jefatura de personas').getByText(coordination)).toBeVisible()
    await expect(item('Jefatura de personas').getByText(/^Se ofrecerá a /)).toBeVisible()
    await expect(item(plan.name).getByText('El archivo viene en la copia')).toBeVisible()
    expect(ledgerOf(ownServer, 'norte-profesional')).toEqual([])
    await page.getByRole('button', { name: 'Recuperar 3 aportes' }).click()
    await expect(page.getByText('No queda nada por recuperar en esta copia')).toBeVisible()
    await expect(item(plan.name).getByText('El archivo está en el servidor')).toBeVisible()
    expect(keptFile(ownServer, plan.name)).toBe(createHash('sha256').update(plan.buffer).digest('hex'))

    const again = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Elegir otra copia' }).click()
    await (await again).setFiles(copy)
    await expect(page.getByText('No queda nada por recuperar en esta copia')).toBeVisible()
    await expect(item('Jefatura de personas').getByText('Recuperado')).toBeVisible()
  })

  await test.step('who is responsible now sees the suggestion with its author, reads the file, and uses the answer', async () => {
    const questionnaire = new Questionnaire(await (await newDevice(ownServer.url)).open())
    const { page } = questionnaire
    await signIn(page, subdimensionLeader)
    const panel = new SyncPanel(page)
    await panel.open()
    const card = panel.card('Jefatura de personas')
    await expect(card.getByText(`${professional.fullName} respondió esto y no alcanzó a enviarlo.`)).toBeVisible()
    const downloading = page.waitForEvent('download')
    await panel.card(plan.name).getByRole('button', { name: 'Descargar archivo' }).click()
    expect(await readFile(await (await downloading).path())).toEqual(plan.buffer)
    await card.getByRole('button', { name: 'Usar la sugerencia' }).click()
    await expect(card).toHaveCount(0)
    await settled(page)
    await panel.close()
    await questionnaire.open(talent)
    await expect(questionnaire.question(coordination).field).toHaveValue('Jefatura de personas')
  })
})

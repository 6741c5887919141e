import { createHash } from 'node:crypto'
import { placesThatHold } from '../device-traces.ts'
import { expect, goOffline, goOnline, signIn, test } from '../fixtures.ts'
import { keptFile, ledgerOf } from '../ledger.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { coordination, difficulty, talent, training } from '#server/testing/questions.ts'
import { atWork } from '../screens/at-work.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { keptOffline, upToDate } from '../screens/sync-panel.ts'

const { professional } = peopleOf('norte')
const plan = {
  name: 'Minuta-colibri.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\nFichero colibri del plan de formación\n%%EOF\n'),
}
/** Words that only this person's data holds. */
const canaries = ['colibri', 'norte-profesional', professional.email, professional.fullName, 'Daniela']

test('signing out says what would be lost; a copy taken away is whole on another device, and the next person finds no trace', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const device = await newDevice(ownServer.url)
  const questionnaire = await atWork(device, professional, talent)
  const { page } = questionnaire
  const signOut = page.getByRole('banner').getByRole('button', { name: 'Cerrar sesión', exact: true })
  const dialog = page.getByRole('alertdialog', { name: '¿Cerrar sesión?' })
  let copy = ''

  await test.step('the dialog tells the three facts, and staying keeps everything', async () => {
    await goOffline(device.context)
    await questionnaire.question(coordination).write('Encargada colibri')
    await questionnaire.question(training).choose('Sí')
    await questionnaire.question(training).attach(plan)
    await keptOffline(page, 4)
    await signOut.click()
    await expect(dialog.getByText('Se perderán 4 cambios que no se han enviado.')).toBeVisible()
    await expect(dialog.getByText('Sin conexión no podrá volver a iniciar sesión.')).toBeVisible()
    await expect(dialog.getByText('Los datos guardados en este equipo se eliminarán.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Seguir aquí' }).click()
    await expect(dialog).toBeHidden()
    await expect(questionnaire.question(coordination).field).toHaveValue('Encargada colibri')
    await keptOffline(page, 4)
  })

  await test.step('a copy is downloaded and the device forgets the person', async () => {
    await signOut.click()
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Exportar copia y cerrar sesión' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^iip-sin-enviar-.+\.json$/)
    copy = await download.path()
    await page.waitForURL('**/login')
    await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
    expect(await placesThatHold(page, canaries)).toEqual([])
    expect(ledgerOf(ownServer, 'norte-profesional')).toEqual([])
  })

  await test.step('discarding signs out as well, and leaves as little', async () => {
    await goOnline(device.context)
    await signIn(page, professional)
    await questionnaire.open(talent)
    await upToDate(page)
    await goOffline(device.context)
    await questionnaire
      .question(difficulty)
      .write('Descartado: falta tiempo para el proyecto colibri de la oficina y sus equipos de trabajo.')
    await keptOffline(page, 1)
    await signOut.click()
    await dialog.getByRole('button', { name: 'Descartar 1 cambio y cerrar sesión' }).click()
    await page.waitForURL('**/login')
    await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
    expect(await placesThatHold(page, canaries)).toEqual([])
    await goOnline(device.context)
  })

  await test.step('the next person finds nothing of it, by the page, its history or its storage', async () => {
    const { leader } = peopleOf('sur')
    await signIn(page, leader)
    await upToDate(page)
    await page.goBack()
    await expect(page.getByText(leader.fullName).first()).toBeVisible()
    expect(await placesThatHold(page, canaries)).toEqual([])
  })

  await test.step('the copy is taken in on another device and arrives once, however often it is taken in', async () => {
    const other = new Questionnaire(await (await newDevice(ownServer.url)).open())
    await signIn(other.page, professional)
    await other.page.goto('/dashboard/device')
    await upToDate(other.page)
    const take = async (): Promise<void> => {
      const choosing = other.page.waitForEvent('filechooser')
      await other.page.getByRole('main').getByRole('button', { name: 'Importar copia' }).click()
      await (await choosing).setFiles(copy)
    }
    await take()
    await expect(other.page.getByText('Copia importada: 3 cambios, 1 archivo.').first()).toBeVisible()
    await upToDate(other.page)
    await take()
    await upToDate(other.page)
    await other.open(talent)
    await expect(other.question(coordination).field).toHaveValue('Encargada colibri')
    await expect(other.question(training).root.getByText(plan.name)).toBeVisible()
    await expect.poll(() => keptFile(ownServer, plan.name)).toBe(createHash('sha256').update(plan.buffer).digest('hex'))
    await upToDate(other.page)
    const applied = ledgerOf(ownServer, 'norte-profesional').filter((entry) => entry.disposition === 'applied')
    expect(applied.map(({ name }) => name).toSorted()).toEqual(['answer.set', 'answer.set', 'attachment.add'])
  })
})

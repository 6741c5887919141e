import { readFile } from 'node:fs/promises'
import { expect, goOffline, goOnline, signIn, test } from '../fixtures.ts'
import { assignmentsOf, ledgerOf } from '../ledger.ts'
import { peopleOf } from '../personas.ts'
import { coordination, staff, talent } from '../questions.ts'
import { RestCaller } from '../rest.ts'
import { atWork } from '../screens/at-work.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { keptOffline, upToDate } from '../screens/sync-panel.ts'
import { setActive } from '../sessions.ts'

const { professional, leader, subdimensionLeader } = peopleOf('norte')
const text = 'unas novecientas, falta confirmarlo'

test('signing out counts what is half written, and a copy takes it to another device', async ({ newDevice, ownServer }) => {
  test.setTimeout(120_000)
  const device = await newDevice(ownServer.url)
  const questionnaire = new Questionnaire(await device.open())
  const { page } = questionnaire
  await signIn(page, professional)
  await questionnaire.open(talent)
  await upToDate(page)
  await questionnaire.question(staff).write(text)
  await expect(questionnaire.question(staff).root.getByText('Borrador guardado en este equipo; falta corregirlo')).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Cerrar sesión', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: '¿Cerrar sesión?' })
  await expect(dialog.getByText('Se perderá 1 texto a medio escribir, que aún no es una respuesta ni un comentario.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Descartar 1 texto y cerrar sesión' })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Exportar copia y cerrar sesión' }).click()
  const copy = await (await downloading).path()
  await page.waitForURL('**/login')

  const other = new Questionnaire(await (await newDevice(ownServer.url)).open())
  await signIn(other.page, professional)
  await other.page.goto('/dashboard/device')
  await upToDate(other.page)
  const choosing = other.page.waitForEvent('filechooser')
  await other.page.getByRole('main').getByRole('button', { name: 'Importar copia' }).click()
  await (await choosing).setFiles(copy)
  await expect(other.page.getByText('Copia importada: 0 cambios, 0 archivos, 1 texto a medio escribir.').first()).toBeVisible()
  await expect(other.page.getByRole('main').getByText('A medio escribir (1)')).toBeVisible()
  await other.open(talent)
  await expect(other.question(staff).field).toHaveValue(text)
})

test('a deactivated account’s unsent work is sealed on its device, offered as a copy, and sent when its owner comes back', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const device = await newDevice(ownServer.url)
  const questionnaire = await atWork(device, professional, talent)
  const { page } = questionnaire
  await goOffline(device.context)
  await questionnaire.question(coordination).write('Jefatura de personas')
  await keptOffline(page, 1)
  await questionnaire.question(staff).write(text)
  setActive(ownServer, 'norte-profesional', false)
  await goOnline(device.context)
  await page.waitForURL('**/login?error=revoked')
  await expect(page.getByText(`Sin enviar, de ${professional.fullName}: 1 cambio y 1 texto a medio escribir`)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Continuar como/ })).toHaveCount(0)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar una copia' }).click()
  const copy = await readFile(await (await downloading).path(), 'utf8')
  await expect(page.getByText('Copia descargada, cifrada: nadie puede leerla en este equipo.')).toBeVisible()
  expect(copy).not.toContain('Jefatura')
  expect(copy).not.toContain('novecientas')
  expect(JSON.parse(JSON.parse(copy).header)).toMatchObject({ institutions: ['norte'], changes: 1, texts: 1, files: 0 })
  expect(ledgerOf(ownServer, 'norte-profesional')).toEqual([])

  setActive(ownServer, 'norte-profesional', true)
  await signIn(page, professional)
  await questionnaire.open(talent)
  await upToDate(page)
  await expect(questionnaire.question(coordination).field).toHaveValue('Jefatura de personas')
  await expect(questionnaire.question(staff).field).toHaveValue(text)
  expect(ledgerOf(ownServer, 'norte-profesional').map((entry) => entry.disposition)).toEqual(['applied'])
})

test('who lost every role meanwhile is told so, on line, and finds what they were writing', async ({ newDevice, ownServer }) => {
  test.setTimeout(120_000)
  const device = await newDevice(ownServer.url)
  const questionnaire = await atWork(device, subdimensionLeader, talent)
  const { page } = questionnaire
  await questionnaire.question(staff).write(text)
  await goOffline(device.context)
  const colleague = await RestCaller.signIn(ownServer, leader)
  for (const { element, level } of assignmentsOf(ownServer, 'norte-subdimension')) {
    await colleague.post('form/indice-2025/responsable/assign', {
      user: { _id: 'norte-dimension' },
      elements: [{ element, level }],
    })
  }
  await goOnline(device.context)
  await upToDate(page)
  await page.goto('/dashboard/form-filling')
  await expect(page.getByText('No tiene preguntas a su cargo en este formulario')).toBeVisible()
  await expect(page.getByText('Conéctese a internet')).toHaveCount(0)
  const kept = page.getByRole('main').getByRole('listitem').filter({ hasText: text })
  await expect(kept.getByText(staff)).toBeVisible()
  await expect(kept.getByRole('button', { name: 'Copiar' })).toBeVisible()
})

import type { Page } from '@playwright/test'
import type { Device } from '../device.ts'
import { expect, goOffline, goOnline, test } from '../fixtures.ts'
import { ledgerOf } from '../ledger.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { atWork } from '../screens/at-work.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { keptOffline, syncChip, SyncPanel, upToDate } from '../screens/sync-panel.ts'
import { leaveThirtyEdits, nameOfRow, practices } from '../screens/thirty-edits.ts'
import type { ServerProcess } from '../server.ts'
import { endSessions } from '../sessions.ts'

const { professional } = peopleOf('norte')

/** A professional's device that comes back to a server where the session has ended, with thirty edits to send. */
async function comeBackTooLate(device: Device, server: ServerProcess): Promise<Page> {
  const questionnaire = await atWork(device, professional, practices)
  const { page } = questionnaire
  await goOffline(device.context)
  await leaveThirtyEdits(questionnaire)
  await keptOffline(page, 30)
  endSessions(server, 'norte-profesional')
  await goOnline(device.context)
  await expect(page.getByText('Vuelva a iniciar sesión para enviar 30 cambios.')).toBeVisible()
  await expect(syncChip(page)).toHaveAccessibleName(/Sesión terminada \(30 cambios\)/)
  return page
}

async function signInAgain(page: Page, password: string): Promise<void> {
  await page.getByLabel(/^contraseña/i).fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.waitForURL('**/dashboard/**')
}

function expectThirtyOnce(server: ServerProcess): void {
  const entries = ledgerOf(server, 'norte-profesional')
  expect(entries.map((entry) => `${entry.name} ${entry.disposition}`)).toEqual(Array(30).fill('answer.set applied'))
  expect(new Set(entries.map((entry) => entry.entity)).size).toBe(30)
}

test('a session that ended with thirty edits unsent asks to sign in again; the same person does, and each arrives once', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(90_000)
  const device = await newDevice(ownServer.url)
  const page = await comeBackTooLate(device, ownServer)

  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page.getByRole('textbox', { name: 'Correo electrónico' })).toHaveValue(professional.email)
  await expect(page.getByText('nada se ha perdido')).toBeVisible()
  expect(ledgerOf(ownServer, 'norte-profesional')).toEqual([])
  await signInAgain(page, professional.password)

  await upToDate(page)
  expectThirtyOnce(ownServer)
})

test('another person who signs in meanwhile neither sees nor sends them; they arrive when their author signs in', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(90_000)
  const { leader } = peopleOf('norte')
  const device = await newDevice(ownServer.url)
  const page = await comeBackTooLate(device, ownServer)

  await test.step('the leader works on the same device', async () => {
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await page.getByRole('textbox', { name: 'Correo electrónico' }).fill(leader.email)
    await signInAgain(page, leader.password)
    await upToDate(page)
    await expect(page.getByText(leader.fullName).first()).toBeVisible()
    const panel = new SyncPanel(page)
    await panel.open()
    await expect(panel.root.getByText('Nada espera envío.')).toBeVisible()
    await panel.close()
    const theirs = new Questionnaire(page)
    await theirs.open(practices)
    await upToDate(page)
    await expect(page.getByText(nameOfRow(1))).toHaveCount(0)
    expect(ledgerOf(ownServer, 'norte-lider')).toEqual([])
    expect(ledgerOf(ownServer, 'norte-profesional')).toEqual([])
    await page.getByRole('banner').getByRole('button', { name: 'Cerrar sesión', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesión' }).click()
  })

  const kept = page.getByRole('button', { name: `Continuar como ${professional.fullName}. 30 cambios sin enviar` })
  await kept.click()
  await expect(page.getByRole('textbox', { name: 'Correo electrónico' })).toHaveValue(professional.email)
  await signInAgain(page, professional.password)
  await upToDate(page)
  expectThirtyOnce(ownServer)
  expect(ledgerOf(ownServer, 'norte-lider')).toEqual([])
})

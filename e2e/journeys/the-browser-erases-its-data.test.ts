import type { Page } from '@playwright/test'
import { tracesOn } from '../device-traces.ts'
import { expect, goOffline, goOnline, shellKept, signIn, test } from '../fixtures.ts'
import { ledgerOf } from '../ledger.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { coordination, staff, talent } from '#server/testing/questions.ts'
import { atWork } from '../screens/at-work.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { keptOffline, syncChip, upToDate } from '../screens/sync-panel.ts'

async function clear(page: Page, storageTypes: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes })
}

test('the browser erases its databases while somebody works offline: it is told, nothing is lost, and it arrives', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(90_000)
  const device = await newDevice(ownServer.url)
  const questionnaire = await atWork(device, peopleOf('norte').professional, talent)
  const { page } = questionnaire
  await goOffline(device.context)
  await questionnaire.question(coordination).write('Jefatura de personas')
  await keptOffline(page, 1)

  await clear(page, 'indexeddb,local_storage')
  await expect(
    page.getByText('El navegador borró los datos que este equipo guardaba mientras usted trabajaba.', { exact: false }),
  ).toBeVisible()
  await questionnaire.question(staff).write('812')
  await keptOffline(page, 2)
  const { texts } = await tracesOn(page)
  expect(texts.find(({ where }) => where.endsWith('/outbox'))?.text).toContain('Jefatura de personas')

  const again = await device.restart()
  await goOffline(device.context)
  const reopened = new Questionnaire(again)
  await reopened.open(talent)
  await keptOffline(again, 2)
  await expect(reopened.question(coordination).field).toContainText('Jefatura de personas')
  await goOnline(device.context)
  await upToDate(again)
  const entries = ledgerOf(ownServer, 'norte-profesional')
  expect(entries.map(({ name, disposition }) => `${name} ${disposition}`)).toEqual(['answer.set applied', 'answer.set applied'])
})

test('a database that the page’s tools delete under the open application is made anew, and the work on it goes on', async ({
  newDevice,
  ownServer,
}) => {
  const device = await newDevice(ownServer.url)
  const questionnaire = new Questionnaire(await device.open())
  const { page } = questionnaire
  await signIn(page, peopleOf('norte').professional)
  await questionnaire.open(talent)
  await upToDate(page)
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) if (name !== undefined) indexedDB.deleteDatabase(name)
  })
  await expect(page.getByText('El navegador borró los datos', { exact: false })).toBeVisible()
  await questionnaire.question(staff).write('77')
  await expect.poll(() => ledgerOf(ownServer, 'norte-profesional').map(({ disposition }) => disposition)).toEqual(['applied'])
})

test('a shell that the browser has emptied is filled again, and the application opens without a network', async ({
  newDevice,
  ownServer,
}) => {
  const { professional } = peopleOf('norte')
  const device = await newDevice(ownServer.url)
  const page = await device.open()
  await signIn(page, professional)
  await shellKept(page)
  await upToDate(page)
  const kept = (): Promise<number> =>
    page.evaluate(async () => {
      let files = 0
      for (const name of await caches.keys()) files += (await (await caches.open(name)).keys()).length
      return files
    })
  const before = await kept()
  expect(before).toBeGreaterThan(20)
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await page.reload()
  await expect(syncChip(page)).toBeVisible()
  await expect.poll(kept).toBe(before)
  await ownServer.kill()
  const again = await device.restart()
  await goOffline(device.context)
  await again.goto('/dashboard/Home')
  await expect(again.getByText(professional.fullName).first()).toBeVisible()
})

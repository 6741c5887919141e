import type { Page, Route } from '@playwright/test'
import { expect, goOffline, goOnline, test } from '../fixtures.ts'
import { ledgerOf } from '../ledger.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { atWork } from '../screens/at-work.ts'
import { keptOffline, SyncPanel, upToDate } from '../screens/sync-panel.ts'
import { leaveThirtyEdits, practices } from '../screens/thirty-edits.ts'

const name = '**/api/v1/sync/push'

/** Lets the next push of a page go as told, and resolves once that has ended. */
function onNextPush(page: Page, act: (route: Route) => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    void page.route(name, (route) => act(route).then(resolve, reject), { times: 1 })
  })
}

test('a server killed while it takes thirty edits, and again before its reply is read, ends with each exactly once', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(90_000)
  const device = await newDevice(ownServer.url)
  const questionnaire = await atWork(device, peopleOf('norte').professional, practices)
  const { page } = questionnaire
  await goOffline(device.context)
  await leaveThirtyEdits(questionnaire)
  await keptOffline(page, 30)

  await test.step('killed as soon as the push is on the wire', async () => {
    const killed = onNextPush(page, async (route) => {
      const [answered] = await Promise.allSettled([route.fetch({ maxRetries: 0 }), ownServer.kill()])
      // What came before the end is thrown away: the browser hears nothing either way.
      if (answered.status === 'fulfilled') await answered.value.dispose()
      await route.abort('connectionreset')
    })
    await goOnline(device.context)
    await killed
  })

  await test.step('killed again when it has acted, before the browser hears of it', async () => {
    const killed = onNextPush(page, async (route) => {
      await route.fetch()
      await ownServer.kill()
      await route.abort('connectionreset')
    })
    await ownServer.start()
    const panel = new SyncPanel(page)
    await panel.open()
    await panel.root.getByRole('button', { name: 'Sincronizar ahora' }).click()
    await killed
    expect(ledgerOf(ownServer, 'norte-profesional')).toHaveLength(30)
    await panel.close()
  })

  await ownServer.start()
  await upToDate(page)
  const entries = ledgerOf(ownServer, 'norte-profesional')
  expect(entries.map((entry) => `${entry.name} ${entry.disposition}`)).toEqual(Array(30).fill('answer.set applied'))
  expect(new Set(entries.map((entry) => entry.entity)).size).toBe(30)
})

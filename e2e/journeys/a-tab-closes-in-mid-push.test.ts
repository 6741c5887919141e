import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { ledgerOf } from '../ledger.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { coordination, incentives, staff, talent } from '#server/testing/questions.ts'
import { atWork } from '../screens/at-work.ts'
import { Questionnaire } from '../screens/questionnaire.ts'
import { syncChip, upToDate } from '../screens/sync-panel.ts'

/** Lets every push of a page reach the server and keeps the reply from it. `acted` resolves when the server has acted on the first. */
async function withholdReplies(page: Page): Promise<{ readonly acted: Promise<void> }> {
  const { promise: acted, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/v1/sync/push', async (route) => {
    await route.fetch()
    resolve()
  })
  return { acted }
}

test('the tab that was sending is closed before it hears back; the other takes over and each edit arrives once', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(90_000)
  const { professional } = peopleOf('norte')
  const device = await newDevice(ownServer.url)
  const sending = await atWork(device, professional, talent)
  const other = new Questionnaire(await device.context.newPage())
  await other.open(talent)
  await upToDate(other.page)

  const { acted } = await withholdReplies(sending.page)
  await sending.question(staff).write('812')
  await acted
  await sending.question(coordination).write('Jefatura de desarrollo de personas')
  await other.question(incentives).choose('Sí, formalizados para algunas áreas')
  await expect(other.question(staff).field).toHaveValue('812')
  await expect(other.question(coordination).field).toHaveValue('Jefatura de desarrollo de personas')
  await expect(syncChip(other.page)).not.toHaveAccessibleName(/: Al día/)
  await sending.page.close()

  await upToDate(other.page)
  await expect(other.question(staff).field).toHaveValue('812')
  const entries = ledgerOf(ownServer, 'norte-profesional')
  expect(entries.map(({ entity, disposition }) => `${entity} ${disposition}`).toSorted()).toEqual([
    'th-coordinacion applied',
    'th-dotacion applied',
    'th-incentivos applied',
  ])
})

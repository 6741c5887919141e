import { Filter } from '../filter.ts'
import { expect, goOffline, hasShell, shellKept, signIn, test } from '../fixtures.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { upToDate } from '../screens/sync-panel.ts'

test('[NV4] a file of the application that did not come at first is brought later, by itself, and then it opens without a network; what its person never needs is not waited for', async ({
  newDevice,
  server,
}) => {
  test.setTimeout(120_000)
  const filter = await Filter.to(server.url)
  const refused = (path: string): boolean => filter.asked.includes(path)
  try {
    // What would come as one comes file by file. Professionals send; what administrators do and pictures are nothing to them.
    const never = /^\/assets\/(?:application|audit-page)-|^\/icons\//
    filter.judge = (path) => (path.startsWith('/assets/send-page-') || never.test(path) ? 'refused' : null)
    const device = await newDevice(filter.url)
    const page = await device.open()
    await signIn(page, peopleOf('norte').professional)
    await upToDate(page)
    await expect.poll(() => filter.asked.some((path) => path.startsWith('/assets/audit-page-'))).toBe(true)
    expect(refused('/index.html')).toBe(false)
    expect(await hasShell(page)).toBe(false)

    filter.judge = (path) => (never.test(path) ? 'refused' : null)
    await shellKept(page)
    await goOffline(device.context)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Índice 2025' })).toBeVisible()
  } finally {
    await filter.end()
  }
})

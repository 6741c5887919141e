import { Filter } from '../filter.ts'
import { expect, signIn, test } from '../fixtures.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { upToDate } from '../screens/sync-panel.ts'

const results = '/dashboard/resultados-institucion'

test('[NV2] a page comes although a file on which its code stands, and which the device does not keep, failed once', async ({
  newDevice,
  server,
}) => {
  const filter = await Filter.to(server.url)
  try {
    let asked = 0
    let isOpened = false
    filter.judge = (path, headers) => {
      // The worker, which has no document yet, asks for it in the page's place.
      if (path === '/index.html') isOpened = true
      if (!path.startsWith('/assets/use-own-results-')) return path.startsWith('/assets/application-') ? 'refused' : null
      // What the worker brings to keep is asked for past the browser's memory; a page asks through it, and a part anew by another address.
      if (!isOpened || headers['cache-control'] !== undefined || path.includes('?')) return 'refused'
      asked += 1
      return asked === 1 ? 'cut' : null
    }
    const device = await newDevice(filter.url)
    const page = await device.open()
    await signIn(page, peopleOf('norte').leader)
    await upToDate(page)
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await page.goto(results)
    await expect(page.getByRole('heading', { level: 1, name: 'Resultados de la institución' })).toBeVisible()
    expect(asked).toBeGreaterThan(1)
  } finally {
    await filter.end()
  }
})

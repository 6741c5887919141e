import { expect, test } from '../fixtures.ts'

test('[WO1] [WO2] a visitor without scripts reads pages in both languages', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto('/faq')
  await expect(page.getByRole('heading', { level: 1, name: 'Preguntas frecuentes' })).toBeVisible()
  await page.getByRole('link', { name: 'en, English' }).click()
  await expect(page).toHaveURL(/\/en\/faq$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.close()
})

test('[WO4] [WO5] [WO6] a visitor on a phone reads again after a restart without a network, with the day of the copy, and has nothing of the application', async ({
  newDevice,
  ownServer,
}) => {
  const device = await newDevice(ownServer.url)
  const page = await device.open()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  const isKept = (path: string): Promise<boolean> =>
    page.evaluate(async (at) => (await caches.match(at, { cacheName: 'iip-public-pages' })) !== undefined, path)
  // The first page of all asks to be kept once its worker is there.
  await expect.poll(() => isKept('/')).toBe(true)
  await page.goto('/faq')
  await expect.poll(() => isKept('/faq')).toBe(true)
  expect(await page.evaluate(() => caches.has('iip-app'))).toBe(false)
  await expect(page.locator('[data-copy]')).toHaveCount(0)

  await ownServer.kill()
  const again = await device.restart()
  await again.goto('/')
  await expect(again.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(again.getByRole('status').filter({ hasText: 'Copia del' })).toBeVisible()
  await again.goto('/open-data/capacities')
  await expect(again.getByRole('heading', { level: 1, name: 'Sin conexión' })).toBeVisible()
  await again.getByRole('link', { name: 'Preguntas frecuentes' }).click()
  await expect(again.getByRole('heading', { level: 1, name: 'Preguntas frecuentes' })).toBeVisible()
})

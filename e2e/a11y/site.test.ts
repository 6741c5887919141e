import type { Page } from '@playwright/test'
import { expectNoBarrierAt } from '../barriers.ts'
import { expect, sweep, test } from '../fixtures.ts'
import { publicAddresses } from './public-addresses.ts'

/** Above it readers lose the line that they are on: half of what is counted as good (0.1). */
const shiftMax = 0.05

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** How much of the page moved by itself since it was opened. */
const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const moves = list.getEntries() as (PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean })[]
          resolve(moves.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0))
        }).observe({ type: 'layout-shift', buffered: true })
        // A page that never moved has nothing to tell.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
      }),
  )

for (const language of ['es', 'en'] as const) {
  test(
    `[WO1] no public page in ${language} has a barrier, a complaint of its scripts or a text that jumps`,
    language === 'es' ? {} : sweep,
    async ({ page, server }) => {
      test.setTimeout(300_000)
      const complaints: string[] = []
      page.on('pageerror', ({ message }) => complaints.push(`${page.url()}: ${message}`))
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`)
      })
      const addresses = await publicAddresses(server.url, language)
      expect(addresses.length).toBeGreaterThanOrEqual(15)
      for (const width of [1280, 390])
        for (const address of addresses) {
          await page.setViewportSize({ width, height: 800 })
          await page.goto(address)
          await expect(page.locator('html')).toHaveAttribute('lang', language)
          await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
          await page.waitForLoadState('networkidle')
          expect.soft(await shiftOf(page), `${address}, ${width} px`).toBeLessThanOrEqual(shiftMax)
          await expectNoBarrierAt(page, address, [width])
        }
      expect(complaints).toEqual([])
    },
  )
}

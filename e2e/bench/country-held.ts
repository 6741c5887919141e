import type { CDPSession, Page } from '@playwright/test'

/** What one page of a device takes: memory of its scripts after the rubbish went, and what the browser keeps for the site. */
export interface Weight {
  readonly heapMB: number
  readonly storedMB: number
}

export async function weightOf(page: Page): Promise<Weight> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
  const stored = await page.evaluate(async () => {
    const estimate: StorageEstimate & { readonly usageDetails?: { readonly indexedDB?: number } } = await navigator.storage.estimate()
    return estimate.usageDetails?.indexedDB ?? Number.NaN
  })
  return { heapMB: heap / 1e6, storedMB: stored / 1e6 }
}

/** Milliseconds from the press until every institution of the list is on the device, and the page says so; 0 where all of them are there. */
export async function preparedMs(page: Page): Promise<number> {
  const travel = page.getByRole('button', { name: 'Preparar para el viaje' })
  if (await travel.isVisible()) {
    // Who has few institutions is sent them all.
    if ((await page.getByText('Solo el resumen está en este equipo').count()) === 0) return 0
    await travel.click()
    await page.getByRole('checkbox', { name: /que faltan/ }).check()
  }
  const button = page.getByRole('button', { name: /^(Traer \d+ instituciones|Preparar para trabajar sin conexión)/ })
  await button.evaluate((pressed: HTMLButtonElement) => {
    Reflect.set(window, 'pressedAt', performance.now())
    pressed.click()
  })
  await page
    .getByText('Listo para usar sin conexión')
    .first()
    .waitFor({ timeout: 5 * 60_000 })
  return page.evaluate(() => performance.now() - Number(Reflect.get(window, 'pressedAt')))
}

const steps = 60

/** Milliseconds of the longest frame while a page is scrolled from its top to its end, at a CPU so many times slower. */
export async function longestFrameMs(page: Page, slower: number): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await slowDown(session, slower)
  const longest = await page.evaluate(
    (count) =>
      new Promise<number>((resolve) => {
        const end = document.documentElement.scrollHeight - innerHeight
        let step = 0
        let last = performance.now()
        let most = 0
        const frame = (now: number): void => {
          if (step > 0) most = Math.max(most, now - last)
          last = now
          if (step === count) return resolve(most)
          step += 1
          scrollTo({ top: (end * step) / count, behavior: 'instant' })
          requestAnimationFrame(frame)
        }
        requestAnimationFrame(frame)
      }),
    steps,
  )
  await slowDown(session, 1)
  await session.detach()
  return longest
}

const slowDown = (session: CDPSession, rate: number): Promise<unknown> => session.send('Emulation.setCPUThrottlingRate', { rate })

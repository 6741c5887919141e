import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

const grave = new Set<unknown>(['serious', 'critical'])

/**
 * What stands gravely in somebody's way on the screen as it is now, by the rules of axe. Only what is wrong is worked out, and in one page:
 * by itself axe describes each element that passes, too, and opens a second page to put together what frames of other origins say, of which
 * there are none here. That takes three times as long and finds the same.
 */
export async function barriersOn(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true)
    .analyze()
  return violations
    .filter(({ impact }) => grave.has(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`))
}

/** Nothing does. */
export const expectNoBarrier = async (page: Page): Promise<void> => expect(await barriersOn(page)).toEqual([])

/** Nothing does in windows of these widths in px; goes on after a finding, so that one run tells all of them. */
export async function expectNoBarrierAt(page: Page, screen: string, widths: readonly number[] = [1280, 390]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    expect.soft(await barriersOn(page), `${screen}, ${width} px`).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

import { expect, signIn, test } from '../fixtures.ts'
import { peopleOf } from '#server/testing/personas.ts'

test('[NO7] the panel of what somebody was told is at most 200 px high, and is reached and moved by keys @nightly', async ({ page }) => {
  await signIn(page, peopleOf('norte').secondProfessional)
  const panel = page.getByRole('region', { name: 'Notificaciones' })
  await expect(panel).toBeVisible()
  const box = await panel.boundingBox()
  expect(box?.height).toBeLessThanOrEqual(200)
  // In letters twice as large what was told is longer than the panel.
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  await panel.focus()
  await page.keyboard.press('End')
  await expect.poll(() => panel.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
})

import { expect, signIn, test } from '../fixtures.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { expectNothingStandsOut } from './width.ts'

expectNothingStandsOut([320, 390, 820, 1280])

for (const language of ['es', 'en'] as const) {
  test(`at 1280 px the header says whole names of institution, person and role, and the whole state (${language})`, async ({ page }) => {
    const { leader } = peopleOf('norte')
    await page.setViewportSize({ width: 1280, height: 900 })
    await signIn(page, leader)
    await page.evaluate((lang) => localStorage.setItem('lang', lang), language)
    await page.reload()
    const header = page.getByRole('banner')
    await expect(header.getByText(leader.fullName)).toBeVisible()
    await expect(header.locator('[data-sync="up-to-date"]')).toBeVisible()
    const cut = await header.evaluate((banner) =>
      [...banner.querySelectorAll('span')]
        .filter((span) => span.clientWidth > 1 && /hidden|clip/.test(getComputedStyle(span).overflowX))
        .filter((span) => span.scrollWidth > span.clientWidth || span.scrollHeight > span.clientHeight + 2)
        .map((span) => span.textContent),
    )
    expect(cut).toEqual([])
  })
}

import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { talent } from '#server/testing/questions.ts'
import { Questionnaire } from '../screens/questionnaire.ts'

const phone = { width: 390, height: 844 }
const offer = (page: Page) => page.getByRole('complementary', { name: 'Ayuda del laboratorio' })
const helpOf = (page: Page) => page.getByRole('dialog', { name: '¿Necesita ayuda?' })

test('[HE10] help stands beside no bar and over no focus @nightly', async ({ page }) => {
  test.setTimeout(120_000)
  await signIn(page, peopleOf('norte').leader)
  await new Questionnaire(page).open(talent)
  const meet = () =>
    page.evaluate(() => {
      const boxOf = (selector: string): DOMRect => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
      const [help, bar] = [boxOf('#help-offer button'), boxOf('#save-bar')]
      return help.bottom > bar.top + 0.5 && help.top < bar.bottom - 0.5 && help.right > bar.left && help.left < bar.right
    })
  for (const viewport of [phone, { width: 820, height: 1180 }, { width: 1280, height: 720 }]) {
    await page.setViewportSize(viewport)
    for (const y of [0, 500, 100_000]) {
      await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), y)
      await expect.poll(meet, { message: `${viewport.width} ${y}` }).toBe(false)
    }
    if (viewport === phone) {
      // From the menu of the account it is at hand on a long page, too.
      await page.getByRole('button', { name: /^Cuenta/ }).click()
      await page.getByRole('menuitem', { name: 'Pedir ayuda' }).click()
      await expect(helpOf(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(helpOf(page)).toBeHidden()
      await page.evaluate(() => scrollTo({ top: 500, behavior: 'instant' }))
      // On a narrow window it covers nothing: it is at the end.
      await expect(offer(page).getByRole('button')).not.toBeInViewport()
    }
  }
})

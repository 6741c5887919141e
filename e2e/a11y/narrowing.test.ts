import { expect, signIn, test } from '../fixtures.ts'
import { peopleOf } from '#server/testing/personas.ts'
import { Questionnaire } from '../screens/questionnaire.ts'

test('a window made narrow and wide again holds its questions whole, also those that were never scrolled to', async ({ page }) => {
  await signIn(page, peopleOf('norte').professional)
  await new Questionnaire(page).open({ institutionId: 'norte', subDimensionId: 'talento-humano' })
  const overhang = (): Promise<number> =>
    page.evaluate(() =>
      Math.max(
        ...Array.from(document.querySelectorAll('main article'), (card) => {
          const column = card.closest('main > div > div')
          return column ? card.getBoundingClientRect().right - column.getBoundingClientRect().right : 0
        }),
      ),
    )
  for (const width of [390, 1600, 1280, 768, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(overhang, `${width} px`).toBeLessThanOrEqual(0)
  }
})

import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'
import { evaluator, peopleOf } from '#server/testing/personas.ts'
import { Evaluation } from '../screens/evaluation.ts'
import { fillingPath } from '../screens/filling-path.ts'
import { upToDate } from '../screens/sync-panel.ts'

const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Buscar preguntas, personas, páginas y acciones' })
const options = (page: Page) => page.getByRole('listbox', { name: 'Resultados' }).getByRole('option')

test('[GO8] on a phone the map of the questionnaire finds a question and a sub-dimension @nightly', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const { leader } = peopleOf('norte')
  await signIn(page, leader)
  await upToDate(page)
  await page.goto(fillingPath({ institutionId: 'norte', subDimensionId: 'talento-humano' }))
  await page.getByRole('button', { name: /del formulario/ }).click()
  const field = page.getByRole('combobox', { name: 'Buscar en el formulario' })
  await field.fill('gestion del entorno')
  await expect(options(page).first()).toContainText('Gestión del Entorno')
  await field.fill('2.3.1')
  await options(page).first().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('article :focus')).toHaveCount(1)
})

test('[GO9] what an evaluator types while the search is still on its way is looked for, and decides nothing @nightly', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block', ...(baseURL === undefined ? {} : { baseURL }) })
  const page = await context.newPage()
  const { promise: typed, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/finder-[^/]*\.js$/, async (route) => {
    await typed
    await route.continue()
  })
  await signIn(page, evaluator)
  const desk = new Evaluation(page)
  await desk.open({
    formId: 'ensayo-evaluacion',
    institutionId: 'este',
    subDimensionId: 'en-coordinacion-interinstitucional',
    filter: 'all',
  })
  const waits = page.getByRole('group', { name: /convenios vigentes con otras instituciones/ })
  await expect(waits).toBeVisible()
  await upToDate(page)
  await page.keyboard.press('Control+k')
  // A, R, O decide and J, K go on, where the desk has the keys.
  await page.keyboard.type('arojk convenio')
  expect(await fieldOf(page).count()).toBe(0)
  release()
  await expect(fieldOf(page)).toHaveValue('arojk convenio')
  await expect(fieldOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(waits.getByRole('button', { name: /^Aceptar/ })).toHaveAttribute('aria-pressed', 'false')
  await upToDate(page)
  await context.close()
})

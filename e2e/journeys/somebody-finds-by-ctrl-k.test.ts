import type { Page } from '@playwright/test'
import { expect, goOffline, signIn, test } from '../fixtures.ts'
import { admin, evaluator, peopleOf } from '../personas.ts'
import { Evaluation } from '../screens/evaluation.ts'
import { fillingPath } from '../screens/filling-path.ts'
import { upToDate } from '../screens/sync-panel.ts'

const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Buscar preguntas, personas, páginas y acciones' })
const options = (page: Page) => page.getByRole('listbox', { name: 'Resultados' }).getByRole('option')

test('[GO1] [GO5] a leader finds questions, people, pages and acts by keys alone and without a network, and what they chose last is there first', async ({
  page,
  context,
}) => {
  const { leader, professional } = peopleOf('norte')
  await signIn(page, leader)
  await upToDate(page)
  await page.keyboard.press('Control+k')
  await expect(fieldOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(fieldOf(page)).toHaveCount(0)
  await goOffline(context)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('231')
  await expect(options(page).first()).toContainText('2.3.1')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  const named = await fieldOf(page).getAttribute('aria-activedescendant')
  expect(named).toBe(await options(page).first().getAttribute('id'))
  await expect(page.getByRole('status').filter({ hasText: 'resultado' })).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/form-filling/**question=**')
  await expect(page.locator('article :focus')).toHaveCount(1)

  await page.keyboard.press('Control+k')
  await expect(options(page).first()).toContainText('2.3.1')
  await page.keyboard.type(professional.fullName.split(' ')[0] ?? '')
  await expect(options(page).filter({ hasText: professional.fullName })).toHaveCount(1)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('CONFIGURACION instit')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/profile-config')
})

test('[GO2] a professional finds neither a question nor a page that is not theirs, and an evaluator their institutions', async ({
  page,
}) => {
  const { professional } = peopleOf('norte')
  await signIn(page, professional)
  await upToDate(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('configuracion institucional')
  await expect(page.getByText('No hay nada con esas palabras')).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('3.2.1')
  await expect(page.getByText('No hay nada con esas palabras')).toBeVisible()
})

test('[GO2] evaluators and administrators find institutions, and no act of an institution’s people', async ({ browser, baseURL }) => {
  for (const [who, lands] of [
    [evaluator, '**/dashboard/evaluation/**'],
    [admin, '**/dashboard/form-filling/**'],
  ] as const) {
    const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
    const page = await context.newPage()
    await signIn(page, who)
    await upToDate(page)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('pedir ayuda')
    await expect(page.getByText('No hay nada con esas palabras')).toBeVisible()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('ejemplo norte')
    await expect(options(page).first()).toContainText('Norte')
    await page.keyboard.press('Enter')
    await page.waitForURL(lands)
    await context.close()
  }
})

test('[GO7] a window that only shows makes room for the search, and one in which something is written does not', async ({ page }) => {
  const { leader } = peopleOf('norte')
  await signIn(page, leader)
  await upToDate(page)
  await page.getByRole('button', { name: /^Notificaciones/ }).click()
  await expect(page.getByRole('dialog', { name: 'Notificaciones' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(fieldOf(page)).toBeFocused()
  await expect(page.getByRole('dialog', { name: 'Notificaciones' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.locator('#help-offer').getByRole('button').click()
  await page.getByRole('dialog').getByRole('textbox').first().fill('No encuentro la pregunta')
  await page.keyboard.press('Control+k')
  await expect(page.getByText('Cierre primero la ventana que está abierta.')).toBeVisible()
  await expect(fieldOf(page)).toHaveCount(0)
})

test('[GO8] on a phone the map of the questionnaire finds a question and a sub-dimension', async ({ page }) => {
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

test('[GO9] what an evaluator types while the search is still on its way is looked for, and decides nothing', async ({
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

import { expectNoBarrier } from '../barriers.ts'
import { expect, signIn, test } from '../fixtures.ts'
import { admin } from '#server/testing/personas.ts'

test('[DB15] an administrator takes results away from visitors and shows them again, after seeing the pages and the names', async ({
  page,
  browser,
}) => {
  const visitor = await (await browser.newContext({ locale: 'es-CL' })).newPage()
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, admin)
  await page.goto('/dashboard/formularios/indice-2024/public-dashboard-config')
  await expect(page.getByText('Los visitantes ven estos resultados')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar de los resultados públicos' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click()
  await expect(page.getByText('Los visitantes no ven nada de este formulario')).toBeVisible()
  await visitor.goto('/results')
  await expect(visitor.getByRole('heading', { level: 2, name: 'Todavía no hay resultados publicados' })).toBeVisible()

  await page.getByRole('button', { name: 'Mostrar a los visitantes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Así lo verán los visitantes' })
  await expect(dialog.frameLocator('iframe').locator('figure#index')).toBeVisible()
  await dialog.getByRole('button', { name: 'Por institución', exact: true }).click()
  await expect(dialog.frameLocator('iframe').locator('figure#evolution')).toBeVisible()
  await expectNoBarrier(page)
  await dialog.getByRole('button', { name: /^Mostrar \d+ instituciones$/ }).click()
  await expect(page.getByText('Los visitantes ven estos resultados')).toBeVisible()
  await visitor.reload()
  await expect(visitor.locator('figure#index')).toBeVisible()
  await visitor.context().close()
})

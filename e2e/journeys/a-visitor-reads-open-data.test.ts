import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { figureText } from '#client/features/figures/figures.ts'
import { expect, test } from '../fixtures.ts'
import { csvOf, readByKeys } from '../screens/charts.ts'

const stats = '/open-data/descriptive-stats'
const figureAt = (page: Page, id: string): Locator => page.locator(`figure#${id}`)

/** The file behind a figure. */
async function csvBehind(page: Page, figure: Locator, name: RegExp): Promise<readonly Readonly<Record<string, string>>[]> {
  const open = figure.locator('details', { hasText: 'Descargar y compartir' })
  if ((await open.getAttribute('open')) === null) await open.locator('summary').first().click()
  return csvOf(page, figure.getByRole('link', { name }))
}

test('[CH2] [CH8] a visitor changes the filter, shares the link, goes back, and reads by keys the figures that the file has', async ({
  page,
  browser,
}) => {
  await page.goto(stats)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Estadística descriptiva')
  const first = page.url()
  const years = page.getByRole('group', { name: 'Años' })
  await years.getByLabel('2024').check()
  await expect(page).toHaveURL(/\?years=2022,2024$/)
  await page.getByRole('combobox', { name: 'Categoría' }).selectOption('Pilares')
  await expect(page).toHaveURL(/category=Pilares/)
  await page.getByRole('combobox', { name: 'Orientación' }).selectOption({ index: 1 })
  await expect(page).toHaveURL(/orientation=/)
  await expect(page.getByRole('combobox', { name: 'Categoría' })).toHaveValue('')
  await page.goBack()
  await expect(page.getByRole('combobox', { name: 'Categoría' })).toHaveValue('Pilares')
  await expect(page.getByRole('combobox', { name: 'Orientación' })).toHaveValue('')
  await page.goBack()
  await expect(page.getByRole('combobox', { name: 'Categoría' })).toHaveValue('')

  // Who gets the link sees the same, from the server's own page on.
  const shared = page.url()
  const other = await (await browser.newContext({ locale: 'es-CL' })).newPage()
  await other.goto(shared)
  await expect(other.getByText('2022 y 2024 · todas las instituciones').first()).toBeVisible()
  const level = figureAt(page, 'maturity-levels')
  await expect(figureAt(other, 'maturity-levels').getByRole('heading')).toHaveText((await level.getByRole('heading').textContent()) ?? '')
  await other.context().close()

  const heard = await readByKeys(page, level)
  const rows = await csvBehind(page, level, /^CSV, solo/)
  const counts = rows.map((row) => Number(row['Instituciones']))
  expect(heard).toHaveLength(rows.length)
  expect(heard.map((sentence) => Number(/: (\d+) instituci/.exec(sentence)?.[1]))).toEqual(counts)

  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(page).toHaveURL(first)
})

test('[CH2] each capacity is read by keys with the points that its file has', async ({ page }) => {
  await page.goto('/open-data/capacities')
  const figure = figureAt(page, 'dimension-institucionalResources')
  const heard = await readByKeys(page, figure)
  const rows = (await csvBehind(page, figure, /^CSV, solo/)).filter(
    (row) => row['Dimensión'] === 'Recursos Institucionales' && row['Capacidad'] !== '',
  )
  expect(rows).toHaveLength(4)
  for (const [at, row] of rows.entries())
    expect(heard[at]).toContain(
      `${row['Capacidad']}: ${figureText(Number(row['Puntos']), 1, 'es')} de ${figureText(Number(row['Máximo']), Number.isInteger(Number(row['Máximo'])) ? 0 : 1, 'es')} puntos`,
    )
})

test('[CH5] a chart is taken along as a picture that stands alone, with title, source and its own fills', async ({ page }) => {
  await page.goto('/open-data/initiatives')
  const figure = figureAt(page, 'initiative-types')
  const title = (await figure.getByRole('heading').textContent()) ?? ''
  await figure.locator('summary', { hasText: 'Descargar y compartir' }).click()
  const coming = page.waitForEvent('download')
  await figure.getByRole('button', { name: 'SVG' }).click()
  const svg = await readFile(await (await coming).path(), 'utf8')
  expect(svg).toContain(title.split(' ')[0] ?? '')
  expect(svg).toContain('Fuente:')
  expect(svg).toContain('<pattern id="tone-0"')
  expect(svg).not.toMatch(/ class=| style=|var\(/)
  const picture = page.waitForEvent('download')
  await figure.getByRole('button', { name: 'PNG' }).click()
  const png = await readFile(await (await picture).path())
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  // Twice as fine as the drawing, which is 848 units wide with its margins.
  expect(png.readUInt32BE(16)).toBe(1_696)
})

test('[OD12] [CH8] a link to a year that is not public says so and shows no other year, until one is chosen; going back says it again', async ({
  page,
}) => {
  const reply = await page.goto('/open-data/capacities?years=2019')
  expect(reply?.status()).toBe(404)
  const said = page.getByText('Para el año seleccionado (2019) no existen datos')
  await expect(said).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('figure')).toHaveCount(0)
  await page.getByRole('group', { name: 'Años' }).getByLabel('2022').check()
  await expect(page).toHaveURL(/\/capacities$/)
  await expect(figureAt(page, 'key-capacities').getByRole('heading')).toContainText('2022')
  await expect(said).toHaveCount(0)
  await page.goBack()
  await expect(said).toBeVisible()
  await expect(page.locator('figure')).toHaveCount(0)
  await page.goForward()
  await expect(figureAt(page, 'key-capacities')).toBeVisible()
})

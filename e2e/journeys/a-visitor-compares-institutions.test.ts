import type { Locator, Page } from '@playwright/test'
import { figureText } from '#client/features/figures/figures.ts'
import { expectNoBarrier } from '../barriers.ts'
import { expect, test } from '../fixtures.ts'
import { csvOf, readByKeys, tableOf } from '../screens/charts.ts'

const phone = { width: 390, height: 844 }
const slot = (page: Page, name: string): Locator => page.getByRole('combobox', { name, exact: true })

/** Adds the next institution of the list, and tells its name. */
async function add(page: Page): Promise<string> {
  const free = slot(page, 'Agregar una institución')
  const option = free.locator('option:not([disabled]):not([value=""])').first()
  const [id, name] = [(await option.getAttribute('value')) ?? '', (await option.textContent()) ?? '']
  await free.selectOption(id)
  await expect(page).toHaveURL(new RegExp(`institutions=.*${id}`))
  return name
}

test('[DB10] [DB13] [DB14] a visitor on a phone compares two institutions, reads them by keys, and downloads the very figures that the tables show', async ({
  page,
  browser,
}) => {
  await page.setViewportSize(phone)
  await page.goto('/results')
  const names = [await add(page), await add(page)]
  await expect(page.getByText(`Se muestra: ${names.join(', ')}.`).first()).toBeVisible()
  await expectNoBarrier(page)

  // Every figure of every chart stands in one file, with the decimals of its table.
  const rows = await csvOf(page, page.getByRole('link', { name: 'Descargar CSV' }))
  const shown = ['Media de la categoría', ...names]
  for (const figure of await page.locator('figure').all()) {
    const title = await figure.getByRole('heading').innerText()
    const table = await tableOf(figure)
    const [, head = ''] = Object.keys(table[0] ?? {})
    const inFile = Object.keys(rows[0] ?? {}).find((each) => (head === 'Índice' ? each.startsWith('Índice') : each === head)) ?? ''
    for (const line of table) {
      const row = rows.find((each) => each['Institución'] === line['Institución'])
      const decimals = /,(\d+)$/.exec(line[head] ?? '')?.[1]?.length ?? 0
      const told = row?.[inFile] === '' ? 'sin dato' : figureText(Number(row?.[inFile]), decimals, 'es')
      expect(told, `${title}: ${line['Institución']}`).toBe(line[head])
    }
  }
  expect(rows.map((row) => row['Institución'])).toEqual(expect.arrayContaining(shown))

  const index = page.locator('figure#index')
  const heard = await readByKeys(page, index)
  const table = await tableOf(index)
  expect(heard).toHaveLength(table.length)
  for (const [at, line] of table.entries()) expect(heard[at]).toContain(`${line['Institución']}: ${line['Índice']} puntos`)

  // The link shows the same to whoever gets it, on each of the three pages.
  const other = await (await browser.newContext({ locale: 'es-CL', viewport: phone })).newPage()
  await other.goto(page.url())
  await expect(other.locator('figure#index').getByRole('heading')).toHaveText(await index.getByRole('heading').innerText())
  for (const name of ['Por dimensión', 'Por institución']) {
    await other.getByRole('link', { name, exact: true }).click()
    await expect(other.getByText(`Se muestra: ${names.join(', ')}.`).first()).toBeVisible()
    await expectNoBarrier(other)
  }
  await other.context().close()

  await page.goBack()
  await expect(slot(page, 'Institución 2')).toHaveCount(0)
  await expect(slot(page, 'Institución 1')).toHaveCount(1)
})

test('[DB14] two choices that come quickly lose nothing', async ({ page }) => {
  await page.goto('/results')
  await expect(slot(page, 'Agregar una institución')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const options = await slot(page, 'Agregar una institución').locator('option:not([value=""])').all()
  const ids = [await options[0]?.getAttribute('value'), await options[1]?.getAttribute('value')]
  const first = Promise.withResolvers<void>()
  await page.route('**/publicReports/results**', async (route) => {
    const asked = decodeURIComponent(route.request().url())
    // The answer to the first choice alone comes after the one to both; what the page asks for itself is not held.
    if (asked.includes(ids[0] ?? '') && !asked.includes(ids.join(','))) await first.promise
    await route.continue()
  })
  for (const id of ids) await slot(page, 'Agregar una institución').selectOption(id ?? '')
  await expect(page).toHaveURL(new RegExp(`institutions=${ids.join(',')}$`))
  first.resolve()
  await expect(slot(page, 'Institución 2')).toHaveValue(ids[1] ?? '')
  await expect(page.locator('figure#index')).toContainText('obtuvo el índice más alto')
})

test('[DB14] [CH8] what was chosen on a phone is read again after a restart without a network; what was never read says so', async ({
  newDevice,
  ownServer,
}) => {
  const device = await newDevice(ownServer.url)
  const page = await device.open()
  await page.setViewportSize(phone)
  const isKept = (path: string): Promise<boolean> =>
    page.evaluate(async (at) => (await caches.match(at, { cacheName: 'iip-public-pages' })) !== undefined, path)
  await page.goto('/')
  await expect.poll(() => isKept('/')).toBe(true)
  await page.goto('/results')
  await expect.poll(() => isKept('/results')).toBe(true)
  const names = [await add(page), await add(page)]
  const compared = page.url()
  const title = await page.locator('figure#index').getByRole('heading').innerText()
  await page.goto('/open-data/capacities')
  await expect.poll(() => isKept('/open-data/capacities')).toBe(true)
  await page.getByRole('group', { name: 'Años' }).getByLabel('2024').check()
  await expect(page).toHaveURL(/\?years=2022,2024$/)
  const data = page.url()
  const finding = await page.locator('figure#key-capacities').getByRole('heading').innerText()

  await ownServer.kill()
  const again = await device.restart()
  await again.setViewportSize(phone)
  await again.goto(compared)
  await expect(again.getByText(`Se muestra: ${names.join(', ')}.`).first()).toBeVisible()
  await expect(again.locator('figure#index').getByRole('heading')).toHaveText(title)
  await expect(again.getByText('Sin conexión. Se muestra la copia guardada en este equipo').first()).toBeVisible()
  await again.goto(data)
  await expect(again.locator('figure#key-capacities').getByRole('heading')).toHaveText(finding)
  await expect(again.getByText('Sin conexión. Se muestra la copia guardada en este equipo').first()).toBeVisible()

  // A third one was never compared on this phone: what was seen stays, and so does its address.
  await again.goto(compared)
  await expect(again.getByText(`Se muestra: ${names.join(', ')}.`).first()).toBeVisible()
  const free = slot(again, 'Agregar una institución')
  await free.selectOption({ index: (await free.locator('option').count()) - 1 })
  await expect(again.getByText('Sin conexión. Lo que eligió no está guardado en este equipo').first()).toBeVisible()
  await expect(slot(again, 'Institución 3')).toHaveCount(0)
  await expect(again).toHaveURL(compared)
})

test('[DB10] a link to what is not public says so: of a measurement instead of any figure, of an institution beside what is shown', async ({
  page,
}) => {
  await page.goto('/results?form=gone')
  await expect(page.getByRole('heading', { level: 2, name: 'Estos resultados no están publicados' })).toBeVisible()
  await expect(page.locator('figure')).toHaveCount(0)
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
  await expect(page.locator('figure#index')).toBeVisible()
  const said = page.getByText('Una parte de lo que pide este enlace no está publicada')
  await page.goto('/results?institutions=nobody')
  await expect(said).toBeVisible()
  await add(page)
  await expect(said).toHaveCount(0)
  await expect(page.locator('figure#index')).toBeVisible()
})

import type { Page } from '@playwright/test'
import * as v from 'valibot'
import { expect, test } from '../fixtures.ts'
import { admin } from '#server/testing/personas.ts'
import { RestCaller } from '../rest.ts'
import { placeOf } from '#client/data/app/place-of.ts'
import { languageOfPath } from '#shared/site/paths.ts'

const isKept = (page: Page, path: string): Promise<boolean> =>
  page.evaluate(async (at) => (await caches.match(at, { cacheName: 'iip-public-pages' })) !== undefined, path)

test('[WO1] [WO2] a visitor without scripts reads pages in both languages', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto('/faq')
  await expect(page.getByRole('heading', { level: 1, name: 'Preguntas frecuentes' })).toBeVisible()
  await page.getByRole('link', { name: 'en, English' }).click()
  await expect(page).toHaveURL(/\/en\/faq$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.close()
})

test('[WO4] [WO5] [WO6] a visitor on a phone reads again after a restart without a network, with the day of the copy, and has nothing of the application', async ({
  newDevice,
  ownServer,
}) => {
  const device = await newDevice(ownServer.url)
  const page = await device.open()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  // The first page of all asks to be kept once its worker is there.
  await expect.poll(() => isKept(page, '/')).toBe(true)
  await page.goto('/faq')
  await expect.poll(() => isKept(page, '/faq')).toBe(true)
  expect(await page.evaluate(() => caches.has('iip-app'))).toBe(false)
  await expect(page.locator('[data-copy]')).toHaveCount(0)

  await ownServer.kill()
  const again = await device.restart()
  await again.goto('/')
  await expect(again.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(again.getByRole('status').filter({ hasText: 'Copia del' })).toBeVisible()
  await again.goto('/open-data/capacities')
  await expect(again.getByRole('heading', { level: 1, name: 'Sin conexión' })).toBeVisible()
  await again.getByRole('link', { name: 'Preguntas frecuentes' }).click()
  await expect(again.getByRole('heading', { level: 1, name: 'Preguntas frecuentes' })).toBeVisible()
})

test('[WO5] [WO6] a page that was taken away is gone from the device once it was asked for again', async ({ newDevice, ownServer }) => {
  const lab = await RestCaller.signIn(ownServer, admin)
  const about = { title: 'Convocatoria', englishTitle: 'Call', description: 'Algo', englishDescription: 'Something' }
  const section = {
    ...{ id: 's1', component: 'title', content: { title: 'Convocatoria' }, englishContent: { title: 'Call' } },
  }
  const saved = await lab.post('publicSite/Admin/site', { name: 'convocatoria', about, sections: [section], publish: true, accepted: true })
  const { _id, published } = v.parse(v.object({ _id: v.string(), published: v.boolean() }), saved)
  expect(published).toBe(true)

  const device = await newDevice(ownServer.url)
  const page = await device.open()
  await page.goto('/')
  await expect.poll(() => isKept(page, '/')).toBe(true)
  await page.goto('/site/convocatoria?utm_source=correo')
  await expect(page.getByRole('heading', { level: 1, name: 'Convocatoria' })).toBeVisible()
  await expect.poll(() => isKept(page, '/site/convocatoria')).toBe(true)

  await lab.delete(`publicSite/Admin/site/${_id}`)
  await page.goto('/site/convocatoria')
  await expect(page).toHaveURL(`${ownServer.url}/`)
  await expect.poll(() => isKept(page, '/site/convocatoria')).toBe(false)

  await ownServer.kill()
  await page.goto('/site/convocatoria')
  await expect(page.getByRole('heading', { level: 1, name: 'Sin conexión' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Convocatoria' })).toHaveCount(0)
})

const kept = v.object({ url: v.string(), bytes: v.number() })
const wholeCopy = v.object({ data: v.object({ pages: v.array(kept), files: v.array(kept) }) })

interface Link {
  readonly on: string
  readonly to: string
  readonly isDownload: boolean
}

/** Links of the page that is open to this server, without those into the page itself. */
const linksOf = (page: Page): Promise<readonly Link[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a')]
      .filter((each) => each.origin === location.origin && !(each.getAttribute('href') ?? '').startsWith('#'))
      .map((each) => ({ on: location.href, to: each.getAttribute('href') ?? '', isDownload: each.hasAttribute('download') })),
  )

/** Presses a link of a page without a network: where it ends, and what is said there. */
async function press(page: Page, { on, to }: Link): Promise<{ readonly url: string; readonly head: string }> {
  await page.goto(on)
  const there = page.waitForEvent('framenavigated')
  await page
    .locator(`a[href="${to}"]:not([download])`)
    .first()
    .evaluate((link: HTMLElement) => link.click())
  await there
  await page.waitForLoadState()
  return page.evaluate(() => ({ url: location.href, head: document.querySelector('h1')?.textContent ?? '' }))
}

test('[WO6] [WO7] [WS13] a visitor on a phone keeps the whole site, is told how far it is, and reads every page of it without a network; every link of every page ends on one of this site', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(300_000)
  const device = await newDevice(ownServer.url)
  const page = await device.open()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await expect.poll(() => isKept(page, '/')).toBe(true)
  const { data } = v.parse(wholeCopy, await (await page.request.get('/api/v1/public/copy')).json())
  expect(data.pages.length).toBeGreaterThan(20)
  await page.reload()

  await page.locator('[data-save-site]').first().click()
  const offer = page.getByRole('dialog', { name: 'Guardar el sitio para leer sin conexión' })
  await expect(offer.getByText(`Son ${data.pages.length} páginas en los dos idiomas`)).toBeVisible()
  // What is said while it comes may be gone before a test looks.
  await page.evaluate(() => {
    const status = document.querySelector('dialog [role=status]')
    const said: string[] = []
    Object.assign(globalThis, { said })
    new MutationObserver(() => said.push(status?.textContent ?? '')).observe(status ?? document, { childList: true, subtree: true })
  })
  await offer.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(offer.getByText(`Listo: ${data.pages.length} páginas`)).toBeVisible({ timeout: 120_000 })
  const said = await page.evaluate(() => Object(globalThis).said as string[])
  expect(said.filter((each) => each.startsWith('Guardados ')).length).toBeGreaterThan(5)

  await ownServer.kill()
  const again = await device.restart()
  await again.setViewportSize({ width: 390, height: 844 })
  const wrong: string[] = []
  const links = new Map<string, Link>()
  for (const { url } of data.pages) {
    await again.goto(url)
    const found = await again.evaluate(() => ({
      copy: document.querySelector('[data-copy]') !== null,
      head: document.querySelector('h1')?.textContent ?? '',
      wide: document.documentElement.scrollWidth > innerWidth,
      styled: getComputedStyle(document.body).fontFamily.includes('IIP Sans'),
      blank: [...document.images]
        .filter((each) => each.complete && each.naturalWidth === 0 && each.currentSrc !== '')
        .map((each) => each.currentSrc),
    }))
    if (!found.copy || found.head === '' || found.head === 'Sin conexión' || found.wide || !found.styled || found.blank.length > 0)
      wrong.push(`${url} ${JSON.stringify(found)}`)
    // Each once, and what is of no language from both: head and foot of all pages are the same.
    const { language } = languageOfPath(url)
    for (const link of await linksOf(again))
      if (!link.isDownload) links.set(placeOf(new URL(link.to, again.url()).pathname) === 'site' ? link.to : `${language} ${link.to}`, link)
  }
  expect(wrong).toEqual([])

  const pressed = new Map<string, string>()
  for (const [key, link] of links) {
    const { url, head } = await press(again, link)
    pressed.set(key, head)
    if (!url.startsWith(ownServer.url) || head === '') wrong.push(`${key} on ${link.on} ends on ${url}`)
  }
  expect(wrong).toEqual([])
  expect([pressed.get('es /result'), pressed.get('en /en/result')]).toEqual(['Resultados', 'Results'])
  expect([pressed.get('es /login'), pressed.get('en /login')]).toEqual(['Sin conexión', 'No connection'])
  expect([...pressed.keys()].filter((key) => key.includes('.json')).length).toBeGreaterThan(10)
  for (const path of ['/statesimulator', '/dashboard/Home', '/comprobante', '/files/document/bases.pdf', '/site/nobody']) {
    await again.goto('/')
    await again.goto(path)
    await expect(again.getByRole('heading', { level: 1, name: 'Sin conexión' }), path).toBeVisible()
  }
  // What is taken away does not come, and no page comes in its place.
  await again.goto('/open-data/capacities')
  const taken = again.waitForEvent('download')
  await again
    .locator('a[download]')
    .first()
    .evaluate((link: HTMLElement) => link.click())
  expect(await (await taken).failure()).not.toBeNull()

  // What a chart asks for once it is used is there as well: its table, and its picture.
  await again.goto('/open-data/descriptive-stats')
  const figure = again.locator('figure').first()
  await figure.locator('details', { hasText: 'Descargar y compartir' }).locator('summary').first().click()
  const coming = again.waitForEvent('download')
  await figure.getByRole('button', { name: 'SVG' }).click()
  expect((await coming).suggestedFilename()).toMatch(/\.svg$/)
})

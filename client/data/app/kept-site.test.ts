import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keptCaches, keptHeaders, keptLimits } from './kept-pages.ts'
import { dropOldest, forgetPage, keepPage, keptAt, planCopy } from './kept-site.ts'
import { documentOf, html, onDevice, origin, replyAs } from '#client/data/testing/fake-caches.ts'
import type { FakeCaches } from '#client/data/testing/fake-caches.ts'

let device: FakeCaches
let answers: (url: string) => Response
beforeEach(() => {
  answers = (url) => replyAs(documentOf(new URL(url).pathname), { headers: html })
  device = onDevice(async (url) => answers(url))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const at = (path: string): string => `${origin}${path}`
const read = (asked: string, own = asked, shows = ''): Promise<string> =>
  keepPage(at(asked), replyAs(documentOf(own, { shows }), { headers: html }))
const shownAt = async (path: string): Promise<string | undefined> => (await keptAt(at(path)))?.text()
const elsewhere = replyAs('', {}, { type: 'opaqueredirect' })

test('[WO5] a page that was reached by a link with a query of others is kept once, under its own address', async () => {
  await read('/?utm_source=correo', '/')
  await read('/?fbclid=x', '/')
  await read('/about/', '/about')
  expect(device.paths(keptCaches.pages)).toEqual(['/', '/about'])
  expect(await shownAt('/')).toContain('<title>/</title>')
  expect(await shownAt('/about?utm_source=y')).toContain('<title>/about</title>')
})

test('[WO5] a choice that was asked for in other words is found again in them, and not the page without it', async () => {
  await read('/open-data/capacities')
  await read('/open-data/capacities?years=2023&years=2022', '/open-data/capacities?years=2022%2C2023')
  expect(await shownAt('/open-data/capacities?years=2023&years=2022')).toContain('2022%2C2023')
  expect(await shownAt('/open-data/capacities?years=2022%2C2023')).toContain('2022%2C2023')
  expect(await shownAt('/open-data/capacities')).not.toContain('2022')
})

test('[WO5] where an address shows another page than before, what it showed is not shown again', async () => {
  await read('/results')
  await read('/results?form=f1')
  await read('/results?form=f1', '/results?form=-')
  expect(device.paths(keptCaches.pages)).toEqual(['/results', '/results?form=-'])
  expect(await shownAt('/results?form=f1')).toContain('<title>/results?form=-</title>')
  await read('/results?form=f2', '/results?form=-')
  expect(await shownAt('/results')).toContain('<title>/results</title>')
})

test('[WO5] what is answered in the place of a page and is none of this site is not kept', async () => {
  await read('/about')
  const portal = replyAs('<!doctype html><html><body>Sign in to the network</body></html>', { headers: html })
  expect(await keepPage(at('/about'), portal)).toBe('')
  expect(await shownAt('/about')).toContain('data-edition')
})

test('[WO5] nothing of who asked is kept with a page', async () => {
  await keepPage(
    at('/'),
    replyAs(documentOf('/'), { headers: { ...html, 'Set-Cookie': 'a=1', Vary: 'Cookie', 'X-Frame-Options': 'DENY' } }),
  )
  const kept = await keptAt(at('/'))
  expect([...(kept?.headers.keys() ?? [])].toSorted()).toEqual(['content-type', 'x-edition', 'x-frame-options', 'x-kept-at'])
  expect(kept?.headers.get(keptHeaders.edition)).toBe('7')
})

test.each([
  ['not found', replyAs('', { status: 404 })],
  ['gone', replyAs('', { status: 410 })],
  ['leading elsewhere', elsewhere],
])('[WO5] a page that is answered as %s loses its copies, whatever was chosen on it, and no other page its own', async (_, reply) => {
  answers = () => replyAs(documentOf('/'), { headers: html }, { redirected: true })
  for (const path of ['/site/red', '/site/red?a=1', '/site/redes', '/en/site/red']) await read(path)
  await forgetPage(at('/site/red?b=2'), reply)
  expect(device.paths(keptCaches.pages)).toEqual(['/en/site/red', '/site/redes'])
})

test('[WO5] a page that says that what its address names is not there takes the copy of that address away, and no other choice’s', async () => {
  for (const path of ['/results', '/results?form=a', '/results?form=b']) await read(path)
  await forgetPage(at('/results?form=b'), replyAs(documentOf('/results?form=-'), { status: 404, headers: html }))
  expect(device.paths(keptCaches.pages)).toEqual(['/results', '/results?form=a'])
})

test.each([
  ['another site’s page', () => replyAs('<html><body>Sign in</body></html>', { headers: html }, { redirected: true })],
  ['a page that is not made', () => replyAs('', { status: 503, headers: html }, { redirected: true })],
  ['itself in other words', () => replyAs(documentOf('/site/red'), { headers: html }, { redirected: true, url: `${origin}/site/red` })],
  ['itself', () => replyAs(documentOf('/site/red'), { headers: html })],
])('[WO5] an answer that leads to %s takes no copy away, nor does one that fails', async (_, there) => {
  answers = there
  await read('/site/red')
  await forgetPage(at('/site/red'), elsewhere)
  await forgetPage(at('/site/red'), replyAs('', { status: 503 }))
  expect(device.paths(keptCaches.pages)).toEqual(['/site/red'])
})

test('[WO5] what a page that goes showed goes with it, and what another shows stays', async () => {
  const assets = (await device.open(keptCaches.assets)) as Cache
  for (const path of ['/assets/a-1.js', '/assets/b-1.js', '/files/image/i1-480.webp']) await assets.put(path, new Response(''))
  await read('/site/red', '/site/red', '<img src="/files/image/i1-960.webp"><script src="/assets/a-1.js"></script>')
  await read('/', '/', '<script src="/assets/b-1.js"></script>')
  await forgetPage(at('/site/red'), replyAs('', { status: 404 }))
  expect(device.paths(keptCaches.assets)).toEqual(['/assets/b-1.js'])
})

test('[WO7] what was read longest ago leaves, and nothing of the whole copy does', async () => {
  vi.useFakeTimers()
  const whole = Array.from({ length: keptLimits.pages + 5 }, (_, each) => `/site/copia${each}`)
  await planCopy({ edition: 7, pages: whole.map((url) => ({ url, bytes: 1 })), files: [{ url: '/assets/a-1.js', bytes: 1 }] })
  await ((await device.open(keptCaches.assets)) as Cache).put('/assets/a-1.js', new Response(''))
  for (const path of whole) await read(path)
  for (let each = 0; each < keptLimits.pages + 2; each += 1) {
    vi.setSystemTime(1_000 * (each + 1))
    await read(`/site/leida${each}`)
  }
  await dropOldest()
  const kept = device.paths(keptCaches.pages)
  expect(whole.filter((path) => !kept.includes(path))).toEqual([])
  expect(kept.length).toBe(whole.length + keptLimits.pages)
  expect(['/site/leida0', '/site/leida1', '/site/leida2'].filter((path) => kept.includes(path))).toEqual(['/site/leida2'])
  expect(device.paths(keptCaches.assets)).toEqual(['/assets/a-1.js'])
})

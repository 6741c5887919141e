import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keptCaches, keptHeaders } from './kept-pages.ts'
import { askForCopy, keepSite, keptCopy, removeCopy, sizeOf } from './site-copy.ts'
import { documentOf, html, onDevice, origin, replyAs } from '#client/data/testing/fake-caches.ts'
import type { FakeCaches } from '#client/data/testing/fake-caches.ts'

const copy = {
  edition: 7,
  pages: [
    { url: '/', bytes: 100 },
    { url: '/en', bytes: 110 },
  ],
  files: [{ url: '/files/image/ab-960.webp', bytes: 40 }],
}

let device: FakeCaches
let asked: string[] = []
let cut = Number.POSITIVE_INFINITY
let answers: (path: string) => Response

beforeEach(() => {
  asked = []
  cut = Number.POSITIVE_INFINITY
  answers = (path) =>
    path.startsWith('/files/')
      ? replyAs('a picture', { headers: { 'Content-Type': 'image/webp' } })
      : replyAs(documentOf(path), { headers: { ...html, 'Set-Cookie': 'a=1' } })
  device = onDevice(async (url, options) => {
    if (options.credentials !== 'omit') throw new Error(`${url} was asked for as somebody`)
    if (asked.length >= cut) throw new TypeError('Failed to fetch')
    asked.push(url)
    return url === '/api/v1/public/copy' ? Response.json({ success: true, data: copy }) : answers(url)
  })
})
afterEach(() => void vi.unstubAllGlobals())

const keep = async (signal = new AbortController().signal): Promise<{ end: string; told: readonly number[] }> => {
  const told: number[] = []
  return { end: await keepSite(copy, (bytes) => void told.push(bytes), signal), told }
}

test('[WO7] the whole site is kept, pages and files apart, each by its address, and it is told how far it is in bytes', async () => {
  expect(await askForCopy()).toEqual(copy)
  expect(sizeOf(copy)).toBe(250)
  expect(await keep()).toEqual({ end: 'done', told: [40, 140, 250] })
  expect(device.paths(keptCaches.pages)).toEqual(['/', '/en'])
  expect(device.paths(keptCaches.assets)).toEqual(['/files/image/ab-960.webp'])
  const page = device.all.get(keptCaches.pages)?.get(`${origin}/`)
  expect(page?.headers.get(keptHeaders.edition)).toBe('7')
  expect(page?.headers.get('Set-Cookie')).toBeNull()
  expect(await keptCopy()).toMatchObject({ edition: 7 })
})

test('[WO7] what ends early says why, keeps what came, and goes on from there', async () => {
  cut = 2
  expect(await keep()).toEqual({ end: 'network', told: [40, 140] })
  expect(await keptCopy()).toBeNull()
  cut = Number.POSITIVE_INFINITY
  asked = []
  expect(await keep()).toEqual({ end: 'done', told: [40, 140, 250] })
  expect(asked).toEqual(['/en'])
})

test('[WO7] a page of another edition is fetched again, a file is not', async () => {
  await keep()
  asked = []
  expect(await keepSite({ ...copy, edition: 8 }, () => undefined, new AbortController().signal)).toBe('done')
  expect(asked).toEqual(['/', '/en'])
})

test('[WO7] who stops it is told apart from a device without room, and from a server that does not say its size', async () => {
  const stop = new AbortController()
  stop.abort()
  expect((await keep(stop.signal)).end).toBe('stopped')
  device.full = true
  expect((await keep()).end).toBe('room')
  cut = 0
  asked = []
  expect(await askForCopy()).toBeNull()
})

test('[WO7] a copy that is removed leaves nothing', async () => {
  await keep()
  await removeCopy()
  expect([...device.all.keys()]).toEqual([])
  expect(await keptCopy()).toBeNull()
})

test('[WO7] what the site no longer has goes once the new copy is whole, what was read of it since then stays', async () => {
  const page = (edition: number): Response => new Response('', { headers: { [keptHeaders.edition]: String(edition) } })
  const pages = (await device.open(keptCaches.pages)) as Cache
  for (const path of ['/site/vieja', '/site/vieja?a=1', '/?a=1']) await pages.put(path, page(6))
  await pages.put('/site/nueva', page(8))
  await ((await device.open(keptCaches.assets)) as Cache).put('/files/image/vieja-960.webp', new Response(''))
  cut = 2
  await keep()
  expect(device.paths(keptCaches.pages)).toEqual(['/', '/?a=1', '/site/nueva', '/site/vieja', '/site/vieja?a=1'])
  cut = Number.POSITIVE_INFINITY
  expect((await keep()).end).toBe('done')
  expect(device.paths(keptCaches.pages)).toEqual(['/', '/?a=1', '/en', '/site/nueva'])
  expect(device.paths(keptCaches.assets)).toEqual(['/files/image/ab-960.webp'])
})

test('[WO7] a page that is there no longer loses the copy of before, and keeps nobody from the others', async () => {
  await keep()
  answers = (path) =>
    path === '/en' ? replyAs(documentOf('/'), { headers: html }, { redirected: true }) : replyAs(documentOf(path), { headers: html })
  expect(await keepSite({ ...copy, edition: 8 }, () => undefined, new AbortController().signal)).toBe('done')
  expect(device.paths(keptCaches.pages)).toEqual(['/'])
})

test.each([
  ['a page', '/en', {}],
  ['a page that leads elsewhere', '/en', { redirected: true }],
  ['a picture', '/files/image/ab-960.webp', {}],
])('[WO7] what stands between and answers in the place of %s ends the copy and is not kept', async (_, where, as) => {
  const usual = answers
  answers = (path) => (path === where ? replyAs('<html><body>Sign in to the network</body></html>', { headers: html }, as) : usual(path))
  expect((await keep()).end).toBe('network')
  expect([...device.paths(keptCaches.pages), ...device.paths(keptCaches.assets)]).not.toContain(where)
  expect(await keptCopy()).toBeNull()
})

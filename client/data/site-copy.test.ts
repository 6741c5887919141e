import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keptCaches, keptHeaders } from './kept-pages.ts'
import { askForCopy, keepSite, keptCopy, removeCopy, sizeOf } from './site-copy.ts'

const origin = 'https://a.example'
const copy = {
  edition: 7,
  pages: [
    { url: '/', bytes: 100 },
    { url: '/en', bytes: 110 },
  ],
  files: [{ url: '/files/image/ab-960.webp', bytes: 40 }],
}

/** A browser's caches: by name, by absolute address. */
class FakeCaches {
  readonly all = new Map<string, Map<string, Response>>()
  full = false
  has = async (name: string): Promise<boolean> => this.all.has(name)
  delete = async (name: string): Promise<boolean> => this.all.delete(name)
  open = async (name: string): Promise<unknown> => {
    const held = this.all.get(name) ?? new Map<string, Response>()
    this.all.set(name, held)
    const at = (url: string): string => new URL(url, origin).href
    return {
      match: async (url: string) => held.get(at(url))?.clone(),
      put: async (url: string, reply: Response) => {
        if (this.full) throw new DOMException('full', 'QuotaExceededError')
        held.set(at(url), reply)
      },
    }
  }
  addresses = (name: string): readonly string[] => [...(this.all.get(name)?.keys() ?? [])].toSorted()
}

let device = new FakeCaches()
let asked: string[] = []
let cut = Number.POSITIVE_INFINITY

beforeEach(() => {
  device = new FakeCaches()
  asked = []
  cut = Number.POSITIVE_INFINITY
  vi.stubGlobal('caches', device)
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
    if (options.credentials !== 'omit') throw new Error(`${url} was asked for as somebody`)
    if (asked.length >= cut) throw new TypeError('Failed to fetch')
    asked.push(url)
    if (url === '/api/v1/public/copy') return Response.json({ success: true, data: copy })
    return new Response(`<html><body data-edition="7">${url}</body></html>`, { headers: { 'Content-Type': 'text/html', 'Set-Cookie': 'a=1' } })
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
  expect(device.addresses(keptCaches.pages)).toEqual([`${origin}/`, `${origin}/en`])
  expect(device.addresses(keptCaches.assets)).toEqual([`${origin}/files/image/ab-960.webp`])
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

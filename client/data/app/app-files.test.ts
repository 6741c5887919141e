import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UserKind } from '#shared/access/actor.ts'
import { bringFiles, dropFormer, isNeededBy, kindsHere, lackingOf, fetchSteadily, rememberKind, shellPath } from './app-files.ts'
import type { AppFile, Lacking } from './app-files.ts'
import { keptCaches } from './kept-pages.ts'
import { packOf } from '#client/data/server/pack.ts'
import { onDevice, origin, replyAs } from '#client/data/testing/fake-caches.ts'
import type { FakeCaches } from '#client/data/testing/fake-caches.ts'

const shell = `<script src="/assets/main-1.js"></script>`
const contents: Readonly<Record<string, string>> = {
  '/index.html': shell,
  '/public.html': shell,
  '/assets/main-1.js': 'main',
  '/assets/react-2.js': 'react and more',
  '/assets/home-3.js': 'the start page',
  '/assets/queue-4.js': 'the queue',
  '/assets/island-5.js': 'an island',
  '/icons/large.png': 'a picture',
}
/** Who cannot work without a file; everybody without those that are not named. */
const needs: Readonly<Record<string, string>> = {
  '/public.html': '',
  '/assets/home-3.js': 'I',
  '/assets/queue-4.js': 'E',
  '/assets/island-5.js': '',
  '/icons/large.png': '',
}
const files: readonly AppFile[] = Object.entries(contents).map(([url, text]) => ({
  url,
  key: url.startsWith('/assets/') ? url : `${url}?revision=1`,
  cache: url.includes('react') ? keptCaches.site : keptCaches.app,
  bytes: url.endsWith('.html') ? undefined : text.length,
  of: needs[url],
}))
const packUrl = '/assets/application-1.pack'
const fileAt = (path: string): AppFile => files.find(({ url }) => url === path) ?? expect.fail(`there is no ${path}`)

let device: FakeCaches
let answers: (path: string) => Response
let asked: string[]
const rightly = (path: string): Response => {
  const text = contents[path]
  return text === undefined ? replyAs('', { status: 404 }) : replyAs(text, { headers: { 'Content-Type': 'application/octet-stream' } })
}
beforeEach(() => {
  answers = rightly
  asked = []
  device = onDevice(async (url) => {
    asked.push(url)
    return answers(url)
  })
})
afterEach(() => void vi.unstubAllGlobals())

const bring = (kinds: readonly UserKind[], more: Partial<Parameters<typeof bringFiles>[0]> = {}): Promise<Lacking> =>
  bringFiles({ files, wanted: files, packUrl: undefined, kinds, ...more })
const needed = (kinds: readonly UserKind[]): readonly AppFile[] => files.filter(isNeededBy(kinds))
const kept = (): readonly string[] =>
  [...device.paths(keptCaches.app), ...device.paths(keptCaches.site)].map((path) => path.replace(/\?.*/, ''))

/** What may stand in the place of a file. */
const refusals: Readonly<Record<string, () => Response>> = {
  'is not there': () => replyAs('', { status: 404 }),
  'is refused': () => replyAs('no', { status: 403 }),
  'is another page': () => replyAs('<p>blocked</p>', { headers: { 'Content-Type': 'text/html' } }),
  'is elsewhere': () => replyAs('main', {}, { redirected: true }),
  'is cut': () => replyAs('m', { headers: { 'Content-Type': 'text/javascript' } }),
  'does not come': () => {
    throw new TypeError('Failed to fetch')
  },
}

for (const [how, refuse] of Object.entries(refusals))
  test(`[NV4] each file in turn ${how}: one that somebody needs keeps the document back and is counted, any other does not`, async () => {
    for (const kinds of [['Institutional'], ['Evaluator'], ['Institutional', 'Evaluator']] as const) {
      const own = new Set(needed(kinds).map(({ url }) => url))
      for (const { url: away } of files) {
        device.all.clear()
        answers = (path) => (path === away ? refuse() : rightly(path))
        const state = await bring(kinds)
        const isHeld = own.has(away)
        const lacking = isHeld ? new Set([away, shellPath]).size : 0
        expect([kinds, away, state]).toEqual([kinds, away, { lacking, of: own.size }])
        expect(kept().includes(shellPath), `${away}, ${kinds.join()}`).toBe(!isHeld)
        expect(await lackingOf(files, needed(kinds), true)).toHaveLength(lacking)
        // It comes again: what is there is not asked for once more.
        answers = rightly
        asked = []
        expect(await bring(kinds)).toEqual({ lacking: 0, of: own.size })
        expect(asked.toSorted()).toEqual([...new Set([away, ...(isHeld ? [shellPath] : [])])].toSorted())
        expect(kept().toSorted()).toEqual(Object.keys(contents).toSorted())
      }
    }
  })

test('[NV4] how much is lacking is told as it comes, of what the person needs', async () => {
  const heard: number[] = []
  await bring(['Evaluator'], { onLacking: ({ lacking, of }) => (expect(of).toBe(4), heard.push(lacking)) })
  expect(heard).toEqual([4, 3, 2, 1, 0])
})

test('[NV5] what was kept and is not what the build made is found when each file is read, goes, and comes again', async () => {
  await bring(['Institutional'])
  const cache = await caches.open(keptCaches.app)
  for (const { url, key } of files.filter(({ cache: name }) => name === keptCaches.app)) {
    const before = await cache.match(key)
    await cache.put(key, new Response('something quite different'))
    expect(await lackingOf(files, files, true), url).toEqual([fileAt(url)])
    expect(await cache.match(key)).toBeUndefined()
    await cache.put(key, before ?? expect.fail(`${url} was not kept`))
  }
  await cache.put('/assets/main-1.js', new Response('<p>blocked</p>', { headers: { 'Content-Type': 'text/html' } }))
  expect(await bring(['Institutional'])).toEqual({ lacking: 0, of: 4 })
  expect(await (await cache.match('/assets/main-1.js'))?.text()).toBe('main')
})

test('[NV4] a device without room takes what it can, and says that the rest is lacking', async () => {
  device.full = true
  expect(await bring(['Institutional'])).toEqual({ lacking: 4, of: 4 })
})

test('[NV4] many come as one; of what is not in it, or not as it should be, each is asked for by itself', async () => {
  const many = Array.from({ length: 40 }, (_, at) => ({
    url: `/assets/part-${at}.js`,
    key: `/assets/part-${at}.js`,
    cache: keptCaches.app,
    bytes: 6,
  }))
  const all = [...files, ...many]
  const text = (at: number): string => (at === 7 ? 'short' : 'part of it'.slice(0, 6))
  const packed = packOf(many.slice(0, 39).map(({ url }, at) => ({ url: url.slice(1), bytes: new TextEncoder().encode(text(at)) })))
  answers = (path) =>
    path === packUrl
      ? replyAs(new TextDecoder().decode(packed), { headers: { 'Content-Type': 'application/octet-stream' } })
      : path.startsWith('/assets/part-')
        ? replyAs('part o')
        : rightly(path)
  expect(await bring(['Institutional'], { files: all, wanted: all, packUrl })).toEqual({ lacking: 0, of: 44 })
  expect(asked.filter((path) => path.includes('part-'))).toEqual(['/assets/part-7.js', '/assets/part-39.js'])
  expect(asked.filter((path) => path === packUrl)).toHaveLength(1)
})

test('[NV1] a document of another version is not kept with the files of this one', async () => {
  answers = (path) => (path === shellPath ? replyAs('<script src="/assets/main-0.js"></script>') : rightly(path))
  expect(await bring(['Institutional'])).toEqual({ lacking: 1, of: 4 })
})

test('[NV1] a new version takes what it has in common with the one before, and what is left of that one goes', async () => {
  await bring(['Institutional'])
  await rememberKind('Institutional')
  device.all.set('workbox-precache-v2', new Map([[`${origin}/assets/main-1.js`, replyAs('main')]]))
  const next = files
    .filter(({ url }) => url !== '/assets/home-3.js')
    .map((file) => (file.url.endsWith('.html') ? { ...file, key: `${file.url}?revision=2` } : file))
  asked = []
  expect(await bring(['Institutional'], { files: next, wanted: next })).toEqual({ lacking: 0, of: 3 })
  expect(asked.toSorted()).toEqual(['/index.html', '/public.html'])
  await dropFormer(next)
  expect([...device.paths(keptCaches.app), ...device.paths(keptCaches.site)].toSorted()).toEqual(
    [...next.map(({ key }) => key), '/app/kinds'].toSorted(),
  )
  expect(device.all.has('workbox-precache-v2')).toBe(false)
})

test('[NV2] a file for which a page waits is asked for again where it did not come, and then what came is given, whatever it is', async () => {
  vi.useFakeTimers()
  try {
    for (const bad of [refusals['does not come'], () => replyAs('', { status: 503 })]) {
      let tries = 0
      answers = (path) => ((tries += 1) < 3 && bad ? bad() : rightly(path))
      const [reply] = await Promise.all([fetchSteadily('/assets/main-1.js'), vi.runAllTimersAsync()])
      expect([tries, await reply.text()]).toEqual([3, 'main'])
    }
    answers = refusals['does not come'] ?? rightly
    const [lost] = await Promise.allSettled([fetchSteadily('/assets/main-1.js'), vi.runAllTimersAsync()])
    expect(lost.status).toBe('rejected')
    answers = rightly
    asked = []
    expect((await fetchSteadily('/assets/unknown.js')).status).toBe(404)
    expect(asked).toEqual(['/assets/unknown.js'])
  } finally {
    vi.useRealTimers()
  }
})

test('[NV4] a device remembers every kind of people that works on it, and knows nothing before the first', async () => {
  expect(await kindsHere()).toBeNull()
  await rememberKind('Institutional')
  expect(await rememberKind('Evaluator')).toEqual(['Institutional', 'Evaluator'])
  expect(await rememberKind('Institutional')).toEqual(['Institutional', 'Evaluator'])
  expect(await kindsHere()).toEqual(['Institutional', 'Evaluator'])
})

import { cleanupOutdatedCaches, getCacheKeyForURL, precacheAndRoute, PrecacheController } from 'workbox-precaching'
import type { PrecacheEntry } from 'workbox-precaching'
import { escaped, filesIn, keptCaches, keptHeaders, languageIn, pictureId, withNote } from '#client/data/kept-pages.ts'
import { dropFiles, dropOldest, forgetPage, headersOf, isDocument, isFile, keepPage, keptAt, keptPages } from '#client/data/kept-site.ts'
import { filesOfPack } from '#client/data/pack.ts'
import { placeOf } from '#client/data/place-of.ts'
import { absentPage } from '#client/features/site/absent-page.ts'
import { dayWords, offlineWords } from '#client/features/site/offline-words.ts'
import { languageOfPath } from '#shared/site/paths.ts'

/**
 * One worker for the application and the public site, without a network (WO4 to WO7, NV1).
 *
 * The application: every file of the build, and the document of any of its addresses; nothing that a person wrote and no reply of the API
 * enters Cache Storage, and a new version waits until the person says so. A visitor of the site downloads none of it: it is brought when
 * the application asks.
 *
 * The site: pages as anybody gets them, with the files that they name, in caches of their own.
 */
declare const self: WorkerScope

/** What this file uses of a worker's scope: the project is compiled for pages, where these names are absent. */
interface WorkerScope {
  readonly __WB_MANIFEST: (ManifestEntry | string)[]
  readonly location: Location
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly { readonly url: string }[]>
    get(id: string): Promise<{ readonly url: string } | undefined>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: WaitingEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent & WaitingEvent) => void): void
}
interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends WaitingEvent {
  readonly request: Request
  /** Who asks; '' of whoever is no page. */
  readonly clientId: string
  respondWith(reply: Promise<Response>): void
}
/** A file of the build; `site` is one that every page of the site needs, and `pack` holds others. */
interface ManifestEntry extends PrecacheEntry {
  readonly site?: boolean
  readonly pack?: boolean
}

const listed = self.__WB_MANIFEST.map((entry): ManifestEntry => (typeof entry === 'string' ? { url: entry } : entry))
const files = listed.filter((entry) => entry.pack !== true)
const pack = listed.find((entry) => entry.pack === true)
/** When more than so many are lacking they are brought as one file. */
const fewFiles = 30
const typeOf = (url: string): string => (url.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8')
const siteFiles = files.filter(({ site }) => site === true)
const { origin } = self.location
const shellPath = '/index.html'
const letterPath = '/public.html'

// Without the index of a folder: `/` is a page of the site, and never the application's document.
precacheAndRoute([...siteFiles], { directoryIndex: null as unknown as string, cleanURLs: false })
cleanupOutdatedCaches()

const pathOf = (url: string): string => `/${url}`.replace(/^\/{2,}/, '/')

const ownFiles: ReadonlySet<string> = new Set(files.map(({ url }) => pathOf(url)))

/** Names of the application's files in their cache, by path: what may change under its name carries its revision. */
const appKeys = new Map(
  files
    .filter(({ site }) => site !== true)
    .map(({ url, revision }) => [pathOf(url), pathOf(url) + (revision ? `?revision=${revision}` : '')]),
)

/** Whether a document's files are those of this version. What else stands in it somebody between here and the server may have put there. */
function namesOwnFiles(html: string): boolean {
  const named = [...html.matchAll(/(?<=["'])\/assets\/[\w.-]+/g)].map(([path]) => path)
  return named.length > 0 && named.every((path) => ownFiles.has(path))
}

/** Brings files that a cache lacks; the document of the application last, so that whoever finds it finds everything. */
async function fill(cache: Cache, wanted: readonly { readonly url: string; readonly key: string }[]): Promise<void> {
  const bring = async ({ url, key }: { url: string; key: string }): Promise<void> => {
    if (await cache.match(key)) return
    // Of a file whose name tells its content any copy will do: the version before may have it.
    const reply =
      (url === key ? await caches.match(url) : undefined) ?? (await fetch(url, { cache: 'no-cache', credentials: 'same-origin' }))
    if (!reply.ok || reply.redirected) throw new Error(`${url} could not be brought: ${reply.status}`)
    // A server that was not renewed yet has the one of the version before: kept with the other files of this one it would open nothing.
    if (url.endsWith('.html') && !namesOwnFiles(await reply.clone().text())) throw new Error(`${url} is of another version`)
    await cache.put(key, reply)
  }
  await unpackInto(cache, wanted)
  const waiting = wanted.filter(({ url }) => url !== shellPath)
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await bring(next)
    }),
  )
  for (const last of wanted.filter(({ url }) => url === shellPath)) await bring(last)
}

/** Brings at once what a cache lacks of the files whose names tell their content. What does not come this way comes one by one. */
async function unpackInto(cache: Cache, wanted: readonly { readonly url: string; readonly key: string }[]): Promise<void> {
  if (!pack) return
  const kept = new Set((await cache.keys()).map(({ url }) => url))
  const lacking = new Set(wanted.filter(({ url, key }) => url === key && !kept.has(`${origin}${key}`)).map(({ url }) => url))
  if (lacking.size <= fewFiles) return
  try {
    const reply = await fetch(pathOf(pack.url), { credentials: 'same-origin' })
    if (!reply.ok || reply.redirected) return
    for (const { url, bytes } of filesOfPack(new Uint8Array(await reply.arrayBuffer())))
      if (lacking.has(pathOf(url))) await cache.put(pathOf(url), new Response(bytes, { headers: { 'Content-Type': typeOf(url) } }))
  } catch {
    // A server that does not have it, or a network that cut it: each file is asked for by itself, and tells why it does not come.
  }
}

const fillApp = async (): Promise<void> =>
  fill(
    await caches.open(keptCaches.app),
    [...appKeys].map(([url, key]) => ({ url, key })),
  )

/** Whether the application was opened on this device: its files are here, or those that a version before kept among all others. */
const appIsWanted = async (): Promise<boolean> =>
  (await caches.has(keptCaches.app)) || (await caches.match(shellPath, { ignoreSearch: true })) !== undefined

async function install(): Promise<void> {
  if (await appIsWanted()) await fillApp()
  // Pages of the site lose nothing when the worker changes; what somebody writes in the application waits for their yes.
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (open.every(({ url }) => placeOf(new URL(url).pathname) === 'site')) await self.skipWaiting()
}
self.addEventListener('install', (event) => event.waitUntil(install()))

/** Files of a version that is no longer, and of pages that are no longer kept, go. */
async function activate(): Promise<void> {
  if (await caches.has(keptCaches.app)) {
    const app = await caches.open(keptCaches.app)
    const kept = new Set([...appKeys.values()].map((key) => `${origin}${key}`))
    for (const { url } of await app.keys()) if (!kept.has(url)) await app.delete(url)
  }
  await dropFiles()
  // Why: who opens the application for the first time may lose the network before the page is loaded again. It only reaches pages
  // that no worker serves; those of an earlier version change hands when their person says so.
  await self.clients.claim()
}
self.addEventListener('activate', (event) => event.waitUntil(activate()))

/** Brings what the application needs, and again what the browser has taken, so that it opens without a network. */
async function bringApp(): Promise<void> {
  // Files of another version would not fit these: that one's own worker brings them.
  const deployed = await (await fetch('/service-worker.js', { cache: 'no-store' })).text()
  if (!files.every(({ url, revision }) => deployed.includes(revision ?? url))) return
  const site = siteFiles.flatMap(({ url }) => {
    const key = getCacheKeyForURL(url)
    return key === undefined ? [] : [{ url: `/${url}`, key }]
  })
  await fill(await caches.open(new PrecacheController().strategy.cacheName), site)
  await fillApp()
}

const shellOf = (path: string): Promise<Response> => fromCaches(`${origin}${path}`, appKeys.get(path) ?? path)

/** A file from wherever it is kept, else from the server. */
async function fromCaches(url: string, key: string): Promise<Response> {
  return (await caches.match(key)) ?? fetch(url)
}

/** How long the network may take before a kept copy is shown in its place. */
const patienceMs = 800

const fetchPage = (url: string): Promise<Response> => fetch(url, { cache: 'no-cache', credentials: 'omit', redirect: 'manual' })

/** Keeps a page that is read, and what it shows; of one that is no longer there the copy goes. */
async function take(url: string, reply: Response): Promise<void> {
  if (!isDocument(reply)) return forgetPage(url, reply)
  const html = await keepPage(url, reply)
  if (html === '') return
  await keepFiles(html)
  await dropOldest()
}

async function keepFiles(html: string): Promise<void> {
  const cache = await caches.open(keptCaches.assets)
  const { assets, pictures } = filesIn(html)
  for (const path of assets) await keepFile(cache, path)
  // Of a picture one width is enough: that which the page has shown already, or else the narrowest.
  for (const widths of pictures) {
    const [narrowest = ''] = widths
    if (!(await keptPicture(cache, narrowest))) await keepFile(cache, narrowest)
  }
}

async function keepFile(cache: Cache, path: string): Promise<void> {
  if (path === '' || (await cache.match(path))) return
  const reply = (await caches.match(path)) ?? (await fetch(path, { credentials: 'omit' }))
  if (isFile(reply)) await cache.put(path, new Response(await reply.blob(), { headers: headersOf(reply) }))
}

/** A picture in whichever width is kept. */
async function keptPicture(cache: Cache, path: string): Promise<Response | undefined> {
  const exact = await cache.match(path)
  if (exact) return exact
  const id = pictureId(path)
  const other = (await cache.keys()).find(({ url }) => pictureId(new URL(url).pathname) === id)
  return other && cache.match(other)
}

/** Whether a page of the site asks: what the application shows, drafts among it, is nothing that visitors read. */
async function isOfSite({ clientId }: FetchEvent): Promise<boolean> {
  const asking = await self.clients.get(clientId)
  if (!asking) return false
  const { protocol, pathname } = new URL(asking.url)
  return protocol.startsWith('http') && placeOf(pathname) === 'site'
}

/** A picture of the site: its address tells its content, so that a kept one is as good as a new one. */
async function picture(event: FetchEvent, path: string): Promise<Response> {
  const cache = await caches.open(keptCaches.assets)
  const kept = await cache.match(path)
  if (kept) return kept
  try {
    const reply = await fetch(event.request)
    if (isFile(reply) && (await isOfSite(event))) {
      const copy = reply.clone()
      event.waitUntil(copy.blob().then((body) => cache.put(path, new Response(body, { headers: headersOf(copy) }))))
    }
    return reply
  } catch (cause) {
    const other = await keptPicture(cache, path)
    if (other) return other
    throw cause
  }
}

/** The copy of a page, with the day of which it is; of one that was kept with another choice in its address only the page itself. */
async function copyOf(url: string): Promise<Response | undefined> {
  const kept = await keptAt(url)
  if (!kept) return undefined
  const html = await kept.text()
  const language = languageIn(html)
  const day = dayWords(kept.headers.get(keptHeaders.at) ?? '', language)
  const note = `<p role="status" data-copy class="bg-warm-100 px-5 py-2 text-center text-sm font-medium text-warm-900">${escaped(
    offlineWords[language].copy({ day }),
  )}</p>`
  return new Response(withNote(html, note), { headers: kept.headers })
}

/** In the place of a page that is not kept: that it is not, and what is. */
async function absent(url: string): Promise<Response> {
  const { language } = languageOfPath(new URL(url).pathname)
  const styles = siteFiles.flatMap((file) => (file.url.endsWith('.css') ? [`/${file.url}`] : []))
  return new Response(absentPage(language, styles, await keptPages()), {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    },
  })
}

/** A page of the site: new when the network is quick, else as it is kept, and what comes is shown the next time. */
async function sitePage(url: string, fetched: Promise<Response | null>): Promise<Response> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs))
  const quick = await Promise.race([fetched, late])
  if (quick && quick.status < 500) return quick
  const copy = await copyOf(url)
  if (copy) return copy
  return (await fetched) ?? absent(url)
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== origin) return
  if (request.mode !== 'navigate') {
    const key = appKeys.get(url.pathname)
    if (pictureId(url.pathname) !== null) event.respondWith(picture(event, url.pathname))
    else if (key !== undefined || /^\/(?:assets|icons)\//.test(url.pathname))
      event.respondWith(fromCaches(request.url, key ?? url.pathname))
    return
  }
  switch (placeOf(url.pathname)) {
    case 'server':
      return
    case 'letter':
      return event.respondWith(shellOf(letterPath))
    case 'app':
      return event.respondWith(shellOf(shellPath))
    case 'site': {
      // Without a network there is no reply: what is kept, or what is not, says so.
      const fetched = fetchPage(request.url).catch(() => null)
      event.waitUntil(fetched.then((reply) => (reply ? take(request.url, reply.clone()) : undefined)).catch(() => undefined))
      return event.respondWith(sitePage(request.url, fetched))
    }
  }
})

/** Keeps the page that somebody reads: the very first comes before its worker does. */
async function keepRead(address: unknown): Promise<void> {
  if (typeof address !== 'string' || !URL.canParse(address)) return
  const url = new URL(address)
  if (url.origin !== origin || placeOf(url.pathname) !== 'site') return
  await take(url.href, await fetchPage(url.href))
}

self.addEventListener('message', (event) => {
  if (event.data?.type === 'APP_WANTED') {
    // What did not come is asked for again by whoever asked: they know whether there is a network.
    event.waitUntil(bringApp().catch(() => event.ports[0]?.postMessage('missing')))
  }
  if (event.data?.type === 'KEEP') event.waitUntil(keepRead(event.data.url).catch(() => undefined))
  if (event.data === 'skip-waiting' || event.data?.type === 'SKIP_WAITING') void self.skipWaiting()
})

import { cleanupOutdatedCaches, createHandlerBoundToURL, getCacheKeyForURL, precacheAndRoute, PrecacheController } from 'workbox-precaching'
import type { PrecacheEntry } from 'workbox-precaching'
import { letterPageAt } from '#shared/addresses.ts'

/**
 * The shell, offline: every file of the build, and the document of any page address. Nothing that a person wrote
 * and no reply of the API enters Cache Storage; a new version waits until the person says so (NV1).
 */
declare const self: WorkerScope

/** What this file uses of a worker's scope: the project is compiled for pages, where these names are absent. */
interface WorkerScope {
  readonly __WB_MANIFEST: (PrecacheEntry | string)[]
  readonly location: Location
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'activate', listener: (event: WaitingEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent & WaitingEvent) => void): void
}
interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends WaitingEvent {
  readonly request: Request
  respondWith(reply: Promise<Response>): void
}

const manifest = self.__WB_MANIFEST
const files = manifest.map((entry) => (typeof entry === 'string' ? { url: entry } : entry))

precacheAndRoute(manifest)
cleanupOutdatedCaches()

/** Addresses that the server answers itself: the shell in their place would hide a download or a refusal. */
const deniedPaths = [/^\/api(\/|$)/, /^\/files(\/|$)/, /^\/result(\/|$)/, /^\/openapi\.json$/]
const shell = createHandlerBoundToURL('/index.html')
const publicShell = createHandlerBoundToURL('/public.html')

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate' || event.request.method !== 'GET') return
  const url = new URL(event.request.url)
  if (url.origin !== self.location.origin || deniedPaths.some((path) => path.test(url.pathname))) return
  const documentOf = letterPageAt(url.pathname) ? publicShell : shell
  event.respondWith(documentOf({ event, request: event.request, url }))
})

// Why: who opens the application for the first time may lose the network before the page is loaded again. It only reaches pages
// that no worker serves; those of an earlier version change hands when their person says so.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** Brings again what the browser has taken from the shell's cache, so that the application still opens without a network. */
async function refill(): Promise<void> {
  const cache = await caches.open(new PrecacheController().strategy.cacheName)
  const missing: { readonly url: string; readonly key: string }[] = []
  for (const { url } of files) {
    const key = getCacheKeyForURL(url)
    if (key !== undefined && !(await cache.match(key))) missing.push({ url, key })
  }
  if (missing.length === 0) return
  // Files of another version would not fit these: that one's own worker brings them.
  const deployed = await (await fetch('/service-worker.js', { cache: 'no-store' })).text()
  if (!files.every(({ url, revision }) => deployed.includes(revision ?? url))) return
  for (const { url, key } of missing) {
    const reply = await fetch(url, { cache: 'no-cache', credentials: 'same-origin' })
    if (!reply.ok || reply.redirected) return
    await cache.put(key, reply)
  }
}

self.addEventListener('message', (event) => {
  // Without a network nothing comes: the application asks again when it is there.
  if (event.data?.type === 'REFILL') event.waitUntil(refill().catch(() => undefined))
  if (event.data === 'skip-waiting' || event.data?.type === 'SKIP_WAITING') void self.skipWaiting()
})

import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import type { PrecacheEntry } from 'workbox-precaching'

/**
 * The shell, offline: every file of the build, and index.html for any page address. Nothing that a person wrote
 * and no reply of the API enters Cache Storage (reliability 1.6); a new version waits until the person says so (ux 35).
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
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}
interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends WaitingEvent {
  readonly request: Request
  respondWith(reply: Promise<Response>): void
}

precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()

/** Addresses that the server answers itself (ux 115). */
const deniedPaths = [/^\/api(\/|$)/, /^\/files(\/|$)/, /^\/result(\/|$)/, /^\/openapi\.json$/]
const shell = createHandlerBoundToURL('/index.html')

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate' || event.request.method !== 'GET') return
  const url = new URL(event.request.url)
  if (url.origin !== self.location.origin || deniedPaths.some((path) => path.test(url.pathname))) return
  event.respondWith(shell({ event, request: event.request, url }))
})

// Why: who opens the application for the first time may lose the network before the page is loaded again. It only reaches pages
// that no worker serves; those of an earlier version change hands when their person says so.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  if (event.data === 'skip-waiting' || event.data?.type === 'SKIP_WAITING') void self.skipWaiting()
})

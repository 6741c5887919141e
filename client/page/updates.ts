import { useSyncExternalStore } from 'react'
import type { UserKind } from '#shared/access/actor.ts'
import { appFiles } from '#client/data/app/app-worker.ts'
import { connection } from '#client/data/server/online.ts'

/** How often an open page asks for a new version (NV1). */
const checkEveryMs = 3_600_000

let waiting: ServiceWorkerRegistration | null = null
const listeners = new Set<() => void>()

/** Tells of a version that waits behind one that serves; the first worker of all waits for nobody. */
function tellWaiting(registration: ServiceWorkerRegistration): void {
  if (!registration.waiting || !registration.active) return
  waiting = registration
  for (const listener of listeners) listener()
}

function watchWaiting(registration: ServiceWorkerRegistration): void {
  tellWaiting(registration)
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => tellWaiting(registration))
  })
}

/** The worker takes what it keeps from the network, which the page's own start needs first. */
const pageLoaded = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'complete') resolve()
    else addEventListener('load', () => resolve(), { once: true })
  })

/** Address of the worker as Trusted Types want it, where a policy demands one. */
function workerUrl(): string {
  const url = '/service-worker.js'
  const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes
  if (!factory) return url
  const policy = factory.createPolicy('iip', { createScriptURL: (text) => text })
  return policy.createScriptURL(url) as unknown as string
}

interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createScriptURL(text: string): string }): { createScriptURL(text: string): object }
}

/** How long after a file did not come the worker is asked again: ever later, up to once a minute. */
const againMs = 2_000
const againMostMs = 60_000
/** Who works here, where somebody has come in. */
export interface WhoWorks {
  kind(): UserKind | undefined
  subscribe(listener: () => void): unknown
}
const nobody: WhoWorks = { kind: () => undefined, subscribe: () => undefined }
let who = nobody
let asking: ReturnType<typeof setTimeout> | undefined

/**
 * The worker brings the application's files when it is asked for them, and again what the browser may have taken. It is asked until all are
 * there: one that is missing keeps the application from opening without a network (NV4).
 */
async function wantApp(afterMs = againMs): Promise<void> {
  // Every look asks anew: it takes the place of what was to be asked later.
  clearTimeout(asking)
  // The next look, when the server answers again, asks again.
  if (!connection.online) return
  const state = await appFiles({ kind: who.kind() ?? null, bring: true, thorough: false })
  if (state.kind === 'whole' || state.kind === 'none') return
  clearTimeout(asking)
  asking = setTimeout(() => void wantApp(Math.min(afterMs * 4, againMostMs)), afterMs)
}

/** Registers the service worker and watches for a version that waits. It never takes over by itself (NV1). */
export function registerWorker(whoWorks = nobody): void {
  who = whoWorks
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const url = workerUrl()
  const registered = pageLoaded().then(() => navigator.serviceWorker.register(url))
  // Where the browser refuses workers the application still works, with a network.
  void registered
    .catch(() => undefined)
    .then((registration) => {
      if (!registration) return
      let current = registration
      watchWaiting(current)
      // The first worker of all is not there yet.
      void navigator.serviceWorker.ready.then(() => wantApp())
      let kind = who.kind()
      who.subscribe(() => {
        const before = kind
        kind = who.kind()
        // Who has come in needs what others do not.
        if (kind && kind !== before) void wantApp()
      })
      const check = async (): Promise<void> => {
        if (!connection.online) return
        if (await navigator.serviceWorker.getRegistration()) {
          void wantApp()
          await current.update()
        } else {
          // It was cleared with the site's data.
          current = await navigator.serviceWorker.register(url)
          watchWaiting(current)
          void navigator.serviceWorker.ready.then(() => wantApp())
        }
      }
      // Offline, and while the server restarts, there is nothing to find; the next look asks again.
      const tryCheck = (): void => void check().catch(() => undefined)
      setInterval(tryCheck, checkEveryMs)
      connection.onReturn(tryCheck)
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') tryCheck()
      })
    })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a new version waits for a reload. */
export const useUpdateWaiting = (): boolean => useSyncExternalStore(subscribe, () => waiting !== null)

/** Lets the waiting version take over, and reloads once it has. */
export function applyUpdate(): void {
  const next = waiting?.waiting
  if (!next) return location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  next.postMessage({ type: 'SKIP_WAITING' })
}

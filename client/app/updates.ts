import { useSyncExternalStore } from 'react'

/** How often an open page asks for a new version (ux 36). */
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

/** Registers the service worker and watches for a version that waits. It never takes over by itself (ux 35). */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const registered = pageLoaded().then(() => navigator.serviceWorker.register(workerUrl()))
  // Where the browser refuses workers the application still works, with a network.
  void registered
    .catch(() => undefined)
    .then((registration) => {
      if (!registration) return
      watchWaiting(registration)
      const check = (): void => {
        // Offline, and while the server restarts, there is nothing to find; the next hour asks again.
        if (navigator.onLine) registration.update().catch(() => undefined)
      }
      setInterval(check, checkEveryMs)
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') check()
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

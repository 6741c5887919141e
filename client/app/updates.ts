import { useSyncExternalStore } from 'react'
import { Workbox } from 'workbox-window'

/** How often an open page asks for a new version (ux 36). */
const checkEveryMs = 3_600_000

let waiting: Workbox | null = null
const listeners = new Set<() => void>()

function announceWaiting(workbox: Workbox): void {
  waiting = workbox
  for (const listener of listeners) listener()
}

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
  const workbox = new Workbox(workerUrl())
  workbox.addEventListener('waiting', () => announceWaiting(workbox))
  // Where the browser refuses workers the application still works, with a network.
  const registered = workbox.register().catch(() => undefined)
  void registered.then((registration) => {
    if (!registration) return
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
  if (!waiting) return location.reload()
  waiting.addEventListener('controlling', () => location.reload())
  waiting.messageSkipWaiting()
}

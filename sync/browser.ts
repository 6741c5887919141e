import type { Channel, Locks, Ports } from './ports.ts'

/** The engine's ports on a real browser. `name` is the database's: tabs of the same one talk to each other. */
export function browserPorts(name: string): Ports {
  return {
    clock: {
      now: () => Date.now(),
      later: (run, delayMs) => {
        const timer = setTimeout(run, delayMs)
        return () => clearTimeout(timer)
      },
    },
    random: () => Math.random(),
    randomText,
    sha256: async (bytes) => hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))),
    crypto,
    locks: 'locks' in navigator ? webLocks : null,
    channel: broadcast(name),
    surroundings: {
      online: () => navigator.onLine,
      visible: () => document.visibilityState === 'visible',
      watch(changed) {
        const heard = new AbortController()
        const { signal } = heard
        addEventListener('online', () => changed('online'), { signal })
        addEventListener('offline', () => changed('offline'), { signal })
        addEventListener('focus', () => changed('focus'), { signal })
        addEventListener(
          'pagehide',
          ({ persisted }) => {
            changed('leaving')
            if (persisted) changed('put-away')
          },
          { signal },
        )
        document.addEventListener('visibilitychange', () => changed(document.visibilityState === 'visible' ? 'visible' : 'hidden'), {
          signal,
        })
        return () => heard.abort()
      },
    },
    disk: {
      async estimate() {
        const found = await navigator.storage?.estimate?.()
        return { usageBytes: found?.usage ?? 0, quotaBytes: found?.quota ?? 0 }
      },
      persisted: async () => (await navigator.storage?.persisted?.()) ?? false,
      persist: async () => (await navigator.storage?.persist?.()) ?? false,
    },
    marker: {
      get: (key) => localStorage.getItem(key),
      set: (key, value) => localStorage.setItem(key, value),
      remove: (key) => localStorage.removeItem(key),
    },
  }
}

const webLocks: Locks = {
  async hold(name, { steal, signal }, held) {
    // A request that steals may not carry a signal: it never waits.
    await navigator.locks.request(name, steal ? { steal } : { signal }, held)
  },
  async names() {
    const { held = [], pending = [] } = await navigator.locks.query()
    return [...held, ...pending].flatMap(({ name }) => name ?? [])
  },
}

function broadcast(name: string): Channel {
  if (!('BroadcastChannel' in globalThis)) return { post: () => undefined, listen: () => () => undefined, close: () => undefined }
  const channel = new BroadcastChannel(`iip:${name}`)
  let open = true
  return {
    post: (message) => {
      if (open) channel.postMessage(message)
    },
    listen(heard) {
      const onMessage = (event: MessageEvent<unknown>): void => heard(event.data)
      channel.addEventListener('message', onMessage)
      return () => channel.removeEventListener('message', onMessage)
    },
    close() {
      open = false
      channel.close()
    },
  }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** 64 letters: six bits of each random byte make one, none more likely than another. */
function randomText(length: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % 64]).join('')
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

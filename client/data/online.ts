import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** What the browser believes of its network: `false` is sure, `true` is only a hope. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

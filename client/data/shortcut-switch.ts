import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from './storage.ts'

const storedName = 'iip_shortcuts'
const listeners = new Set<() => void>()
let enabledNow = readStored(storedName) !== 'off'

export function setShortcuts(enabled: boolean): void {
  enabledNow = enabled
  writeStored(storedName, enabled ? null : 'off')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether single keys do anything; remembered on this device (WCAG 2.1.4). */
export const useShortcuts = (): boolean => useSyncExternalStore(subscribe, () => enabledNow)

import { useSyncExternalStore } from 'react'

/** The browser's offer to install; kept until the person asks for it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

let offer: InstallOffer | null = null
const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}
const isOffer = (event: Event): event is InstallOffer => 'prompt' in event

window.addEventListener('beforeinstallprompt', (event: Event) => {
  event.preventDefault()
  if (isOffer(event)) offer = event
  tell()
})
window.addEventListener('appinstalled', () => {
  offer = null
  tell()
})

export type InstallState = 'installed' | 'offered' | 'manual'

function state(): InstallState {
  if (matchMedia('(display-mode: standalone)').matches) return 'installed'
  return offer ? 'offered' : 'manual'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the application is installed, can be by a button, or only by the browser's own menu. */
export const useInstallState = (): InstallState => useSyncExternalStore(subscribe, state)

export async function install(): Promise<void> {
  await offer?.prompt()
  offer = null
  tell()
}

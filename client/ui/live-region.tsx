import { useSyncExternalStore } from 'react'

/** One polite voice per page (ux 20): what is said here replaces what was said before. */
let message = ''
const listeners = new Set<() => void>()

export function announce(text: string): void {
  // The same words twice are heard twice only when the text differs.
  message = text === message ? `${text}\u00a0` : text
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function LiveRegion() {
  const text = useSyncExternalStore(subscribe, () => message)
  return (
    <div role="status" aria-live="polite" data-live-announcer="true" className="sr-only">
      {text}
    </div>
  )
}

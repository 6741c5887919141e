import { useSyncExternalStore } from 'react'

interface Said {
  readonly id: number
  readonly text: string
}

/** What stays in the region: a reader that is busy with the first of three comes to the others. */
const keptMost = 3

/** One polite voice per page: each message is an addition, so one that comes at once after another silences neither. */
const silence: readonly Said[] = []
let said = silence
let lastId = 0
const listeners = new Set<() => void>()

export function announce(text: string): void {
  lastId += 1
  said = [...said, { id: lastId, text }].slice(-keptMost)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function LiveRegion() {
  const messages = useSyncExternalStore(
    subscribe,
    () => said,
    () => silence,
  )
  return (
    <div role="status" aria-live="polite" aria-atomic="false" aria-relevant="additions" data-live-announcer="true" className="sr-only">
      {messages.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}

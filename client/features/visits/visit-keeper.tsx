import { useEffect, useRef } from 'react'
import { useEngine, useSyncStatus } from '#client/data/world/engine.tsx'
import { noteContact, noteVisit, tellVisit } from '#client/data/visits.ts'

/** What says that somebody is in front of the page. */
const signs = ['pointerdown', 'keydown'] as const

/** Keeps when the person was here, so that they are told what changed when they come back (VS1). */
export function VisitKeeper() {
  const engine = useEngine()
  const { id } = engine.actor
  useEffect(() => {
    const note = (): void => noteVisit(id, engine.now())
    const turned = (): void => {
      if (document.visibilityState === 'visible') note()
      else void tellVisit(id)
    }
    note()
    for (const sign of signs) addEventListener(sign, note, { passive: true, capture: true })
    document.addEventListener('visibilitychange', turned)
    return () => {
      for (const sign of signs) removeEventListener(sign, note, { capture: true })
      document.removeEventListener('visibilitychange', turned)
    }
  }, [engine, id])
  const status = useSyncStatus()
  const isInContact = status.syncedAt !== null && status.kind !== 'offline' && status.kind !== 'connecting'
  const before = useRef(false)
  useEffect(() => {
    if (isInContact && !before.current) noteContact(id, engine.now())
    before.current = isInContact
  }, [engine, id, isInContact])
  return null
}

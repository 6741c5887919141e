import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import type { LiveWorld } from '#sync/replica/live-world.ts'
import { useEffect, useState } from 'react'
import { useEngine, useTopic } from './engine.tsx'

/** Opens the worlds of a form one after the other and tells when any of them moves. Undefined: not tried yet; null: not on this device. */
export function useWorlds(institutionIds: readonly InstitutionId[], formId: FormId | null): ReadonlyMap<InstitutionId, LiveWorld | null> {
  const engine = useEngine()
  const position = useTopic('position')
  const key = institutionIds.join(' ')
  const [worlds, setWorlds] = useState<ReadonlyMap<InstitutionId, LiveWorld | null>>(new Map())
  useEffect(() => {
    let left = false
    const stops: (() => void)[] = []
    const open = async (): Promise<void> => {
      if (formId === null) return
      const found = new Map<InstitutionId, LiveWorld | null>()
      for (const id of key === '' ? [] : key.split(' ')) {
        const live = await engine.world(id, formId)
        if (left) return
        found.set(id, live.ok ? live.value : null)
        if (live.ok) stops.push(live.value.topics.subscribe('*', () => setWorlds((before) => new Map(before))))
      }
      setWorlds(found)
    }
    void open()
    return () => {
      left = true
      for (const stop of stops) stop()
    }
  }, [engine, key, formId, position])
  return worlds
}

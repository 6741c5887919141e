import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { byNewest, type Notice } from '#shared/notices/model.ts'
import type { LiveOwn } from '#sync/replica/live-own.ts'
import { useEngineIfAny } from './engine.tsx'

export interface Notices {
  /** Newest first. */
  readonly list: readonly Notice[]
  readonly unread: readonly Notice[]
  /** What this device has of them is read. */
  readonly isHere: boolean
}

const never = (): (() => void) => () => undefined

/** What the person was told, as this device has it; nothing while no engine runs. */
export function useNotices(): Notices {
  const engine = useEngineIfAny()
  const [own, setOwn] = useState<LiveOwn | null>(null)
  useEffect(() => {
    let left = false
    void engine?.own().then((found) => {
      if (!left && found.ok) setOwn(found.value)
    })
    return () => {
      left = true
    }
  }, [engine])
  const version = useSyncExternalStore(
    useCallback((listener) => (own ? own.topics.subscribe('*', listener) : never()), [own]),
    () => own?.topics.version('*') ?? 0,
  )
  // The rows move with the version.
  // oxlint-disable-next-line react/exhaustive-deps
  const list = useMemo(() => [...(own?.state.notices() ?? [])].toSorted(byNewest), [own, version])
  const unread = useMemo(() => list.filter(({ readAt }) => readAt === null), [list])
  return { list, unread, isHere: own !== null }
}

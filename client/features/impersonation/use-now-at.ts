import { useEffect, useState } from 'react'
import type { Instant } from '#shared/kernel/instant.ts'
import { useEngine } from '#client/data/world/engine.tsx'

const stepMs = 15_000

/** The server's time as this device estimates it, looked at a few times a minute. */
export function useNowAt(): Instant {
  const engine = useEngine()
  const [now, setNow] = useState(() => engine.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(engine.now()), stepMs)
    return () => clearInterval(timer)
  }, [engine])
  return now
}

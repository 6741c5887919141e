import { useMemo } from 'react'
import type { Attention } from '#sync/attention.ts'
import { useEngine, useTopic } from '#client/data/world/engine.tsx'

/** What of the signed-in person's did not stand, or what others did to it, as the chip counts it. */
export function useAttention(): Attention {
  const engine = useEngine()
  const outcomes = useTopic('outcomes')
  const queue = useTopic('queue')
  // The engine's cards, outcomes and files move with both.
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => engine.attention(), [engine, outcomes, queue])
}

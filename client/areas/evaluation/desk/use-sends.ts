import { useMemo } from 'react'
import { roundAt } from '#shared/evaluations/rules.ts'
import type { InstitutionId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { boundsOf } from '#shared/stages/rules.ts'
import { useEngine, useQueue } from '#client/data/world/engine.tsx'
import { sendsOf } from './sends-of.ts'
import type { SendNews } from './sends-of.ts'

const none: ReadonlyMap<InstitutionId, SendNews> = new Map()

/** What became of each evaluation of the running round that was sent from this device and is not plainly sent (LI3). */
export function useSends(form: FormHeader, now: Instant): ReadonlyMap<InstitutionId, SendNews> {
  const engine = useEngine()
  // It moves with the outcomes too.
  const queue = useQueue()
  const stage = roundAt({ form }, now)?.stage
  const sinceMs = stage && boundsOf(stage).startMs
  return useMemo(
    () => (sinceMs === undefined ? none : sendsOf(form.id, sinceMs, queue, engine.outcomes())),
    [engine, queue, form.id, sinceMs],
  )
}

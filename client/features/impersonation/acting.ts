import { useEffect, useRef, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { impersonate, impersonated, impersonationSchema, stopImpersonating } from '#shared/impersonation/routes.ts'
import type { ImpersonationView } from '#shared/impersonation/routes.ts'
import { isOnBehalf } from '#shared/impersonation/rules.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import type { Result } from '#shared/kernel/result.ts'
import { instScope } from '#shared/protocol/scope.ts'
import type { Engine } from '#sync/face.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useEngine, useQueue } from '#client/data/world/engine.tsx'
import { useNowAt } from './use-now-at.ts'

/** In whose place this device's person is, as far as it knows; undefined until it has looked. */
let known: ImpersonationView | null | undefined
let owner: Engine | null = null
const listeners = new Set<() => void>()
const keptName = 'impersonation'

function say(next: ImpersonationView | null): void {
  known = next
  for (const listener of listeners) listener()
}

/** What the server says, and without it what it said last. */
async function look(engine: Engine): Promise<void> {
  const reply = await callRoute(impersonated)
  if (owner !== engine) return
  if (reply.ok) {
    void engine.keepReading(keptName, reply.value)
    return say(reply.value)
  }
  if (known !== undefined) return
  const kept = v.safeParse(v.nullable(impersonationSchema), await engine.keptReading(keptName))
  if (owner === engine) say(kept.success ? kept.output : null)
}

export async function begin(
  engine: Engine,
  formId: FormId,
  institutionId: InstitutionId,
  reason: string,
): Promise<Result<ImpersonationView>> {
  const reply = await callRoute(impersonate, { body: { formId, institutionId, reason } })
  if (reply.ok) {
    void engine.keepReading(keptName, reply.value)
    say(reply.value)
    // Whoever was not in contact during it brings no work of it once it is over (IM4).
    void engine.syncNow()
  }
  return reply
}

export async function finish(engine: Engine): Promise<Result<unknown>> {
  // What was done until now is sent while it lasts.
  await engine.syncNow()
  const reply = await callRoute(stopImpersonating)
  if (reply.ok) {
    void engine.keepReading(keptName, null)
    say(null)
  }
  return reply
}

/** In whose place this person is now; null in nobody's, undefined until it is known. */
export function useActing(): ImpersonationView | null | undefined {
  const engine = useEngine()
  const now = useNowAt()
  const found = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => known,
  )
  useEffect(() => {
    if (owner !== engine) {
      owner = engine
      known = undefined
    }
    const again = (): void => {
      if (document.visibilityState === 'visible') void look(engine)
    }
    again()
    document.addEventListener('visibilitychange', again)
    return () => document.removeEventListener('visibilitychange', again)
  }, [engine])
  const scope = found ? instScope(found.institutionId, found.formId) : ''
  const waits = useQueue().some((item) => item.kind === 'mutation' && item.scope === scope && isOnBehalf(item.name))
  const waited = useRef(false)
  useEffect(() => {
    // What arrived extends it; without a network it ends when the server's hour is over.
    if (waited.current && !waits) void look(engine)
    waited.current = waits
  }, [engine, waits])
  return found && found.endsAt < now ? null : found
}

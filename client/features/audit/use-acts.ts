import { useCallback, useEffect, useState } from 'react'
import * as v from 'valibot'
import type { AuditGroup } from '#shared/audit/model.ts'
import { auditActs, auditPageSchema } from '#shared/audit/routes.ts'
import type { AuditPage } from '#shared/audit/routes.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { callRoute } from '#client/data/call.ts'
import { useEngine } from '#client/data/engine.tsx'
import { useOnline } from '#client/data/online.ts'

/** What of the audit is looked for. */
export interface SoughtActs {
  readonly person?: string | undefined
  readonly institution?: string | undefined
  readonly form?: string | undefined
  readonly group?: AuditGroup | undefined
  readonly words?: string | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly before?: string | undefined
}

const pageRows = 50

export type ReadActs =
  | { readonly kind: 'loading' }
  /** `readAt`: when it was, where the server cannot be asked now; null for what it says now. */
  | { readonly kind: 'ready'; readonly page: AuditPage; readonly readAt: Instant | null }
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** Nothing of it is on this device, and the server cannot be asked. */
  | { readonly kind: 'offline' }

/** Failures after which what the device read before serves: nobody answered, or not to a session that ended. */
const unheard: ReadonlySet<string> = new Set(['unavailable', 'unauthenticated', 'internal_error', 'too_many_requests'])
const keptSchema = v.object({ at: v.string(), page: v.unknown() })

/** A page of the audit: from the server, and without it as this device read it last. `again` asks once more. */
export function useActs(sought: SoughtActs): { readonly found: ReadActs; readonly again: () => void } {
  const engine = useEngine()
  const { person, institution, form, group, words, from, until, before } = sought
  const name = `audit ${JSON.stringify([person, institution, form, group, words, from, until, before])}`
  const [held, setHeld] = useState<{ readonly name: string; readonly found: ReadActs } | null>(null)
  const [asked, setAsked] = useState(0)
  const online = useOnline()
  useEffect(() => {
    let left = false
    const read = async (): Promise<ReadActs> => {
      const number = before !== undefined && /^\d{1,9}$/.test(before) ? Number(before) : undefined
      const query = { person, institution, form, group, words, from, until, before: number, limit: pageRows }
      const reply = await callRoute(auditActs, { query })
      if (reply.ok) {
        void engine.keepReading(name, { at: engine.now(), page: reply.value })
        return { kind: 'ready', page: reply.value, readAt: null }
      }
      if (!unheard.has(reply.failure.code)) return { kind: 'refused', failure: reply.failure }
      const kept = v.safeParse(keptSchema, await engine.keptReading(name))
      const page = kept.success && v.safeParse(auditPageSchema, kept.output.page)
      return page && page.success ? { kind: 'ready', page: page.output, readAt: kept.output.at } : { kind: 'offline' }
    }
    void read().then((found) => {
      if (!left) setHeld({ name, found })
    })
    return () => {
      left = true
    }
    // `name` is all that is asked for; with the network come news.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [engine, name, asked, online])
  const again = useCallback(() => setAsked((times) => times + 1), [])
  return { found: held?.name === name ? held.found : { kind: 'loading' }, again }
}

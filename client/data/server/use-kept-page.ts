import { useCallback, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import type { Failure } from '#shared/kernel/failure.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { Result } from '#shared/kernel/result.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useOnline } from './online.ts'

export type KeptPage<Page> =
  | { readonly kind: 'loading' }
  /** `readAt`: when it was, where the server cannot be asked now; null for what it says now. */
  | { readonly kind: 'ready'; readonly page: Page; readonly readAt: Instant | null }
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** Nothing of it is on this device, and the server cannot be asked. */
  | { readonly kind: 'offline' }

/** Failures after which what the device read before serves: nobody answered, or not to a session that ended. */
const unheard: ReadonlySet<string> = new Set(['unavailable', 'unauthenticated', 'internal_error', 'too_many_requests'])

const keptSchema = v.object({ at: v.string(), page: v.unknown() })

export interface Asked<Page> {
  /** Under which the device keeps it: all that is asked for stands in it. */
  readonly name: string
  readonly schema: v.GenericSchema<unknown, Page>
  readonly ask: () => Promise<Result<Page>>
}

/** A page of a list of the server's, and without it as this device read it last. `again` asks once more. */
export function useKeptPage<Page>({ name, schema, ask }: Asked<Page>): { readonly found: KeptPage<Page>; readonly again: () => void } {
  const engine = useEngine()
  const [held, setHeld] = useState<{ readonly name: string; readonly found: KeptPage<Page> } | null>(null)
  const [asked, setAsked] = useState(0)
  const online = useOnline()
  /** The writing of what was read last: nothing is read back before it is there. */
  const keeping = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    let left = false
    const read = async (): Promise<KeptPage<Page>> => {
      const reply = await ask()
      if (reply.ok) {
        keeping.current = engine.keepReading(name, { at: engine.now(), page: reply.value })
        return { kind: 'ready', page: reply.value, readAt: null }
      }
      if (!unheard.has(reply.failure.code)) return { kind: 'refused', failure: reply.failure }
      await keeping.current
      const kept = v.safeParse(keptSchema, await engine.keptReading(name))
      const page = kept.success && v.safeParse(schema, kept.output.page)
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

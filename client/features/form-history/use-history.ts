import { useCallback, useEffect, useState } from 'react'
import { history, historyPageSchema } from '#shared/questionnaires/history-routes.ts'
import type { HistoryPage } from '#shared/questionnaires/history-routes.ts'
import type { FormEventKind } from '#shared/questionnaires/history.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import * as v from 'valibot'
import { callRoute } from '#client/data/call.ts'
import { useEngine } from '#client/data/engine.tsx'
import { useOnline } from '#client/data/online.ts'

/** What of a history is looked for. */
export interface Sought {
  readonly element?: string | undefined
  readonly kind?: FormEventKind | undefined
  readonly by?: string | undefined
  readonly words?: string | undefined
  /** Days between which it was made. */
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly before?: string | undefined
}

/** Lines of one page. */
const pageRows = 50

export type ReadHistory =
  | { readonly kind: 'loading' }
  /** `readAt`: when it was, where the server cannot be asked now; null for what it says now. */
  | { readonly kind: 'ready'; readonly page: HistoryPage; readonly readAt: Instant | null }
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** Nothing of it is on this device, and the server cannot be asked. */
  | { readonly kind: 'offline' }

/** Failures after which what the device read before serves: nobody answered, or not to a session that ended. */
const unheard: ReadonlySet<string> = new Set(['unavailable', 'unauthenticated', 'internal_error', 'too_many_requests'])

const keptSchema = v.object({ at: v.string(), page: v.unknown() })

/** A page of a form's history: from the server, and without it as this device read it last. `again` asks once more. */
export function useHistory(formId: FormId, sought: Sought): { readonly found: ReadHistory; readonly again: () => void } {
  const engine = useEngine()
  const { element, kind, by, words, from, until, before } = sought
  const name = `form-history ${JSON.stringify([formId, element, kind, by, words, from, until, before])}`
  const [held, setHeld] = useState<{ readonly name: string; readonly found: ReadHistory } | null>(null)
  const [asked, setAsked] = useState(0)
  const online = useOnline()
  useEffect(() => {
    let left = false
    const read = async (): Promise<ReadHistory> => {
      const reply = await callRoute(history, {
        params: { form: formId },
        query: { element, kind, by, words, from, until, before, limit: pageRows },
      })
      if (reply.ok) {
        void engine.keepReading(name, { at: engine.now(), page: reply.value })
        return { kind: 'ready', page: reply.value, readAt: null }
      }
      if (!unheard.has(reply.failure.code)) return { kind: 'refused', failure: reply.failure }
      const kept = v.safeParse(keptSchema, await engine.keptReading(name))
      const page = kept.success && v.safeParse(historyPageSchema, kept.output.page)
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

import { useCallback, useEffect, useState } from 'react'
import { openReports } from '#shared/open-data/routes.ts'
import type { OpenReportView } from '#shared/open-data/routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import { connection } from '#client/data/server/online.ts'

export type FoundReports =
  | { readonly kind: 'loading' | 'offline' }
  | { readonly kind: 'ready'; readonly reports: readonly OpenReportView[] }

/** Public reports as the server has them; read again when the network is back. */
export function useReports(): { readonly found: FoundReports; readonly read: () => Promise<void> } {
  const [found, setFound] = useState<FoundReports>({ kind: 'loading' })
  const read = useCallback(async (): Promise<void> => {
    const reply = await callRoute(openReports)
    // What was read before stays in front of who reads it.
    setFound((before) => (reply.ok ? { kind: 'ready', reports: reply.value } : before.kind === 'ready' ? before : { kind: 'offline' }))
  }, [])
  useEffect(() => {
    void read()
    return connection.onReturn(() => void read())
  }, [read])
  return { found, read }
}

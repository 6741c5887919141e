import { useCallback, useEffect, useState } from 'react'
import { hide, show, showing } from '#shared/dashboards/routes.ts'
import type { ShowingReply } from '#shared/dashboards/routes.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import type { Result } from '#shared/kernel/result.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useOnline } from '#client/data/server/online.ts'

export interface ShowingState {
  /** As the server told it last; null while it has not. */
  readonly stands: ShowingReply | null
  /** Why it could not be read. */
  readonly unread: Failure | null
  readonly busy: boolean
  reload(): void
  /** Resolves to why it was not done; null where it was. */
  show(seen: string): Promise<Failure | null>
  hide(): Promise<Failure | null>
}

/** What visitors see of a form, as the server has it, and the two acts that change it. */
export function useShowing(formId: string): ShowingState {
  const online = useOnline()
  const [stands, setStands] = useState<ShowingReply | null>(null)
  const [unread, setUnread] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const params = { form: formId }
  const take = useCallback((reply: Result<ShowingReply>): Failure | null => {
    if (reply.ok) setStands(reply.value)
    return reply.ok ? null : reply.failure
  }, [])
  const read = useCallback(async (): Promise<void> => {
    setUnread(take(await callRoute(showing, { params: { form: formId } })))
  }, [formId, take])
  useEffect(() => void read(), [read, online])
  const act = async (reply: Promise<Result<ShowingReply>>): Promise<Failure | null> => {
    setBusy(true)
    const failure = take(await reply)
    setBusy(false)
    // Whatever stood in the way stands there now.
    if (failure) await read()
    return failure
  }
  return {
    ...{ stands, unread, busy },
    reload: () => void read(),
    show: (seen) => act(callRoute(show, { params, body: { seen } })),
    hide: () => act(callRoute(hide, { params })),
  }
}

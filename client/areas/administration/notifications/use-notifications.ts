import { useCallback, useEffect, useState } from 'react'
import * as v from 'valibot'
import { must } from '#shared/kernel/assert.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { institutions, sentNotifications, type SentNotification, type TellableForms } from '#shared/notifications/routes.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useOnline } from '#client/data/server/online.ts'
import type { Choosable } from './institution-choice.tsx'
import { readInstitutions, readSent } from './notification-calls.ts'

interface Lists {
  readonly institutions: readonly Choosable[]
  readonly forms: TellableForms
  readonly notifications: readonly SentNotification[]
}

interface Held {
  readonly lists: Lists | null
  /** When the server said so; null before it ever did on this device. */
  readonly at: Instant | null
  /** Undefined while the server is asked for the first time, false when it could not be asked just now. */
  readonly fresh: boolean | undefined
}

/** How often a server that could not be asked is asked again while there is a network. */
const againMs = 5_000

/** Where the lists that were read last rest on this device. */
const keptName = 'notifications'
const keptSchema = v.object({
  at: v.string(),
  all: must(institutions.reply, 'the list of institutions has no shape'),
  sent: must(sentNotifications.reply, 'the list of what was sent has no shape'),
})

/** Who can be notified and what was sent, as the server has it; where it cannot be asked as this device read it last. */
export function useNotifications(): Held & { readonly load: () => Promise<void>; readonly readStates: () => Promise<void> } {
  const engine = useEngine()
  const online = useOnline()
  const [held, setHeld] = useState<Held>({ lists: null, at: null, fresh: undefined })
  const load = useCallback(async (): Promise<void> => {
    const [all, sent] = await Promise.all([readInstitutions(), readSent()])
    if (all.ok && sent.ok) {
      setHeld({ lists: { ...all.value, ...sent.value }, at: engine.now(), fresh: true })
      return
    }
    const kept = v.safeParse(keptSchema, await engine.keptReading(keptName))
    const before: Held = kept.success
      ? { lists: { ...kept.output.all, ...kept.output.sent }, at: kept.output.at, fresh: false }
      : { lists: null, at: null, fresh: false }
    setHeld((now) => (now.lists ? { ...now, fresh: false } : before))
  }, [engine])
  const readStates = useCallback(async (): Promise<void> => {
    const sent = await readSent()
    if (sent.ok) setHeld((now) => (now.lists ? { ...now, lists: { ...now.lists, ...sent.value } } : now))
  }, [])
  useEffect(() => {
    void load()
  }, [load, online])
  // A network that was away for a moment is back without anybody having noticed that it went.
  const { fresh: isFresh } = held
  useEffect(() => {
    if (isFresh !== false || !online) return
    const timer = setInterval(() => void load(), againMs)
    return () => clearInterval(timer)
  }, [isFresh, online, load])
  useEffect(() => {
    const { lists, at, fresh } = held
    if (!lists || fresh !== true) return
    const kept = { at, all: { institutions: lists.institutions, forms: lists.forms }, sent: { notifications: lists.notifications } }
    void engine.keepReading(keptName, kept)
  }, [engine, held])
  return { ...held, load, readStates }
}

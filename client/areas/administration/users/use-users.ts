import { useCallback, useEffect, useState } from 'react'
import * as v from 'valibot'
import { users } from '#shared/accounts/user-routes.ts'
import type { UserList, UserMode } from '#shared/accounts/user-routes.ts'
import { must } from '#shared/kernel/assert.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useOnline } from '#client/data/server/online.ts'
import { readUsers } from './user-calls.ts'

/** Where the list that was read last rests on this device. */
const keyOf = (mode: UserMode): string => `users ${mode}`

export interface Users {
  /** Null while it is read, undefined when there is none to show. */
  readonly list: UserList | null | undefined
  /** It is what the server said just now. */
  readonly fresh: boolean
  readonly load: () => Promise<UserList | undefined>
}

/** People of a mode, as the server has them; where it cannot be asked as this device had them last. */
export function useUsers(mode: UserMode): Users {
  const engine = useEngine()
  const online = useOnline()
  const [held, setHeld] = useState<{ readonly list: UserList | null | undefined; readonly fresh: boolean }>({ list: null, fresh: false })
  const load = useCallback(async (): Promise<UserList | undefined> => {
    const reply = await readUsers(mode)
    if (reply.ok) {
      setHeld({ list: reply.value, fresh: true })
      void engine.keepReading(keyOf(mode), reply.value)
      return reply.value
    }
    const kept = v.safeParse(must(users.reply, 'the list of people has no shape'), await engine.keptReading(keyOf(mode)))
    setHeld((now) => ({ list: now.list ?? (kept.success ? kept.output : undefined), fresh: false }))
    return undefined
  }, [engine, mode])
  useEffect(() => {
    void load()
  }, [load, online])
  return { ...held, load }
}

import { useState } from 'react'
import type { Failure } from '#shared/kernel/failure.ts'
import type { Result } from '#shared/kernel/result.ts'

/** Sends what a window holds, one time after the other, and holds why it was not taken. */
export function useSaving() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Failure | null>(null)
  // The same act, however often the network makes somebody ask.
  const [key, setKey] = useState(() => crypto.randomUUID())
  /** `call` gets the key under which the act is known; `met`: somebody else changed the same, which is read before it is told. */
  const send = async <T>(call: (key: string) => Promise<Result<T>>, met: () => Promise<void>): Promise<Result<T>> => {
    setBusy(true)
    setProblem(null)
    const reply = await call(key)
    if (!reply.ok) {
      // Whatever is asked for from now on is another act.
      setKey(crypto.randomUUID())
      if (reply.failure.code === 'changed_meanwhile') await met()
      setProblem(reply.failure)
    }
    setBusy(false)
    return reply
  }
  return { busy, problem, setProblem, send }
}
